import { brokenBy } from '../../analysis/broken-rule.ts';
import { valuesByDefault } from '../../analysis/record-defaults.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { askedOfNew, type Entity, type Field, type SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/**
 * 3: Records that the document states comply with the lengths, ranges, patterns and forms of their fields, because they
 * are inserted unchanged; so does what a default gives them.
 */
export function checkRecordsInBounds(model: Model, context: Context): void {
  for (const entity of model.entities) {
    const asked = entity.fields.map(askedOfNew);
    for (const record of [...entity.records, ...entity.demoRecords]) judge(context, entity, asked, record);
  }
}

/** Reports all faults of one record as one error, in its row. */
function judge(context: Context, entity: Entity, fields: readonly Field[], record: SeedRecord): void {
  const { clause, values } = record;
  const byDefault = valuesByDefault(entity, record);
  const broken = fields.flatMap((field) => {
    const seed = values[field.name];
    const found = brokenBy(field, seed?.kind === 'value' ? seed.value : byDefault.get(field.name));
    return found === null ? [] : [{ field, ...found }];
  });
  const span = context.placeOf(clause);
  if (broken.length === 0 || !span) return;
  const related = broken.flatMap(({ field }) => context.placeOf(field.clause) ?? []);
  const reported = broken.map(({ field: { name }, value, rule }) => ({ field: name, value, rule }));
  context.report('N330', ENTITIES_CODES.N330, { entity: entity.name, broken: reported }, span, {
    clause,
    related: related.map((place) => ({ span: place, message: 'It is stated here.' })),
  });
}
