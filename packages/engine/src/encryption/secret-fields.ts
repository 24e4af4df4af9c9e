import type { Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { StoredValue } from '../run/values/reading.ts';
import { type Queryable, run } from '../store/pool.ts';
import { keyRingOf } from './key-ring.ts';
import { BrokenSeal, open, readSeal, seal } from './seal.ts';

/** The name under which values of a field are sealed. */
export function sealedName(entity: string, field: string): string {
  return `${entity}.${field}`;
}

/** Whether values of a field are sealed when they are stored. */
export function isSealed(index: PlanIndex, { type }: Pick<Field, 'type'>): boolean {
  return type.kind === 'secret' && keyRingOf(index.environment).current !== null;
}

/** Values of a record as they are stored: those of `secret` fields are sealed, if the deployment has a key. */
export function sealValues(
  index: PlanIndex,
  entity: string,
  id: string,
  values: ReadonlyMap<string, StoredValue>,
): ReadonlyMap<string, StoredValue> {
  const { current } = keyRingOf(index.environment);
  if (current === null) return values;
  const sealed = new Map(values);
  for (const field of index.entity(entity).fields) {
    const value = values.get(field.name);
    if (field.type.kind !== 'secret' || typeof value !== 'string') continue;
    sealed.set(field.name, seal(value, { name: sealedName(entity, field.name), record: id }, current));
  }
  return sealed;
}

/**
 * A stored secret in plain text. A value that was stored under another name of its field opens if the field has had
 * that name.
 * @throws {MissingKey}
 * @throws {BrokenSeal} if it was changed, or moved here from another record or field
 */
export async function openSecret(
  client: Queryable,
  index: PlanIndex,
  place: { readonly entity: string; readonly field: string; readonly id: string },
  stored: string,
): Promise<string> {
  const written = readSeal(stored);
  const name = sealedName(place.entity, place.field);
  if (written !== null && written.name !== name && !(await hasOtherName(client, name, written.name)))
    throw new BrokenSeal(`An encrypted value of ${written.name} was moved to ${name}.`);
  return open(stored, place.id, keyRingOf(index.environment));
}

/** Whether a field is or was called otherwise in another version of the document. */
async function hasOtherName(client: Queryable, name: string, other: string): Promise<boolean> {
  const rows = await run(client, {
    text: 'select from nonet.secret_name where name = $1 and other = $2',
    values: [name, other],
  });
  return rows.length > 0;
}
