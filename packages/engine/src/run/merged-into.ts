import type { PlanIndex } from '../plan-index.ts';
import { table } from '../sql/identifiers.ts';
import type { Queryable } from '../store/pool.ts';
import { run } from '../store/pool.ts';
import { readId } from './values/identifier.ts';
import { wireId } from './values/number-id.ts';

/** The record into which the one with this id was merged; null: it never was. */
export async function findMergedInto(
  client: Queryable,
  index: PlanIndex,
  entity: string,
  id: string,
): Promise<string | number | null> {
  const gone = readId(id);
  if (gone === null || index.findEntity(entity) === null) return null;
  const [found] = await run<{ stays: string }>(client, {
    text: 'select stays from nonet.merged where gone = $1::uuid and relation = $2::text::regclass',
    values: [gone, table(entity)],
  });
  return found === undefined ? null : wireId(index, entity, found.stays);
}

/** A record and those that were merged into it, as a subselect of their ids. `relation`: its table. */
export function mergedWith(relation: string, id: string): string {
  return `(select ${id} union all select m.gone from nonet.merged m where m.stays = ${id} and m.relation = '${relation}'::regclass)`;
}
