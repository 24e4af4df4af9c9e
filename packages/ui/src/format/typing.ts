/** The part of a date or time that a step moves. */
export type TypedUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half';

/** A part of a written value: one of its units, or (`unit` null) the text between them. */
export interface TypedPart {
  readonly unit: TypedUnit | null;
  readonly text: string;
}

/** How a reader types values of one kind; values have the wire's form. */
export interface Typing {
  /** Shown where nothing is entered: `dd/mm/yyyy`. */
  readonly placeholder: string;
  /** A value as it is typed; what is none of the kind is one piece, as it is. */
  parts(value: string): readonly TypedPart[];
  /**
   * Reads typed text as a value. Text that is no value is returned as it was typed, and the product refuses it.
   * @param done whether no more is coming: an abbreviated value is complete then
   */
  read(typed: string, done: boolean): string;
  /** A value moved by steps of one of its units; from nothing, the present. */
  moved(value: string, unit: TypedUnit, steps: number): string;
}

export function writtenOf(parts: readonly TypedPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** The unit at a position of a written value (at its end or after it: the one before), with its start and end. */
export function unitAt(
  parts: readonly TypedPart[],
  place: number,
): { unit: TypedUnit; start: number; end: number } | null {
  let found: { unit: TypedUnit; start: number; end: number } | null = null;
  let start = 0;
  for (const { unit, text } of parts) {
    const end = start + text.length;
    if (unit !== null && (found === null || start < place)) found = { unit, start, end };
    start = end;
  }
  return found;
}

/** The range of a unit in a written value. */
export function rangeOf(parts: readonly TypedPart[], unit: TypedUnit): readonly [number, number] | null {
  const at = parts.findIndex((part) => part.unit === unit);
  if (at < 0) return null;
  const start = writtenOf(parts.slice(0, at)).length;
  return [start, start + (parts[at]?.text.length ?? 0)];
}
