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
  // What is computed follows what is typed in the server alone.
  const field = (entity: string, name: string) => rights.mayRead(entity, name) && !rights.field(entity, name)?.computed;
  return known && isLocal(known, { field, constant: () => false }) && !namesKey(known) ? known : null;
}

function namesKey(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'key';
}
