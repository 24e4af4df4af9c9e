import { type Field, neededByCell } from '@nonet/language';
import { type Act, storedAt, viewAt } from './act.ts';
import type { View } from './evaluate.ts';
import { concerns, deciding, decidingField, mayDo, mayUpdateField } from './permissions.ts';
import { Refused, refuse, refuseAll } from './refusal.ts';
import { isSettable } from './settable.ts';

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
  const own = ownRows(act, name).filter((candidate) => keys.includes(candidate.name));
  const isAllowed = !entityCell || mayDo(act.actor, action, record);
  if (!isAllowed || own.some((field) => !mayUpdateField(act.actor, record, field.name)))
    requireNeeded(act, name, record, action, entityCell, own);
  if (!isAllowed) throw refuseAction(act, action, record);
  for (const field of own) {
    if (mayUpdateField(act.actor, record, field.name)) continue;
    const gap = decidingField(act.actor, record, field.name);
    throw gap === null
      ? new Refused(act.lookup, 'FORBIDDEN', { errors: [{ code: 'FORBIDDEN' }] })
      : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
  }
}

/** A cell that reads a required field which is missing can't be judged: that is what refuses, of those that one may enter (6). */
function requireNeeded(
  act: Act,
  name: string,
  record: View,
  action: 'create' | 'update' | 'import',
  entityCell: boolean,
  own: readonly Field[],
): void {
  const entity = act.lookup.entity(name);
  if (entity.owner !== null) return;
  const table = act.lookup.permissions(name);
  const grants = [
    ...(entityCell ? (table?.actions?.[action] ?? []) : []),
    ...own.flatMap((field) => table?.fields[field.name]?.update ?? []),
  ].filter((grant) => concerns(act.actor, grant, record));
  const missing = entity.fields.filter(
    (field) =>
      (storedAt(act, record.id).values[field.name] ?? null) === null &&
      grants.some(({ cell }) => neededByCell(entity, cell).has(field.name)) &&
      isSettable(act, name, field, action !== 'update'),
  );
  if (missing.length > 0)
    throw refuseAll(
      act.lookup,
      missing.map(({ clause }) => ({ code: 'REQUIRED', clause })),
      name,
    );
}

export function refuseAction(
  act: Act,
  action: 'create' | 'update' | 'import' | 'delete' | 'restore',
  record: View,
): Refused {
  const gap = deciding(act.actor, action, record);
  return gap === null
    ? refuse(act.lookup, 'FORBIDDEN', { clause: `6.${storedAt(act, record.id).entity}.${action}` })
    : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
}

/** The fields with an `update` row of their own. */
export function ownRows(act: Act, entity: string): readonly Field[] {
  const rows = act.lookup.permissions(entity)?.fields ?? {};
  return act.lookup.entity(entity).fields.filter((field) => rows[field.name]?.update !== undefined);
}
