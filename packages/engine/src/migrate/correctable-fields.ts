import { readFields } from '@nonet/language';
import { storedFields } from '../sql/identifiers.ts';
import type { Change } from './change.ts';
import type { FieldInUse } from './plan/migration-plan.ts';
import type { PlannedChange } from './planned-change.ts';

/** Kinds of fields that people can't write: the product itself gives numbers and slugs, and events give states. */
const NOT_WRITTEN = new Set(['number', 'slug', 'state']);

/**
 * The fields of the document in use whose values prevent a change, so that other values in them would help: the field
 * itself, or the fields that its `from` reads. None if no value helps, for instance for a new field.
 */
export function correctableFields(
  { before, after, names, conversions }: PlannedChange,
  { clause, obstacle }: Pick<Change, 'clause' | 'obstacle'>,
): readonly FieldInUse[] {
  const [point, entity = '', ...rest] = clause.split('.');
  const [name] = rest;
  const former = before.plan.entities.find((each) => names.entity(each.name) === entity);
  if (point !== '3' || former === undefined || name === undefined) return [];
  const stored = storedFields(former).filter(({ type }) => !NOT_WRITTEN.has(type.kind));
  const inUse = (isMeant: (field: string) => boolean) =>
    stored.flatMap((field) => (isMeant(field.name) ? [{ entity: former.name, field: field.name }] : []));
  const expression = conversions.pending.get(`${entity}.${name}`)?.expression ?? null;
  if (expression !== null) {
    const read = readFields(expression).filter((each) => each.entity === former.name);
    return inUse((field) => read.some((each) => each.field === field));
  }
  const meant = obstacle?.fields ?? [name];
  const isGone = (field: string) => after.findField(entity, names.field(former.name, field)) === null;
  // A field that is gone may only be emptied, which the document in use refuses for a required field.
  return inUse((field) => meant.includes(names.field(former.name, field))).filter(
    ({ field }) => !isGone(field) || before.findField(former.name, field)?.required !== true,
  );
}
