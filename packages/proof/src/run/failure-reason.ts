import type { ClauseAddress } from '@nonet/language';

/** Why a case failed. */
export interface FailureReason {
  readonly text: string;
  /** The text without the values in it: equal for failures that differ in the same way. */
  readonly template: string;
}

/** A value that a template keeps, because another one is another cause: a status, a code, a field's name. */
interface Kept {
  readonly kept: string;
}

/** A clause, of which a template keeps the kind. */
interface NamedClause {
  readonly clause: ClauseAddress;
}

type Value = string | number | Kept | NamedClause | FailureReason;

/** A reason, as a tagged template: its template has `…` for each value that is not kept. */
export function because(words: TemplateStringsArray, ...values: readonly Value[]): FailureReason {
  const joined = (write: (value: Value) => string) =>
    words.map((word, place) => (place === 0 ? word : `${write(values[place - 1] ?? '')}${word}`)).join('');
  return { text: joined(textOf), template: joined(templateOf) };
}

export function kept(value: string | number): Kept {
  return { kept: String(value) };
}

export function namedClause(clause: ClauseAddress): NamedClause {
  return { clause };
}

function textOf(value: Value): string {
  if (typeof value !== 'object') return String(value);
  if ('kept' in value) return value.kept;
  return 'clause' in value ? value.clause : value.text;
}

function templateOf(value: Value): string {
  if (typeof value !== 'object') return '…';
  if ('kept' in value) return value.kept;
  return 'clause' in value ? kindOfClause(value.clause) : value.template;
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
export function kindOfClause(clause: ClauseAddress): string {
  const [point = '', ...rest] = clause.split('.');
  return [point, ...rest.map((part) => (PARTS.has(part) ? part : '*'))].join('.');
}
