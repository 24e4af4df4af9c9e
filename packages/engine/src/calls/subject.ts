import type { OutboundCall } from '@nonet/language';
import { clauseContext, fromThis, THIS, type Touched, type Write } from '../run/write.ts';
import { beforeKey, slotsBefore, TablesBefore } from '../sql/before.ts';
import type { SqlContext, SqlVariable } from '../sql/context.ts';
import { column } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';

/** The record that a call is about. */
export type CallSubject = Pick<Touched, 'entity' | 'id' | 'deleted'>;

/** A statement on the record that a call is about, in its present state or as it was before its deletion. */
export function onSubject(
  write: Write,
  subject: CallSubject,
  parameters: Parameters,
  parts: (context: SqlContext) => { readonly select: string; readonly joined?: string; readonly order?: string },
): string {
  const { entity, deleted: before } = subject;
  const tablesBefore = new TablesBefore(parameters, write.rowsBefore.keys());
  const context = {
    ...clauseContext(write, parameters, entity, { this: { kind: 'row', entity, alias: THIS, before } }),
    tablesBefore,
  };
  const { select, joined = '', order = '' } = parts(context);
  const from = before ? `from ${tablesBefore.changedRows(entity)} ${THIS}` : fromThis(entity);
  return tablesBefore.within(
    `select ${select} ${from} ${joined} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} ${order}`,
  );
}

/** The part of that statement's key that depends on the subject. */
export function subjectKey(write: Write, subject: CallSubject): string {
  return subject.deleted ? `deleted ${beforeKey(write.rowsBefore)}` : 'there';
}

export function subjectSlots(write: Write, subject: CallSubject): Record<string, unknown> {
  return { id: subject.id, ...(subject.deleted && slotsBefore(write.rowsBefore)) };
}

/** The name by which a call knows the record that it is made for, of several; `id`: the SQL of its id. */
export function eachVariable(
  parameters: Parameters,
  { forEach }: OutboundCall,
  before: boolean,
  id = (): string => parameters.slot('each', 'uuid'),
): Readonly<Record<string, SqlVariable>> {
  if (forEach === null) return {};
  const record = { kind: 'id', entity: forEach.source.entity, sql: id(), before } as const;
  return { [forEach.variable]: record };
}
