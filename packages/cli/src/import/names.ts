import { pathOf } from '@nonet/language';

/** Words of the language, and the fields that every entity has: no field is called so (README, names). */
const TAKEN = new Set(
  'user this old new any same system and or not if then else in is true false null id created_at created_by updated_at updated_by version'.split(
    ' ',
  ),
);
/** Names are at most this long. */
const LIMIT = 55;

/** The words of a name in any form, in small letters without accents: `OrderItems`, `order-items` → `order`, `items`. */
export function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
      .match(/[A-Za-z0-9]+/g)
      ?.map((word) => word.toLowerCase()) ?? []
  );
}

/** Gives each of several things a name of its own. */
export class Names {
  readonly #given = new Set<string>();
  readonly #taken: (name: string) => boolean;

  /** `taken`: names that can't be given. */
  constructor(taken: (name: string) => boolean) {
    this.#taken = taken;
  }

  /** The first of the names that is free, else the last one with a number. */
  give(...names: readonly [string, ...string[]]): string {
    const isFree = (name: string) => !this.#given.has(name) && !this.#taken(name);
    const last = names.at(-1) ?? names[0];
    let found = names.find(isFree);
    for (let number = 2; found === undefined; number += 1) if (isFree(`${last}_${number}`)) found = `${last}_${number}`;
    this.#given.add(found);
    return found;
  }
}

/** Names for the entities of a document: `order_items` → `OrderItem`. `User` is built in. */
export class EntityNames {
  readonly #names = new Names((name) => name === 'User');

  give(source: string, isPlural: boolean): string {
    const words = wordsOf(source);
    const last = words.at(-1);
    if (isPlural && last !== undefined) words[words.length - 1] = singularOf(last);
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const begun = /^[A-Z]/.test(name) ? name : `Table${name}`;
    const short = begun.slice(0, LIMIT - 8);
    return this.#names.give(short, `${short}Record`).replace('_', '');
  }
}

/** Names for the fields of an entity: `customerId` → `customer_id`. */
export class FieldNames {
  readonly #names = new Names((name) => TAKEN.has(name));

  /** `also`: another name for it, which it has if that is free. */
  give(source: string, also: string | null = null): string {
    const own = fieldName(source);
    const others = TAKEN.has(own) ? [`imported_${own}`] : [own];
    const [first = own, ...more] = also === null ? others : [fieldName(also), ...others];
    return this.#names.give(first, ...more);
  }
}

function fieldName(source: string): string {
  const name = wordsOf(source).join('_');
  const begun = /^[a-z]/.test(name) ? name : name === '' ? 'field' : `field_${name}`;
  return begun.slice(0, LIMIT - 10).replace(/_$/, '');
}

/** The singular whose plural the language makes of it; the word itself, where there is none. */
function singularOf(word: string): string {
  const candidates = [
    word.replace(/ies$/, 'y'),
    word.replace(/es$/, 'is'),
    word.replace(/es$/, ''),
    word.replace(/s$/, ''),
    ...(IRREGULAR[word] === undefined ? [] : [IRREGULAR[word]]),
  ];
  return candidates.find((each) => each !== word && each.length > 1 && pathOf(each) === word) ?? word;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  criteria: 'criterion',
  media: 'medium',
  men: 'man',
  people: 'person',
  quizzes: 'quiz',
  shelves: 'shelf',
  women: 'woman',
};

/** A choice of an enum: its name is a word; other words are its label. */
export function choiceOf(value: string): string | null {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(value) && value.length <= LIMIT && !TAKEN.has(value)) return value;
  const name = wordsOf(value).join('_');
  const begun = /^[a-z]/.test(name) && !TAKEN.has(name) ? name : name === '' ? null : `choice_${name}`;
  if (begun === null || begun.length > LIMIT) return null;
  const label = value
    .replaceAll(/[(),|`\r\n]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return label === '' ? begun : `${begun} (${label})`;
}

/** `enum(…)` of some values; null where two of them would have one name, or one has none. */
export function enumOf(values: readonly string[]): string | null {
  const choices = values.map(choiceOf);
  const names = choices.map((choice) => choice?.split(' ')[0]?.toLowerCase());
  if (values.length === 0 || choices.includes(null) || new Set(names).size < names.length) return null;
  return `enum(${choices.join(', ')})`;
}

/** The literal of a choice. */
export function choiceLiteral(value: string): string | null {
  const choice = choiceOf(value);
  return choice === null ? null : `"${choice.split(' ')[0]}"`;
}

/** A text as a literal of an expression in a table; null where a table can't hold it. */
export function literalOf(text: string): string | null {
  return /[`|\\"\p{Cc}]/u.test(text) ? null : `"${text}"`;
}
