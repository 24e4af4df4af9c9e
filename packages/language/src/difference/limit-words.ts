/** The unit of a limit, and the words for it in a sentence: `is` at least `5 characters` `long`. */
export interface Measure {
  readonly verb: 'is' | 'has' | 'holds';
  /** One of what is counted; empty for a value itself. */
  readonly unit: '' | 'character' | 'item' | 'record';
}

const SUFFIXES: Readonly<Record<Measure['unit'], string>> = { '': '', character: ' long', item: '', record: '' };

/**
 * How a limit differs: `is at least 1 character long, formerly without such a limit`. `is`, `was`: the limits as they
 * are written, perhaps with the name of a constant behind the number; null if there is none. One of them is there.
 */
export function limitWords(
  { verb, unit }: Measure,
  side: 'least' | 'most',
  is: string | null,
  was: string | null,
): string {
  const amount = (limit: string) => (unit === '' ? limit : `${limit} ${limit === '1' ? unit : `${unit}s`}`);
  if (is === null)
    return `has no ${side === 'least' ? 'lower' : 'upper'} limit any more, formerly ${amount(was ?? '')}`;
  const now = `${verb} at ${side} ${amount(is)}${SUFFIXES[unit]}`;
  return `${now}, formerly ${was ?? 'without such a limit'}`;
}
