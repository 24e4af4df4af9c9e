import { askedOfNew, type Entity, messageFormatIn, type SeedRecord } from '@nonet/language';
import { checkedFields } from '../run/validation/check-fields.ts';
import { brokenForm, brokenLimit } from '../run/validation/field-limits.ts';
import type { Write } from '../run/write.ts';
import { column, quote, table } from '../sql/identifiers.ts';
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
  for (const { entity, record, id } of rows) {
    const left = checkedFields(write, entity.name).filter(
      ({ name, default: preset }) => preset !== null && !(name in record.values),
    );
    if (left.length === 0) continue;
    const [stored] = await run(write.client, {
      text: `select ${left.map(({ name }) => column('t', name)).join(', ')} from ${table(entity.name)} t where ${quote('id')} = $1`,
      values: [id],
    });
    for (const field of left) {
      const value = stored?.[field.name];
      const broken = brokenLimit(askedOfNew(field), value, write.index.plan.settings) ?? brokenForm(field, value);
      if (broken !== null)
        throw new BrokenDefault(record.clause, field.name, messageFormatIn('en').message(broken.message));
    }
  }
}
