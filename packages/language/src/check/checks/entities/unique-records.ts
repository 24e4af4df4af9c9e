import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Entity, SeedRecord, SeedValue } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/**
 * 3: The records of a document comply with `unique`, together with those for `dev`. Otherwise the product can't start.
 */
export function checkUniqueRecords(model: Model, context: Context): void {
  for (const entity of model.entities) {
    const records = [...entity.records, ...entity.demoRecords];
    if (records.length < 2) continue;
    for (const fields of groupsOf(entity)) {
      const first = new Map<string, SeedRecord>();
      for (const record of records) {
        const key = keyOf(entity, fields, record);
        const former = key === null ? undefined : first.get(key);
        if (key !== null && !former) first.set(key, record);
        if (former) report(context, entity, fields, record, former);
      }
    }
  }
}

/** The fields that are unique, alone or together. A child's parent is known from its place. */
function groupsOf({ fields, unique }: Entity): readonly (readonly string[])[] {
  const alone = fields.flatMap(({ name, unique: kind }) => (kind === null ? [] : [[name]]));
  return [
    ['id'],
    ...alone,
    ...unique.filter((group) => group.every((name) => fields.some((field) => field.name === name))),
  ];
}

/** The values of a record's fields, as one text; null if one of them is empty: it is like no other then. */
function keyOf({ fields }: Entity, names: readonly string[], { values }: SeedRecord): string | null {
  const parts: string[] = [];
  for (const name of names) {
    const text = textOf(values[name]);
    if (text === null) return null;
    parts.push(fields.find((field) => field.name === name)?.unique === 'ignoring case' ? text.toLowerCase() : text);
  }
  return JSON.stringify(parts);
}

function textOf(value: SeedValue | undefined): string | null {
  if (value?.kind === 'reference') return value.text;
  return value?.kind === 'value' && value.value !== null ? JSON.stringify(value.value) : null;
}

function report(
  context: Context,
  entity: Entity,
  fields: readonly string[],
  record: SeedRecord,
  former: SeedRecord,
): void {
  const [only] = fields;
  const span =
    (fields.length === 1 ? context.placeOf(`${record.clause}.${only}`) : undefined) ?? context.placeOf(record.clause);
  const place = context.placeOf(former.clause);
  if (!span) return;
  context.report('N329', ENTITIES_CODES.N329, { entity: entity.name, fields }, span, {
    clause: record.clause,
    ...(place && { related: [{ span: place, message: 'This record has it already.' }] }),
  });
}
