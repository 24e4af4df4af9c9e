import type { Entity } from '@nonet/language';
import { clauseComment } from '../../sql/clause-comment.ts';
import { column, columnOf, quote, sqlType, storedFields, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Candidates } from './candidates.ts';
import { isLarge } from './large-tables.ts';
import { clauseOfList, orderParts } from './list-clause.ts';
import { isReadBackwards } from './list-order.ts';
import type { CheckedList, ListRow, UnplacedList } from './list-statement.ts';
import { findRankedRecords } from './ranking.ts';
import { findFewRecords } from './rare-terms.ts';
import { type ReadScope, runOnce } from '../read-scope.ts';

/** The number of referred records that are considered at first, and in further tries. */
const TRIES = [10, 100, 2_000];
/** If more of them have equal values, the whole table is read. */
const MOST = 5_000;

/** The records in which a page is looked up. */
type Attempt = Pick<CheckedList, 'among' | 'ranked'>;

/**
 * Candidates for the records of a page, one set after the other; null: the whole table. They only narrow the search:
 * rights and filters belong to the list's own statement.
 */
export async function* pageCandidates(scope: ReadScope, list: UnplacedList): AsyncGenerator<Attempt> {
  if (await isLarge(scope.client, list.entity.name)) {
    const few = await fewCandidates(scope, list);
    if (few !== null) {
      yield { among: few, ranked: null };
      return;
    }
    if (list.ranking !== null) {
      yield { among: null, ranked: await findRankedRecords(scope, list, list.ranking) };
      return;
    }
    for await (const among of firstReferred(scope, list)) yield { among, ranked: null };
  }
  yield { among: null, ranked: null };
}

/** Candidates for all records of a list, if few of a large table can belong to it; else null. */
export async function smallCandidates(scope: ReadScope, list: UnplacedList): Promise<Candidates | null> {
  return (await isLarge(scope.client, list.entity.name)) ? fewCandidates(scope, list) : null;
}

async function fewCandidates(scope: ReadScope, list: UnplacedList): Promise<Candidates | null> {
  const ids = await findFewRecords(scope, list);
  return ids === null ? null : { column: SYSTEM_COLUMNS.id, ids, areAll: true };
}

/** Whether a page equals the one of the whole list: no record outside the candidates precedes its last record. */
export function isWholePage(candidates: Candidates | null, { found, last }: ListRow, size: number): boolean {
  if (candidates === null || candidates.areAll) return true;
  if (found <= size || last === null) return false;
  const [, key] = JSON.parse(last) as [string, ...(string | null)[]];
  return key !== null && key !== undefined;
}

/**
 * For an order by a field of a reference: the records that refer to the first ones in that order. All records with an
 * equal value are included, so that every other record has a later value, or one that this reader may not read and
 * that comes last.
 */
async function* firstReferred(scope: ReadScope, list: UnplacedList): AsyncGenerator<Candidates> {
  const { index } = scope;
  const { entity, order, cursor } = list;
  const [first] = order;
  const [name = '', field = '', ...more] = first?.path.segments ?? [];
  const reference = stored(entity, name);
  if (first === undefined || more.length > 0 || reference?.type.kind !== 'reference') return;
  const referred = index.entity(reference.type.entity);
  const target = stored(referred, field);
  if (target === null) return;
  const from = cursor === null ? undefined : cursor.keys[0];
  if (from === null) return;
  for (const tried of TRIES) {
    const parameters = new Parameters();
    parameters.carryOut(clauseOfList(list), ...orderParts(list));
    const key = column('r', columnOf(target));
    const table = `${parameters.table(reference.type.entity)} r`;
    const [beyond, direction] = first.descending ? ['<=', 'desc'] : ['>=', 'asc'];
    const begins =
      from === undefined
        ? `${key} is not null`
        : `${key} ${beyond} ${parameters.bind(from, 'text')}::${sqlType(first.path.expression.type)}`;
    // None of them is null, so that an index may be read from either end.
    const nulls = isReadBackwards(index, referred, target.name, first.descending) ? 'first' : 'last';
    const begin = `select r.${quote('id')} as id from ${table} where ${begins} order by ${key} ${direction} nulls ${nulls} fetch first ${tried} rows with ties`;
    const text = `select id from (${begin}) r limit ${MOST + 1}${clauseComment(parameters.carriedOut)}`;
    const rows = await runOnce<{ id: string }>(scope, text, parameters);
    if (rows.length > MOST) return;
    yield { column: columnOf(reference), ids: rows.map(({ id }) => id), areAll: false };
  }
}

function stored(entity: Entity, name: string) {
  return storedFields(entity).find((field) => field.name === name) ?? null;
}
