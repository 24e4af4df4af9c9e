import { createContext } from 'react';
import { textOf } from '../format/text-of.ts';

/** The values of the form (or of the row of a list in it) in which an input stands, as the wire has them. */
export const FormValues = createContext<Readonly<Record<string, unknown>>>({});

/** `this.project=…` for the values that a narrowed reference goes by, as far as the form has them. */
export function pickerFilters(
  reads: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    reads.filter((name) => values[name] !== undefined).map((name) => [`this.${name}`, textOf(idOf(values[name]))]),
  );
}

/** A reference that came with its title goes by its id. */
function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
