import { type Field, message } from '@nonet/language';
import type { ManyChange } from '../engine.ts';
import type { FieldError } from '../refusal.ts';
import { type Locked, lockFor } from './authorize.ts';
import { mayBeGiven, type RecordValues } from './body.ts';
import { checkUses } from './references.ts';
import { refuseInvalid } from './refuse.ts';
import { settableFor } from './settable.ts';
import { admitUpdate, refuseForbiddenFields, savingSteps } from './update.ts';
import type { Write } from './write.ts';
import { NOTHING, performSteps } from './write-steps/operation.ts';

/**
 * Adds one record to a `many` list or removes it, independently of the list's other records: an `update` of the field,
 * judged on the record before and after (6). Adding a record that is in the list, or removing one that is not, changes
 * nothing and is no error.
 */
export async function changeMany(write: Write, name: string, id: string, { field, ...change }: ManyChange) {
  const errors: FieldError[] = [];
  let locked: Locked;
  let list: Field;
  let values: RecordValues;
  await performSteps({
    admission: async () => admitUpdate(write, name),
    lock: async () => {
      locked = await lockFor(write, name, id, 'update');
    },
    body: async () => {
      list = write.index.field(name, field);
      if (list.type.kind !== 'many') throw new Error(`${list.clause} lists no references.`);
      if (!mayBeGiven(settableFor(write)(name, list, false)))
        errors.push({
          field,
          code: 'INVALID',
          message: message('notSettable', { label: list.label }),
          clause: list.clause,
        });
      const asked = { values: new Map([[field, [change.id]]]), children: new Map() };
      refuseForbiddenFields(write, name, asked, locked, errors);
    },
    references: async () => {
      await checkUses(write, [{ field: list, id: change.id, path: field }], [], errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
      const former = (JSON.parse(locked.before) as Record<string, unknown>)[field];
      const others = (Array.isArray(former) ? former : []).map(String).filter((other) => other !== change.id);
      const ids = change.change === 'add' ? [...others, change.id] : others;
      values = { values: new Map([[field, ids]]), children: new Map() };
    },
    version: NOTHING,
    ...savingSteps(write, name, id, () => ({ locked, values })),
  });
}
