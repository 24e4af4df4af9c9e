import { type Expression, type OutboundCall, screenOfRecord } from '@nonet/language';
import { compileExpression } from '../sql/expression.ts';
import { perform, type Write } from '../run/write.ts';
import { wireId } from '../run/values/number-id.ts';
import { type CallSubject, onSubject, subjectKey, subjectSlots } from './subject.ts';

/** The path to which a service sends the browser back (7, `returns to`): the screen of the record, or a stated one. */
export async function returnAddress(write: Write, subject: CallSubject, call: OutboundCall): Promise<string> {
  const { returnsTo } = call;
  if (returnsTo === null) return '/';
  if (returnsTo.kind === 'screen') return returnsTo.route;
  const { index } = write;
  const { entity } = subject;
  const screen = screenOfRecord(index.plan.screens, entity);
  if (screen === null) return '/';
  const { before, field, after } = screen;
  if (field === 'id') return `${before}${encodeURIComponent(wireId(index, entity, subject.id))}${after}`;
  const value: Expression = {
    kind: 'field',
    of: { kind: 'variable', name: 'this', type: { kind: 'record', entity, nullable: false } },
    field,
    type: { kind: 'text', nullable: true },
  };
  const [row] = await perform<{ address: string | null }>(
    write,
    `call ${call.name} back ${entity} ${subjectKey(write, subject)}`,
    (parameters) =>
      onSubject(write, subject, parameters, (context) => ({
        select: `(${compileExpression(value, context)})::text as address`,
      })),
    subjectSlots(write, subject),
  );
  return `${before}${encodeURIComponent(row?.address ?? '')}${after}`;
}
