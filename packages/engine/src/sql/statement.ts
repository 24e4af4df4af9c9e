import type { PlanIndex } from '../plan-index.ts';
import type { Actor } from '../engine.ts';
import type { Authority } from './context.ts';
import { clauseComment } from './clause-comment.ts';
import { Parameters, type SharedText } from './parameters.ts';

export interface CompiledStatement {
  readonly text: string;
  readonly parameters: Parameters;
  /** The text for several calls together, if that is possible. */
  readonly shared: SharedText | null;
  /** Whether the records in its answer may hold marks of fields that their reader may not read (`projection.ts`). */
  readonly isMarked: boolean;
}

/** A statement that only reads, made for several calls: it is asked for each of them. */
export const forEachCall = (calls: string, text: string): string =>
  `select calls.call_, answer_.* from ${calls} cross join lateral (${text}) answer_`;

/** A statement whose text is made for several calls: common table expressions that read the table `calls_`. */
export const forAllCalls = (calls: string, text: string): string => `with calls_ as (select * from ${calls}),\n${text}`;

const kept = new WeakMap<PlanIndex, Map<string, CompiledStatement>>();
const MOST_KEPT = 5_000;

/** A statement whose text depends on `key` and the plan alone, compiled once. Values that differ per call are slots. */
export function keptStatement(
  index: PlanIndex,
  key: string,
  build: (parameters: Parameters) => string,
  wrap = forEachCall,
): CompiledStatement {
  let statements = kept.get(index);
  if (statements === undefined) kept.set(index, (statements = new Map()));
  let statement = statements.get(key);
  if (statement === undefined) {
    const parameters = new Parameters();
    const { text: bare, traits } = parameters.trace(() => build(parameters));
    const text = `${bare}${clauseComment(parameters.carriedOut)}`;
    statement = { text, parameters, shared: parameters.shared(text, wrap), isMarked: traits.has('mark') };
    if (statements.size >= MOST_KEPT) statements.clear();
    statements.set(key, statement);
  }
  return statement;
}

/** The part of an actor that a statement's text depends on: whether they are signed in, and the roles they hold everywhere. */
export function rightsKey(actor: Actor, authority: Authority): string {
  let held = heldKeys.get(authority.held);
  if (held === undefined) heldKeys.set(authority.held, (held = [...authority.held].sort().join(',')));
  return `${actor.userId === null ? 'nobody' : 'user'} ${held}`;
}

/** By the set of an authority, which never changes. */
const heldKeys = new WeakMap<ReadonlySet<string>, string>();
