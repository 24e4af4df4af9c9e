import { type Expression, isLocal, readFields } from '@nonet/language';
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

function namesKey(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'key';
}
