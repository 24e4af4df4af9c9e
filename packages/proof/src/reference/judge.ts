import type { Field } from '@nonet/language';
import { type Act, storedAt, viewAt } from './act.ts';
import type { View } from './evaluate.ts';
import { deciding, decidingField, mayDo, mayUpdateField } from './permissions.ts';
import { Refused, refuse } from './refusal.ts';

/** Point 6 on the record as a write leaves it: its own cell, and the rows of the fields that were named. */
export function judgeResult(
  act: Act,
  name: string,
  id: string,
  action: 'create' | 'update' | 'import',
  keys: readonly string[],
  entityCell: boolean,
): void {
  const record = viewAt(act, id);
  if (entityCell && !mayDo(act.reader, action, record)) throw refuseAction(act, action, record);
  for (const field of ownRows(act, name).filter((candidate) => keys.includes(candidate.name))) {
    if (mayUpdateField(act.reader, record, field.name)) continue;
    const gap = decidingField(act.reader, record, field.name);
    throw gap === null
      ? new Refused(act.lookup, 'FORBIDDEN', { errors: [{ code: 'FORBIDDEN' }] })
      : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
  }
}

export function refuseAction(
  act: Act,
  action: 'create' | 'update' | 'import' | 'delete' | 'restore',
  record: View,
): Refused {
  const gap = deciding(act.reader, action, record);
  return gap === null
    ? refuse(act.lookup, 'FORBIDDEN', { clause: `6.${storedAt(act, record.id).entity}.${action}` })
    : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
}

/** The fields with an `update` row of their own. */
export function ownRows(act: Act, entity: string): readonly Field[] {
  const rows = act.lookup.permissions(entity)?.fields ?? {};
  return act.lookup.entity(entity).fields.filter((field) => rows[field.name]?.update !== undefined);
}
