import type { NewNames } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { columnOf, quote, storedFields, tableName, type StoredField } from '../sql/identifiers.ts';
import type { Pool } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';

/** The schema that keeps the former records of a copy. */
const KEPT = 'rehearsal';

/** Records whose field has another value than before, or that are not there any more. */
export interface OtherValues {
  /** The name in the former document: `Claim.total`, or `Claim` if records are gone. */
  readonly of: string;
  readonly records: number;
  /** The ids of the first of them. */
  readonly ids: readonly string[];
  /** Whether the field, or the entity, has no place in the new document. */
  readonly isGone: boolean;
}

export async function keepValues(pool: Pool): Promise<void> {
  await pool.query(`drop schema if exists ${KEPT} cascade; create schema ${KEPT}`);
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'product'::regnamespace and relkind = 'r' and not starts_with(relname, '${OWN_PREFIX}')`,
  );
  for (const { name } of rows) await pool.query(`create table ${KEPT}.${quote(name)} as table product.${quote(name)}`);
}

interface Pair {
  readonly field: string;
  readonly former: string;
  /** Null if the new document stores it no more. */
  readonly now: string | null;
}

/** Compares all values with those that were kept. `names`: what the document of the copy calls what `before` has. */
export async function readOtherValues(
  pool: Pool,
  before: PlanIndex,
  after: PlanIndex,
  names: Pick<NewNames, 'entity' | 'field'>,
): Promise<readonly OtherValues[]> {
  const others: OtherValues[] = [];
  for (const entity of before.plan.entities) {
    const now = after.plan.entities.find(({ name }) => name === names.entity(entity.name)) ?? null;
    if (now === null) {
      const { count, ids } = await which(pool, `${KEPT}.${quote(tableName(entity.name))} was`, 'true');
      if (count > 0) others.push({ of: entity.name, records: count, ids, isGone: true });
      continue;
    }
    const stored = new Map<string, StoredField>(storedFields(now).map((field) => [field.name, field]));
    const pairs = storedFields(entity).map((field): Pair => {
      const own = stored.get(names.field(entity.name, field.name));
      return { field: field.name, former: columnOf(field), now: own === undefined ? null : columnOf(own) };
    });
    const both = `${KEPT}.${quote(tableName(entity.name))} was left join product.${quote(tableName(now.name))} is_ on is_."id" = was."id"`;
    const lost = await which(pool, both, 'is_."id" is null');
    if (lost.count > 0) others.push({ of: entity.name, records: lost.count, ids: lost.ids, isGone: true });
    for (const { field, former, now: column } of pairs) {
      const was = `was.${quote(former)}`;
      const differs =
        column === null
          ? `${was} is not null`
          : `is_."id" is not null and ${distinct(was, `is_.${quote(column)}`, await typesOf(pool, entity.name, former, now.name, column))}`;
      const found = await which(pool, both, differs);
      if (found.count > 0)
        others.push({ of: `${entity.name}.${field}`, records: found.count, ids: found.ids, isGone: column === null });
    }
  }
  return others;
}

async function typesOf(pool: Pool, formerEntity: string, former: string, entity: string, column: string) {
  const { rows } = await pool.query<{ is_same: boolean }>(
    `select count(distinct atttypid) = 1 as is_same from pg_attribute
     where (attrelid = to_regclass($1) and attname = $2) or (attrelid = to_regclass($3) and attname = $4)`,
    [`${KEPT}.${quote(tableName(formerEntity))}`, former, `product.${quote(tableName(entity))}`, column],
  );
  return rows[0]?.is_same === true;
}

function distinct(was: string, now: string, isSameType: boolean): string {
  return isSameType ? `${was} is distinct from ${now}` : `${was}::text is distinct from ${now}::text`;
}

const NAMED = 5;

async function which(pool: Pool, from: string, condition: string): Promise<{ count: number; ids: readonly string[] }> {
  const { rows } = await pool.query<{ count: number; ids: string[] }>(
    `select count(*)::int as count, coalesce((array_agg(was."id"::text order by was."id"))[1:${NAMED}], '{}') as ids from ${from} where ${condition}`,
  );
  return rows[0] ?? { count: 0, ids: [] };
}
