import type { Entity, Field, NewNames, SeedRecord, SeedValue } from '@nonet/language';

/** A record of a former document as the later one would state it: the same values, in the names of now. */
export function recordInNewNames(record: SeedRecord, entity: Entity, names: NewNames): SeedRecord {
  const fields = new Map(entity.fields.map((field) => [field.name, field]));
  const values = Object.entries(record.values).map(([name, value]): [string, SeedValue] => [
    names.field(entity.name, name),
    valueInNewNames(value, entity, fields.get(name) ?? null, names),
  ]);
  return { ...record, values: Object.fromEntries(values) };
}

function valueInNewNames(value: SeedValue, entity: Entity, field: Field | null, names: NewNames): SeedValue {
  switch (value.kind) {
    case 'none':
      return value;
    case 'reference':
    case 'references':
      return { ...value, entity: names.entity(value.entity) };
    case 'value':
      return field === null ? value : { ...value, value: named(value.value, entity, field, names) };
  }
}

/** Renames the values that the document itself names: roles, choices and states. */
function named(value: unknown, entity: Entity, field: Field, names: NewNames): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => named(each, entity, field, names));
  if (typeof value !== 'string') return value;
  const { kind } = field.type;
  if (kind === 'roles') return names.role(value);
  if (kind === 'enum') return names.choice(entity.name, field.name, value);
  return kind === 'state' ? names.state(entity.name, value) : value;
}
