import type { PlanIndex } from '../plan-index.ts';
import type { Reader } from '../engine.ts';
import type { Authority } from './context.ts';
import { Parameters, type SharedText } from './parameters.ts';

export interface CompiledStatement {
  readonly text: string;
  readonly parameters: Parameters;
  /** The same for several calls at once, where that is possible. */
  readonly shared: SharedText | null;
}

const kept = new WeakMap<PlanIndex, Map<string, CompiledStatement>>();
const MOST_KEPT = 5_000;

/** A statement whose text depends on `key` and the plan alone, compiled once. Values that differ per call are slots. */
export function keptStatement(
  index: PlanIndex,
  key: string,
  build: (parameters: Parameters) => string,
): CompiledStatement {
  let statements = kept.get(index);
  if (statements === undefined) kept.set(index, (statements = new Map()));
  let statement = statements.get(key);
  if (statement === undefined) {
    const parameters = new Parameters();
    const text = build(parameters);
    statement = { text, parameters, shared: parameters.shared(text) };
    if (statements.size >= MOST_KEPT) statements.clear();
    statements.set(key, statement);
  }
  return statement;
}

/** What of a reader a statement's text depends on: whether they are signed in, and the roles they hold everywhere. */
export function readerKey(reader: Reader, authority: Authority): string {
  return `${reader.userId === null ? 'nobody' : 'user'} ${[...authority.held].sort().join(',')}`;
}
