import type { Entity, Plan } from '@nonet/language';
import { systemClock } from '../clock.ts';
import { findOthers } from '../migrate/effects/asked-of-new.ts';
import type { PlannedRefusal } from '../migrate/plan/migration-plan.ts';
import { readMigrationPlan } from '../migrate/plan/read-migration-plan.ts';
import { requireOwnTables } from '../migrate/own.ts';
import { NotPutToUse } from '../migrate/refusals.ts';
import { storedDocument } from '../migrate/stored-document.ts';
import { indexPlan } from '../plan-index.ts';
import { column, columnOf, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { openPool, type Pool } from '../store/pool.ts';

/** A record that has no place in a document because of one of its fields. */
export interface RecordToCorrect {
  /** The entity's name in the document in use. */
  readonly entity: string;
  readonly id: string;
  /** The record in whose list it is; null if it is in none. */
  readonly owner: { readonly entity: string; readonly field: string; readonly id: string } | null;
  readonly field: string;
  /**
   * The value as in a cell of a table: a reference by its id, several separated by commas; `(secret)` for a secret;
   * null if there is none.
   */
  readonly value: string | null;
  readonly problem: string;
  /** The words that the document could have instead; null if only another value helps. */
  readonly remedy: string | null;
}

/** A refusal that no value of the document in use can avoid, and what to write in the new document instead. */
export interface LeftToDocument extends Pick<PlannedRefusal, 'words' | 'count' | 'remedy'> {
  readonly clause: string;
}

export interface RecordsToCorrect {
  readonly records: readonly RecordToCorrect[];
  readonly leftToDocument: readonly LeftToDocument[];
}

export interface CorrectOptions {
  readonly plan: Plan;
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * The records that a document has no place for, each with the field of the document in use that needs another value.
 * If the document is the one in use: the records that lack values that only new records require (3, `for new`, `else
 * open`). Changes nothing.
 * @throws {NotPutToUse} If the database holds no product.
 */
export async function readRecordsToCorrect(options: CorrectOptions): Promise<RecordsToCorrect> {
  const { plan, databaseUrl, environment = process.env } = options;
  const planned = await readMigrationPlan({ plan, databaseUrl, environment, namedRecords: null });
  if (planned.outcome === 'create') throw new NotPutToUse(false);
  const pool = openPool(databaseUrl, { connections: 1, answerMilliseconds: 0 });
  try {
    await requireOwnTables(pool);
    const stored = await storedDocument(pool);
    if (stored === null) throw new NotPutToUse(false);
    const refusals = planned.changes.flatMap(({ clause, refusals: own }) => own.map((each) => ({ ...each, clause })));
    const records: RecordToCorrect[] = [];
    const leftToDocument: LeftToDocument[] = [];
    for (const { clause, words, count, remedy, ids, correctable } of refusals) {
      if (correctable.length === 0) leftToDocument.push({ clause, words, count, remedy });
      for (const { entity: name, field } of correctable) {
        const entity = stored.plan.entities.find((each) => each.name === name);
        if (entity !== undefined)
          records.push(...(await readValues(pool, entity, field, { ids, problem: words, remedy })));
      }
    }
    if (planned.outcome === 'in use') records.push(...(await readOpen(pool, options)));
    return { records, leftToDocument };
  } finally {
    await pool.end();
  }
}

async function readOpen(pool: Pool, { plan, environment = process.env }: CorrectOptions): Promise<RecordToCorrect[]> {
  const index = indexPlan(plan, environment);
  const open: RecordToCorrect[] = [];
  for (const entity of plan.entities)
    for (const field of storedFields(entity)) {
      if (field.forNew === undefined) continue;
      const { ids } = await findOthers({ index, pool, clock: systemClock }, entity.name, field, null);
      const words = `\`${entity.name}.${field.name}\` lacks what is asked of new values`;
      open.push(...(await readValues(pool, entity, field.name, { ids, problem: words, remedy: null })));
    }
  return open;
}

async function readValues(
  pool: Pool,
  entity: Entity,
  name: string,
  { ids, problem, remedy }: Pick<RecordToCorrect, 'problem' | 'remedy'> & { readonly ids: readonly string[] },
): Promise<RecordToCorrect[]> {
  const field = storedFields(entity).find((each) => each.name === name);
  if (field === undefined || ids.length === 0) return [];
  const value = column('t', columnOf(field));
  const isSecret = field.type.kind === 'secret';
  const isList = field.type.kind === 'many' || field.type.kind === 'roles';
  const { owner } = entity;
  const parent = owner === null ? 'null' : `t.${quote(SYSTEM_COLUMNS.parent)}::text`;
  const { rows } = await pool.query<{ id: string; parent: string | null; value: string | null }>(
    `select t."id"::text as id, ${parent} as parent, ${isSecret ? `case when ${value} is not null then '(secret)' end` : isList ? `array_to_string(${value}, ',')` : `${value}::text`} as value
     from ${table(entity.name)} t where t."id" = any($1::uuid[]) order by t."id"`,
    [ids],
  );
  return rows.map((row) => ({
    entity: entity.name,
    id: row.id,
    owner: owner === null || row.parent === null ? null : { ...owner, id: row.parent },
    field: name,
    value: row.value,
    problem,
    remedy,
  }));
}
