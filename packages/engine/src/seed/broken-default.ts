import { askedOfNew, type Entity, messageFormatIn, type SeedRecord } from '@nonet/language';
import { checkedFields } from '../run/validation/check-fields.ts';
import { brokenForm, brokenLimit } from '../run/validation/field-limits.ts';
import type { Write } from '../run/write.ts';
import { column, table } from '../sql/identifiers.ts';
import { run } from '../store/pool.ts';

/** A record of the document leaves a field to its default, which gives a value that the field can't have. */
export class BrokenDefault extends Error {
  constructor(clause: string, field: string, problem: string) {
    super(`${clause}: the default of ${field} gives this record a value that it can't have. ${problem}`);
    this.name = 'BrokenDefault';
  }
}

interface Row {
  readonly entity: Entity;
  readonly record: SeedRecord;
  readonly id: string;
}

/**
 * Judges what defaults have put into the document's records. The checker has judged what they state; a default that
 * reads other fields has its value only here (3).
 * @throws BrokenDefault
 */
export async function refuseBrokenDefaults(write: Write, rows: readonly Row[]): Promise<void> {
  for (const [entity, own] of Map.groupBy(rows, (row) => row.entity)) {
    const preset = checkedFields(write, entity.name).filter((field) => field.default !== null);
    if (preset.length === 0) continue;
    const columns = preset.map(({ name }) => column('t', name));
    const stored = await run(write.client, {
      text: `select t."id", ${columns.join(', ')} from ${table(entity.name)} t where t."id" = any($1)`,
      values: [own.map(({ id }) => id)],
    });
    const valuesOf = new Map(stored.map((values) => [values.id, values]));
    for (const { record, id } of own)
      for (const field of preset.filter(({ name }) => !(name in record.values))) {
        const value = valuesOf.get(id)?.[field.name];
        const broken = brokenLimit(askedOfNew(field), value, write.index.plan.settings) ?? brokenForm(field, value);
        if (broken !== null)
          throw new BrokenDefault(record.clause, field.name, messageFormatIn('en').message(broken.message));
      }
  }
}
