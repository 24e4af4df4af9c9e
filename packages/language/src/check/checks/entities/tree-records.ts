import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Entity, Field, SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { recordsNamed } from '../../derived/seed-names.ts';

/** 3: The records that a document states keep to a `tree` like any others: none of them leads back to itself. */
export function checkTreeRecords(model: Model, context: Context): void {
  for (const entity of model.entities)
    for (const field of entity.fields) if (field.tree) checkTree(model, context, entity, field);
}

function checkTree(model: Model, context: Context, entity: Entity, { name }: Field): void {
  const records = [...entity.records, ...entity.demoRecords];
  const stated = { entities: model.entities, of: (of: Entity) => [...of.records, ...of.demoRecords] };
  const above = new Map<SeedRecord, { readonly text: string; readonly record: SeedRecord }>();
  for (const record of records) {
    const value = record.values[name];
    if (value?.kind !== 'reference') continue;
    const { found } = recordsNamed(stated, entity, value.text);
    const [only] = found;
    if (only !== undefined && found.length === 1) above.set(record, { text: value.text, record: only });
  }
  const seen = new Set<SeedRecord>();
  for (const start of records) {
    const way: SeedRecord[] = [];
    for (let at: SeedRecord | undefined = start; at !== undefined && !seen.has(at); at = above.get(at)?.record) {
      seen.add(at);
      way.push(at);
    }
    const last = way.at(-1);
    const back = last === undefined ? undefined : above.get(last);
    const from = back === undefined ? -1 : way.indexOf(back.record);
    if (last === undefined || back === undefined || from < 0) continue;
    const span = model.places.get(`${last.clause}.${name}`) ?? model.places.get(last.clause);
    if (!span) continue;
    const steps = way.slice(from).flatMap((record) => above.get(record)?.text ?? []);
    const path = [back.text, ...steps];
    context.report('N340', ENTITIES_CODES.N340, { field: name, path }, span, { clause: last.clause });
  }
}
