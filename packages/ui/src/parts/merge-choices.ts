import type { EntityView, FieldView, RecordView } from '@nonet/client';

/** One of two records that are compared. */
export type Side = 0 | 1;

type Both = readonly [RecordView, RecordView];

/** Kinds that say nothing of a record that is about to go: lists of others, which refer to the one that stays then. */
const LEFT_OUT: ReadonlySet<string> = new Set(['all', 'secret', 'id', 'open']);

/** The fields in which two records are compared: those that both show their reader, and that one of them fills. */
export function comparedFields({ fields }: Pick<EntityView, 'fields'>, both: Both): readonly FieldView[] {
  return fields.filter(
    ({ kind, name }) =>
      !LEFT_OUT.has(kind) &&
      !DERIVED.has(name) &&
      both.every((record) => Object.hasOwn(record, name)) &&
      both.some((record) => isFilled(record[name])),
  );
}

/** The product's own fields of every record. */
const DERIVED: ReadonlySet<string> = new Set([
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'version',
  'kept_until',
]);

/** Whose value is kept, before somebody chooses: that of the one that stays, unless it has none. */
export function firstChoices(fields: readonly FieldView[], both: Both, stays: Side): Readonly<Record<string, Side>> {
  const other: Side = stays === 0 ? 1 : 0;
  const fromOther = fields.filter(({ name }) => !isFilled(both[stays][name]) && isFilled(both[other][name]));
  return Object.fromEntries(fromOther.map(({ name }) => [name, other]));
}

export function isAlike(both: Both, { name }: Pick<FieldView, 'name'>): boolean {
  return JSON.stringify(both[0][name]) === JSON.stringify(both[1][name]);
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}
