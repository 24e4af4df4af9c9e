import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Entity, SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/**
 * 3: A reference among records names a record by its title or a unique field. `#### Records` are put in everywhere, so
 * they can't refer to `#### Demo records`.
 */
export function checkSeedReferences(model: Model, context: Context): void {
  for (const entity of model.entities) {
    checkRows(model, context, entity.records, (referred) => referred.records);
    checkRows(model, context, entity.demoRecords, (referred) => [...referred.records, ...referred.demoRecords]);
  }
}

function checkRows(
  model: Model,
  context: Context,
  rows: readonly SeedRecord[],
  reachable: (entity: Entity) => readonly SeedRecord[],
): void {
  for (const row of rows) {
    for (const [field, value] of Object.entries(row.values)) {
      if (value.kind !== 'reference' && value.kind !== 'references') continue;
      const entity = model.entities.find((candidate) => candidate.name === value.entity);
      const span = model.places.get(`${row.clause}.${field}`) ?? model.places.get(row.clause);
      if (!entity || !span) continue;
      const names = reachable(entity).flatMap((record) => namesOf(entity, record));
      if (names.includes(null)) continue;
      const known = names.filter((name) => name !== null);
      for (const text of value.kind === 'reference' ? [value.text] : value.texts) {
        if (known.includes(text)) continue;
        const holes = { text, entity: entity.name, nearest: nearest(text, known) };
        context.report('N316', ENTITIES_CODES.N316, holes, span, { clause: row.clause });
      }
    }
  }
}

/** What a record is known by; null among them where its title can't be known before it is stored (a given number). */
function namesOf(entity: Entity, record: SeedRecord): (string | null)[] {
  const unique = entity.fields
    .filter((field) => field.unique !== null && field.type.kind !== 'number' && field.type.kind !== 'slug')
    .map((field) => textOf(record, field.name) ?? '');
  const title: (string | null)[] = entity.title.map((part) => {
    if (typeof part === 'string') return part;
    const isOwnField = part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this';
    return isOwnField ? textOf(record, part.field) : null;
  });
  return [...unique, title.includes(null) ? null : title.join('')];
}

function textOf(record: SeedRecord, field: string): string | null {
  const value = record.values[field];
  return value?.kind === 'value' ? String(value.value) : null;
}
