import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Entity, SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { recordsNamed } from '../../derived/seed-names.ts';

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
      for (const text of value.kind === 'reference' ? [value.text] : value.texts) {
        const { found, isSure, names, dated } = recordsNamed({ entities: model.entities, of: reachable }, entity, text);
        if (found.length === 0 && dated !== null) {
          const details = { text, entity: entity.name, field: dated.name };
          context.report('N341', ENTITIES_CODES.N341, details, span, { clause: row.clause });
        }
        if (found.length === 1 || (found.length === 0 && !isSure)) continue;
        const offered = found.length === 0 ? nearest(text, names) : null;
        const details = { text, entity: entity.name, nearest: offered, found: found.length };
        const related = found.flatMap(({ clause }) => model.places.get(clause) ?? []);
        context.report('N316', ENTITIES_CODES.N316, details, span, {
          clause: row.clause,
          related: related.map((place) => ({ span: place, message: 'This record is called so.' })),
        });
      }
    }
  }
}
