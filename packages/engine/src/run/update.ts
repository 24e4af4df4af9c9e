import type { FieldError } from '../refusal.ts';
import { bodyNow, namedIn, readBody, type RecordValues } from './body.ts';
import { saveChildren } from './children.ts';
import type { BeforeChange } from './fire.ts';
import {
  grantsOf,
  judgeResult,
  type Locked,
  lockFor,
  ownEntityFor,
  ownUpdateRows,
  refuseField,
  refuseUnauthenticated,
  settableFor,
} from './authorize.ts';
import { judgeDraft } from './judge-draft.ts';
import { checkReferences, keepUnseen } from './references.ts';
import { refuse, refuseInvalid } from './refuse.ts';
import { stampRecord, updateRecord } from './save.ts';
import { note } from './touch.ts';
import { sendAhead, type Write } from './write.ts';

/** Changes the fields that the body names; point 6 judges the record before and after. */
export async function changeRecord(
  write: Write,
  name: string,
  id: string,
  body: unknown,
  beforeChange: BeforeChange,
): Promise<void> {
  ownEntityFor(write, name);
  refuseUnauthenticated(write, grantsOf(write, name, 'update'));
  const locked = await lockFor(write, name, id, 'update');
  const errors: FieldError[] = [];
  const stated = await bodyNow(body, errors);
  const values = readBody({ index: write.index, settable: settableFor(write), errors }, name, stated, false);
  refuseForbiddenFields(write, name, values, locked, errors);
  await checkReferences(write, name, id, values, errors);
  if (errors.length > 0) throw refuseInvalid(write.index, errors);
  await beforeChange(id);
  const kept = await keepUnseen(write, name, locked.before, values.values);
  await applyChange(write, name, id, locked, { ...values, values: kept });
}

/** Writes what has been found in order; nothing happens where nothing differs. */
export async function applyChange(
  write: Write,
  name: string,
  id: string,
  locked: Locked,
  values: RecordValues,
): Promise<void> {
  const entity = write.index.entity(name);
  const clause = `6.${name}.update`;
  const fields = namedIn(values);
  await judgeDraft(write, name, id, values.values, fields, {
    entityCell: usesEntityCell(write, name, values),
  });
  const own = await updateRecord(write, name, id, values.values);
  const children = await saveChildren(write, name, id, values, entity.clause);
  if (!own && !children) return;
  if (!own) await stampRecord(write, name, id);
  note(write, name, id, locked.before, {
    cause: 'update',
    action: 'update',
    clause: clause in write.index.plan.clauses ? clause : entity.clause,
    path: '',
  });
  sendAhead(write, judgeResult(write, name, id, 'update', fields, usesEntityCell(write, name, values)));
}

/** A field's own `update` row replaces the entity's for that field (6). */
function usesEntityCell(write: Write, entity: string, values: RecordValues): boolean {
  const own = new Set(ownUpdateRows(write, entity).map((field) => field.name));
  return namedIn(values).some((name) => !own.has(name));
}

/**
 * Fields that this actor may not set on this record, each with its reason. Who may set none of those that they name is
 * refused as a whole, as whoever may set none at all.
 */
export function refuseForbiddenFields(
  write: Write,
  entity: string,
  values: RecordValues,
  locked: Locked,
  errors: FieldError[],
): void {
  const own = new Map(ownUpdateRows(write, entity).map((field) => [field.name, field]));
  const named = namedIn(values);
  const forbidden = named.filter((name) => !(own.has(name) ? locked.fieldsAllowed.has(name) : locked.entityAllowed));
  const refusals = forbidden.map((name) =>
    refuseField(
      write,
      entity,
      write.index.field(entity, name),
      own.has(name) ? locked.fieldGaps.get(name) : locked.entityGap,
    ),
  );
  const open = refusals.find(({ code }) => code === 'NOT_SPECIFIED');
  if (open !== undefined) throw open;
  const [first] = refusals;
  if (first !== undefined && forbidden.length === named.length && !locked.entityAllowed)
    throw refuse(write.index, 'FORBIDDEN', { clause: first.clause });
  errors.push(...refusals.flatMap((refusal) => refusal.errors));
}
