import { createContext } from 'react';

/** The values of the form (or of the row of a list in it) in which an input stands, as the wire has them. */
export const FormValues = createContext<Readonly<Record<string, unknown>>>({});

/** `this.project=…` for the values that a narrowed reference goes by, as far as the form has them. */
export function pickerFilters(
  reads: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    reads.filter((name) => values[name] !== undefined).map((name) => [`this.${name}`, textOf(values[name])]),
  );
}

/** A value as a query string has it; nothing stated is empty. */
function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'object' && 'id' in value) return String(value.id);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
