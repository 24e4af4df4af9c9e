import { KEPT_UNTIL } from '@nonet/language';
import { clauseContext, type Write } from '../run/write.ts';
import { compileExpression } from '../sql/expression.ts';
import type { Parameters } from '../sql/parameters.ts';

/** The condition that `kept_until` of a record has passed: a date at 00:00 in TIME_ZONE, like the time of a timer (4). */
export function isPast(write: Pick<Write, 'index' | 'actor'>, parameters: Parameters, entity: string): string {
  const field = write.index.findField(entity, KEPT_UNTIL);
  const context = clauseContext(write, parameters, entity);
  const record = { kind: 'record', entity, nullable: false } as const;
  const of = { kind: 'variable', name: 'this', type: record } as const;
  const type = { kind: field?.type.kind === 'date' ? 'date' : 'datetime', nullable: true } as const;
  const until = compileExpression({ kind: 'field', of, field: KEPT_UNTIL, type }, context);
  const zone = parameters.bind(write.index.plan.settings.timeZone, 'text');
  const at = type.kind === 'date' ? `((${until})::timestamp at time zone ${zone})` : `(${until})`;
  return `${at} <= ${parameters.slot('now', 'timestamptz')}`;
}
