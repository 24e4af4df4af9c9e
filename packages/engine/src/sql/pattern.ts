import { type Pattern, patternOf } from '@nonet/language';

/** PostgreSQL counts repetitions up to this. */
const MOST_REPEATED = 255;
const WORD = '[0-9A-Z_a-z]';

const ASSERTIONS = {
  start: '\\A',
  end: '\\Z',
  'line start': '(?:\\A|(?<=\\n))',
  'line end': '(?:\\Z|(?=\\n))',
  boundary: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  'no boundary': `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
} as const;

/**
 * A regular expression of the language (RE2) in PostgreSQL's notation, with every class spelled out by its code points,
 * so that no locale or version decides which characters are letters. It is matched under the collation "C".
 */
export function postgresPattern(source: string): string {
  return written(patternOf(source));
}

function written(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'character':
      return ranged(pattern.ranges);
    case 'sequence':
      return pattern.parts.map((part) => (part.kind === 'choice' ? group(part) : written(part))).join('');
    case 'choice':
      return pattern.parts.map((part) => group(part)).join('|');
    case 'repeat':
      return repeated(pattern.part, pattern.least, pattern.most);
    case 'boundary':
    case 'end':
    case 'line end':
    case 'line start':
    case 'no boundary':
    case 'start':
      return ASSERTIONS[pattern.kind];
  }
}

function group(pattern: Pattern): string {
  return `(?:${written(pattern)})`;
}

function repeated(part: Pattern, least: number, most: number | null): string {
  const inner = group(part);
  if (least > MOST_REPEATED)
    return `${inner}{${MOST_REPEATED}}${repeated(part, least - MOST_REPEATED, most === null ? null : most - MOST_REPEATED)}`;
  if (most === null) return `${inner}{${least},}`;
  if (most <= MOST_REPEATED) return `${inner}{${least},${most}}`;
  return `${inner}{${least},${MOST_REPEATED}}${repeated(part, 0, most - MOST_REPEATED)}`;
}

function ranged(ranges: Extract<Pattern, { kind: 'character' }>['ranges']): string {
  const [only] = ranges;
  if (only === undefined) return '(?!)';
  if (ranges.length === 1 && only[0] === only[1]) return point(only[0]);
  return `[${ranges.map(([first, last]) => (first === last ? point(first) : `${point(first)}-${point(last)}`)).join('')}]`;
}

function point(code: number): string {
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
