import type { FieldError } from '../refusal.ts';
import { bodyNow, namedIn, readBody, type RecordValues } from './body.ts';
import { saveChildren } from './children.ts';
import { grantsOf, type Locked, lockFor, ownEntityFor, refuseUnauthenticated } from './authorize.ts';
import { cellsFor, ownUpdateRows, refuseField } from './cells.ts';
import { judgeDraft } from './judge-draft.ts';
import { judgeResult } from './judge-result.ts';
import { checkReferences, keepUnseen } from './references.ts';
import { refuse, refuseInvalid } from './refuse.ts';
import { stampRecord, updateRecord } from './save.ts';
import { settableFor } from './settable.ts';
import { changeBy, note } from './touch.ts';
import { sendAhead, type Write } from './write.ts';
import { type BeforeChange, type OperationSteps, performSteps } from './write-steps/operation.ts';

/** Changes the fields that the body names; point 6 judges the record before and after. */
export async function changeRecord(
  write: Write,
  name: string,
  id: string,
  body: unknown,
  beforeChange: BeforeChange,
): Promise<void> {
  const errors: FieldError[] = [];
  let locked: Locked;
  let values: RecordValues;
  await performSteps({
    admission: async () => admitUpdate(write, name),
    lock: async () => {
      locked = await lockFor(write, name, id, 'update');
    },
    body: async () => {
      const stated = await bodyNow(body, errors);
      values = readBody({ index: write.index, settable: settableFor(write), errors }, name, stated, false);
      refuseForbiddenFields(write, name, values, locked, errors);
    },
    references: async () => {
      await checkReferences(write, name, id, values, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
    },
    version: async () => {
      await beforeChange(id);
      values = { ...values, values: await keepUnseen(write, name, locked.before, values.values) };
    },
    ...savingSteps(write, name, id, () => ({ locked, values })),
  });
}

/** Refuses an update that the document does not know, or only of people who are signed in. */
export function admitUpdate(write: Write, entity: string): void {
  ownEntityFor(write, entity);
  refuseUnauthenticated(write, grantsOf(write, entity, 'update'));
}

/** Saves a judged change; does nothing if no value differs. `known` is the result of the steps before. */
export function savingSteps(
  write: Write,
  name: string,
  id: string,
  known: () => { readonly locked: Locked; readonly values: RecordValues },
): Pick<OperationSteps, 'guard' | 'save' | 'permission'> {
  const cells = () => cellsFor(write, name, 'update', namedIn(known().values));
  let differs = false;
  return {
    guard: () => judgeDraft(write, name, id, known().values.values, [cells()]),
    save: async () => {
      const { locked, values } = known();
      const own = await updateRecord(write, name, id, values.values);
      const children = await saveChildren(write, name, id, values, write.index.entity(name).clause);
      differs = own || children;
      if (!differs) return;
      if (!own) await stampRecord(write, name, id);
      note(write, name, id, locked.before, { ...changeBy(write.index, name, 'update'), path: '' });
    },
    permission: async () => {
      if (differs) sendAhead(write, judgeResult(write, name, id, cells()));
    },
  };
}

/**
 * The fields that this actor may not set on this record, each with its reason. An actor who may set none of the named
 * fields is refused as a whole, like one who may set no field at all.
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
