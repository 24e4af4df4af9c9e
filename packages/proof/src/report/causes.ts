import type { ClauseAddress } from '@nonet/language';
import type { Failure } from '../proof.ts';

/** Failures of one cause: clauses of one kind that differ in the same way, or one fault of the product. */
export interface Cause {
  /** Equal for failures of the same cause, and for no others. */
  readonly key: string;
  readonly first: Failure;
  readonly others: readonly Failure[];
}

/** The failures by their causes, in the order in which each came first. */
export function causesOf(failures: readonly Failure[]): Cause[] {
  return [...Map.groupBy(failures, causeOf)].flatMap(([key, [first, ...others]]) =>
    first === undefined ? [] : [{ key, first, others }],
  );
}

/** The number of stack frames that distinguish one fault from another. */
const FRAMES = 3;

/** A key that failures of one cause have in common. */
export function causeOf({ derived, result }: Failure): string {
  if (result.fault !== undefined) {
    const [message = '', ...frames] = result.fault.split('\n');
    const places = frames.filter((line) => /^\s+at /.test(line)).slice(0, FRAMES);
    return [withoutValues(message), ...places.map((line) => line.trim())].join('\n');
  }
  const [clause = ''] = result.clauses.length > 0 ? result.clauses : derived.clauses;
  return `${kindOfClause(clause)}: ${withoutValues(result.reason)}`;
}

/** Parts that clauses of every document have by these names. */
const PARTS: ReadonlySet<string> = new Set([
  'when',
  'by',
  'from',
  'to',
  'asks',
  'then',
  'error',
  'must_hold',
  'on',
  'for',
  'columns',
  'actions',
  'settings',
]);

/** `4.*.*.when` of `4.Claim.submit.when`. */
function kindOfClause(clause: ClauseAddress): string {
  const [point = '', ...rest] = clause.split('.');
  return [point, ...rest.map((part) => (PARTS.has(part) ? part : '*'))].join('.');
}

const VALUE =
  /"(?:[^"\\]|\\.)*"|@[A-Za-z]\w*:\d+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b|\b[1-9]\.[A-Za-z_][\w.]*/g;

/** A difference without the values, ids and names in it; statuses and codes stay. */
function withoutValues(reason: string): string {
  return reason
    .replaceAll(VALUE, (value) => (/^\d\.[A-Za-z_]/.test(value) ? kindOfClause(value) : '…'))
    .replaceAll(/(?<!answer is |answered |not )\b\d+(?:\.\d+)?\b/g, '…');
}
