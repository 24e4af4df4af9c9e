import { type Expression, isLocal, readFields, walk } from '@nonet/language';
import { withoutConstants } from './constants.ts';
import type { Rights } from './rights.ts';

/** A condition only where everything it reads may be read: its text alone would disclose it. */
export function knownCondition(rights: Rights, condition: Expression): Expression | null {
  if (!readFields(condition).every(({ entity, field }) => rights.mayRead(entity, field))) return null;
  return withoutConstants(condition, rights.plan);
}

/** An expression that a form can evaluate on its own values, as its reader may know it; else null. */
export function localView(rights: Rights, expression: Expression): Expression | null {
  // The state before, and a message's `{key}`, are the server's.
  const known = knownCondition(rights, expression);
  // Only the server computes fields while a person types.
  const field = (entity: string, name: string) => rights.mayRead(entity, name) && !rights.field(entity, name)?.computed;
  return known && isLocal(known, { field, constant: () => false }) && !namesKey(known) ? known : null;
}

/**
 * A field's expression (3), if a form can compute it on its own values: everything that it reads is entered there, or
 * computed from that.
 */
export function formulaView(
  rights: Rights,
  entity: string,
  name: string,
  within: readonly string[] = [],
): Expression | null {
  const computed = rights.mayRead(entity, name) ? rights.field(entity, name)?.computed : null;
  const key = `${entity}.${name}`;
  if (!computed || within.includes(key)) return null;
  const known = knownCondition(rights, computed);
  const field = (of: string, read: string) =>
    rights.mayRead(of, read) &&
    (!rights.field(of, read)?.computed || formulaView(rights, of, read, [...within, key]) !== null);
  return known && isLocal(known, { field, constant: () => false }) ? known : null;
}

/**
 * A default (3) that a form can work out, on its own values and on the records that they refer to, which it reads as
 * anybody does; else null.
 */
export function defaultView(rights: Rights, entity: string, expression: Expression): Expression | null {
  const known = knownCondition(rights, expression);
  // Only the server computes fields of the record that is entered.
  const field = (of: string, name: string) =>
    rights.mayRead(of, name) && (of !== entity || !rights.field(of, name)?.computed);
  const values = { field, constant: () => false, references: true } as const;
  return known && isLocal(known, values) && !namesKey(known) ? known : null;
}

/** The references of its record through which an expression reads, with the paths from there on. */
export function readThrough(expression: Expression): { field: string; paths: string[] }[] {
  const read = new Map<string, Set<string>>();
  walk(expression, (node) => {
    const [first, ...path] = ownPath(node) ?? [];
    if (first === undefined || path.length === 0 || path.join() === 'id') return;
    read.set(first, (read.get(first) ?? new Set()).add(path.join('.')));
  });
  const isPassed = (path: string, all: ReadonlySet<string>) => [...all].some((each) => each.startsWith(`${path}.`));
  return [...read].map(([field, all]) => ({ field, paths: [...all].filter((path) => !isPassed(path, all)) }));
}

function ownPath(node: Expression): readonly string[] | null {
  if (node.kind === 'variable') return node.name === 'this' ? [] : null;
  const before = node.kind === 'field' ? ownPath(node.of) : null;
  return before === null || node.kind !== 'field' ? null : [...before, node.field];
}

function namesKey(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'key';
}
