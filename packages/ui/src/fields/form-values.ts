import { createContext } from 'react';
import { textOf } from '../format/text-of.ts';

/** The values of the input's form (or of its row of a list), as on the wire. */
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
