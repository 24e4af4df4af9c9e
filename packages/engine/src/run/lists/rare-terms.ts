import type { Entity } from '@nonet/language';
import { clauseComment } from '../../sql/clause-comment.ts';
import { column, columnOf } from '../../sql/identifiers.ts';
import { foldedColumn, isIndexedPath } from '../../sql/searched-columns.ts';
import { Parameters } from '../../sql/parameters.ts';
import { FEW } from './candidates.ts';
import { clauseOfList, narrowingParts } from './list-clause.ts';
import type { CheckedList, UnplacedList } from './list-statement.ts';
import { filterSlots, searchSlots } from './filter.ts';
import type { ReadablePath } from './readable-path.ts';
import { type ReadScope, runOnce } from '../read-scope.ts';

/** The maximum number of terms that are tried, the longest first: few records have a long one. */
const MOST_TRIED = 3;

/** A text that records have to hold in one of these fields. */
interface Term {
  readonly pattern: string;
  readonly paths: readonly ReadablePath[];
}

/**
 * The records that contain one of the terms of a search or filter, if these are few; else null. They only narrow the
 * list's own statement, which checks rights and whether the record matches. PostgreSQL can't choose between its indexes
 * there, because a prepared statement doesn't know how rare its terms are.
 */
export async function findFewRecords(scope: ReadScope, list: UnplacedList): Promise<readonly string[] | null> {
  const longest = termsOf(list)
    .filter(
      ({ paths }) =>
        paths.length > 0 && paths.every(({ segments }) => isIndexedPath(scope.index, list.entity, segments)),
    )
    .sort((one, other) => other.pattern.length - one.pattern.length);
  for (const term of longest.slice(0, MOST_TRIED)) {
    for (const pattern of patternsOf(term)) {
      const found = await findRecords(scope, list, { ...term, pattern });
      if (found !== null) return found;
    }
  }
  return null;
}

const LONG_NUMBER = /\d{5,}/g;

/**
 * The patterns to look a term up by. A long number is nearly always rare by itself, and what numbers begin with alike
 * (`INV-`) makes the index compare as many entries as there are records.
 */
function patternsOf({ pattern }: Term): string[] {
  const [longest] = (pattern.match(LONG_NUMBER) ?? []).sort((one, other) => other.length - one.length);
  const alone = `%${longest}%`;
  return longest === undefined || alone === pattern ? [pattern] : [alone, pattern];
}

function termsOf({ filters, terms, searched }: Pick<CheckedList, 'filters' | 'terms' | 'searched'>): Term[] {
  const patterns = Object.values(searchSlots(terms));
  return [
    ...patterns.map((pattern) => ({ pattern, paths: searched })),
    ...filters.flatMap((filter, place) =>
      filter.operator === 'contains' || filter.operator === 'starts'
        ? [{ pattern: String(filterSlots(filter, place)[`filter_${place}`]), paths: [filter.path] }]
        : [],
    ),
  ];
}

/** Planned for this term alone, so that PostgreSQL knows whether it is rare. */
async function findRecords(scope: ReadScope, list: UnplacedList, { pattern, paths }: Term): Promise<string[] | null> {
  const parameters = new Parameters();
  parameters.carryOut(clauseOfList(list), ...narrowingParts(list));
  const sought = parameters.bind(pattern, 'text');
  const matches = paths.map((path) => `(${compileMatch(scope, parameters, list.entity, path, sought)})`);
  const text = `select id from (${matches.join(' union all ')}) found limit ${FEW + 1}${clauseComment(parameters.carriedOut)}`;
  const rows = await runOnce<{ id: string }>(scope, text, parameters);
  return rows.length > FEW ? null : [...new Set(rows.map(({ id }) => id))];
}

function compileMatch(
  { index }: ReadScope,
  parameters: Parameters,
  entity: Entity,
  { segments: [first = '', second] }: ReadablePath,
  sought: string,
): string {
  const row = parameters.alias();
  const from = `select ${column(row, 'id')} as id from ${parameters.table(entity.name)} ${row}`;
  const matches = (alias: string, of: string, name: string) =>
    `${foldedColumn(column(alias, columnOf(index.field(of, name))))} like ${sought}`;
  if (second === undefined) return `${from} where ${matches(row, entity.name, first)}`;
  const reference = index.field(entity.name, first);
  const { type } = reference;
  if (type.kind !== 'reference' && type.kind !== 'many') throw new Error(`${reference.clause} refers to nothing.`);
  const other = parameters.alias();
  const [refers, id] = [column(row, columnOf(reference)), column(other, 'id')];
  // An index serves `@>`, where it does not serve `= any`.
  const joined = type.kind === 'many' ? `${refers} @> array[${id}]` : `${refers} = ${id}`;
  return `${from} join ${parameters.table(type.entity)} ${other} on ${joined} where ${matches(other, type.entity, second)}`;
}
