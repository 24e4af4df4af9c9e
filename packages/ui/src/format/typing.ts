/** What a step of a date or time moves. */
export type TypedUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half';

/** A piece of a value as it is written: one of its units, or (`unit` null) what stands between them. */
export interface TypedPart {
  readonly unit: TypedUnit | null;
  readonly text: string;
}

/** How values of one kind are typed by a reader; values are those of the wire. */
export interface Typing {
  /** Shown where nothing is entered: `dd/mm/yyyy`. */
  readonly placeholder: string;
  /** A value as it is typed; what is none of the kind is one piece, as it is. */
  parts(value: string): readonly TypedPart[];
  /**
   * What was typed as a value; what is none comes back as it was typed, for the product to refuse.
   * @param done whether no more is coming: what is short for a value is one then
   */
  read(typed: string, done: boolean): string;
  /** A value moved by steps of one of its units; from nothing, the present. */
  moved(value: string, unit: TypedUnit, steps: number): string;
}

export function writtenOf(parts: readonly TypedPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** The unit at a place of a written value (at its end or behind it: the one before), and from where to where it stands. */
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

/** Where a unit stands in a written value. */
export function rangeOf(parts: readonly TypedPart[], unit: TypedUnit): readonly [number, number] | null {
  const at = parts.findIndex((part) => part.unit === unit);
  if (at < 0) return null;
  const start = writtenOf(parts.slice(0, at)).length;
  return [start, start + (parts[at]?.text.length ?? 0)];
}
