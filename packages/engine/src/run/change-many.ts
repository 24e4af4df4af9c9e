import { mayBeGiven } from './body.ts';
import { message } from '@nonet/language';
import type { ManyChange } from '../engine.ts';
import type { FieldError } from '../refusal.ts';
import { grantsOf, lockFor, ownEntityFor, refuseUnauthenticated, settableFor } from './authorize.ts';
import { checkUses } from './references.ts';
import { refuseInvalid } from './refuse.ts';
import { applyChange, refuseForbiddenFields } from './update.ts';
import type { Write } from './write.ts';

/**
 * Puts one record into a list, or takes it out, whatever else stands there: `update` of the field, judged on the record
 * before and after (6). Adding what is there and removing what is not changes nothing, and is no mistake.
 */
export async function changeMany(write: Write, name: string, id: string, { field, ...change }: ManyChange) {
  ownEntityFor(write, name);
  refuseUnauthenticated(write, grantsOf(write, name, 'update'));
  const locked = await lockFor(write, name, id, 'update');
  const list = write.index.field(name, field);
  if (list.type.kind !== 'many') throw new Error(`${list.clause} lists no references.`);
  const errors: FieldError[] = [];
  if (!mayBeGiven(settableFor(write)(name, list, false)))
    errors.push({
      field,
      code: 'INVALID',
      message: message('notSettable', { label: list.label }),
      clause: list.clause,
    });
  const asked = { values: new Map([[field, [change.id]]]), children: new Map() };
  refuseForbiddenFields(write, name, asked, locked, errors);
  await checkUses(write, [{ field: list, id: change.id, path: field }], [], errors);
  if (errors.length > 0) throw refuseInvalid(write.index, errors);

  const former = (JSON.parse(locked.before) as Record<string, unknown>)[field];
  const others = (Array.isArray(former) ? former : []).map(String).filter((other) => other !== change.id);
  const values = new Map([[field, change.change === 'add' ? [...others, change.id] : others]]);
  await applyChange(write, name, id, locked, { values, children: new Map() });
}
