import type { Plan } from '@nonet/language';
import type { Account } from '../derive/records/accounts.ts';
import type { Failure, Proof } from '../proof.ts';
import { faultText } from '../run/fault.ts';
import { type Cause, causesOf } from './causes.ts';
import { blamed } from './coverage.ts';

/** The maximum number of characters that are shown of an answer. */
const MOST_SHOWN = 600;

/** One failure, as a person reads it. */
export interface FailureView {
  readonly title: string;
  readonly clause: string;
  readonly file: string;
  readonly line: number;
  /** The document's own line. */
  readonly text: string;
  readonly reason: string;
  /** The actor. */
  readonly as: string | null;
  readonly request: string | null;
  readonly body: string | null;
  readonly answer: string | null;
  /** The answer that the document demands. */
  readonly expected: string | null;
  /** The fault that the product logged meanwhile, or that broke the test down: a message and a stack. */
  readonly fault: string | null;
  /** One line that does it again. */
  readonly again: string;
}

/** The first failure of a cause, and what else fails by it. */
export interface CauseView {
  readonly first: FailureView;
  /** The number of other failures of this cause. */
  readonly others: number;
  /** The clauses of the others, each with how many of them it has; most first. */
  readonly clauses: readonly { readonly clause: string; readonly failures: number }[];
}

/** All failures by cause, ordered by the first failure of each. */
export function causeViews(proof: Proof, file: string): CauseView[] {
  return causesOf(proof.failures).map((cause) => causeView(proof, cause, file));
}

function causeView(proof: Proof, { first, others }: Cause, file: string): CauseView {
  const named = others.map((failure) => mostExact(proof.plan, blamed(failure)) ?? '');
  return {
    first: failureView(proof, first, file),
    others: others.length,
    clauses: [...Map.groupBy(named, (clause) => clause)]
      .map(([clause, of]) => ({ clause, failures: of.length }))
      .toSorted((one, other) => other.failures - one.failures),
  };
}

export function failureView(proof: Proof, failure: Failure, file: string): FailureView {
  const { derived, result } = failure;
  const clause = mostExact(proof.plan, blamed(failure)) ?? derived.clauses[0] ?? '';
  // A failure without a clause is located at the start of the document.
  const place = proof.plan.clauses[clause] ?? { file: proof.plan.sources[0]?.path ?? '', line: 1, text: '' };
  const only = clause === '' ? '' : ` --only ${clause}`;
  const { request, answer, expected = null, fault = null } = result;
  return {
    title: derived.title,
    clause,
    file: place.file,
    line: place.line,
    text: place.text.trim(),
    reason: result.reason.text,
    as: request === null ? null : nameOf(proof.accounts, request.as),
    request: request === null ? null : `${request.method} ${request.path}`,
    body: request?.body === null || request?.body === undefined ? null : JSON.stringify(request.body),
    answer:
      answer === null
        ? null
        : `${answer.status === null ? '' : `${answer.status} `}${answer.body.slice(0, MOST_SHOWN)}`,
    expected: expected === null ? null : expected.slice(0, MOST_SHOWN),
    fault: fault === null ? null : faultText(fault),
    again: `nonet test ${[file, ...proof.like].map(quoted).join(' ')} --seed ${proof.seed}${only}`,
  };
}

/** Quoted, so that a shell reads it as one word. */
function quoted(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The longest address: a cell rather than its table. */
function mostExact(plan: Plan, clauses: readonly string[]): string | undefined {
  const depth = (clause: string) => clause.split('.').length;
  return clauses
    .filter((clause) => clause in plan.clauses)
    .toSorted((a, b) => depth(b) - depth(a) || clauses.indexOf(a) - clauses.indexOf(b))[0];
}

function nameOf(accounts: readonly Account[], id: string | null): string {
  if (id === null) return 'nobody signed in';
  const account = accounts.find((one) => one.id === id);
  if (account === undefined) return id;
  const name = account.name ?? account.email;
  return account.roles.length === 0 ? name : `${name} (${account.roles.join(', ')})`;
}
