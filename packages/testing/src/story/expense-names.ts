import type { Renamed } from '../rename.ts';

/** The names of the expense document's words in the copy under test, and how a person reads them. */
export interface Names {
  /** A field, state, event or role by its name in the document. */
  word(name: string): string;
  /** The text of its label: "Rejection reason". */
  label(name: string): string;
  entity(name: string): string;
  screen(name: string): string;
  /** An error, rule or constant. */
  capital(name: string): string;
  /** A clause, with each of its parts renamed. */
  clause(address: string): string;
}

const labelOf = (word: string) => {
  const words = word.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** For the document itself. */
export const ORIGINAL: Names = {
  word: (name) => name,
  label: labelOf,
  entity: (name) => name,
  screen: (name) => name,
  capital: (name) => name,
  clause: (address) => address,
};

export function namesOf({ names }: Renamed): Names {
  const word = (name: string) => names.words.get(name) ?? name;
  const entity = (name: string) => names.entities.get(name) ?? name;
  const capital = (name: string) => names.capitals.get(name) ?? name;
  return {
    word,
    label: (name) => labelOf(word(name)),
    entity,
    screen: (name) => names.screens.get(name) ?? name,
    capital,
    clause: (address) =>
      address
        .split('.')
        .map((part) => capital(entity(word(part))))
        .join('.'),
  };
}
