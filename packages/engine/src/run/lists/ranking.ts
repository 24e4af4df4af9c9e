import { type Entity, foldText } from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import { clauseComment } from '../../sql/clause-comment.ts';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { textOf } from '../../sql/functions.ts';
import { column, columnOf } from '../../sql/identifiers.ts';
import { or } from '../../sql/logic.ts';
import { Parameters } from '../../sql/parameters.ts';
import { BEGINNING, foldedBeginning, titleColumns } from '../../sql/searched-columns.ts';
import { type ReadScope, runOnce } from '../read-scope.ts';
import { FEW } from './candidates.ts';
import { foldedPattern } from './filter.ts';
import { clauseOfList, type ListOrigin, narrowingParts } from './list-clause.ts';
import { findPath, type ReadablePath } from './readable-path.ts';

/**
 * The ranks of what a search without a stated order finds: the record that is called like its text (rank 0), those whose title
 * has a text that begins with it (1), and then the others (2), in the order of their entity each.
 */
export interface Ranking {
  readonly text: string;
  /** The texts of the title, as far as this reader may read them. */
  readonly paths: readonly ReadablePath[];
}

export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** The records of a large table with a rank, by id; null: too many, so that the list's order soon yields a page of them. */
export interface RankedRecords {
  readonly exact: readonly string[] | null;
  readonly begins: readonly string[] | null;
}

/** The ranking of a search; null where the list has a stated order, or nothing by which it could rank. */
export function readRanking(scope: ReadScope, entity: Entity, query: ListQuery): Ranking | null {
  const { search, order, screen, purpose } = query;
  if (search === null || order !== null || screen !== null || purpose === 'export') return null;
  const text = foldText(search).replaceAll('"', '').trim();
  const paths = [...titleColumns(scope.index, entity.name)].flatMap(
    (name) => findPath(scope, entity.name, [name]) ?? [],
  );
  return text === '' || text.length > BEGINNING || paths.length === 0 ? null : { text, paths };
}

export function rankingKey(ranking: Ranking | null): unknown {
  return ranking && ranking.paths.map(({ segments }) => segments.join('.'));
}

export function rankingSlots(ranking: Ranking | null): Record<string, string> {
  return ranking === null ? {} : { rank_exact: ranking.text, rank_begins: `${foldedPattern(ranking.text)}%` };
}

/** The conditions of the ranks 0 and 1; those of 0 fulfil both. */
export function compileRanking(context: SqlContext, { paths }: Ranking): { exact: string; begins: string } {
  const { parameters } = context;
  const texts = paths.map(({ expression }) =>
    foldedBeginning(textOf(compileExpression(expression, context), expression.type)),
  );
  const one = (of: (text: string) => string) => `coalesce(${or(...texts.map(of))}, false)`;
  return {
    exact: one((text) => `(${text} = ${parameters.slot('rank_exact', 'text')})`),
    begins: one((text) => `(${text} like ${parameters.slot('rank_begins', 'text')})`),
  };
}

/** Looks the records of the ranks 0 and 1 up in the indexes of beginnings, planned for this text alone. */
export async function findRankedRecords(scope: ReadScope, list: ListOrigin, ranking: Ranking): Promise<RankedRecords> {
  const { entity } = list;
  const slots = rankingSlots(ranking);
  const find = async (sign: string, sought: string | undefined): Promise<string[] | null> => {
    const parameters = new Parameters();
    parameters.carryOut(clauseOfList(list), ...narrowingParts(list));
    const matches = ranking.paths.map(({ segments: [name = ''] }) => {
      const row = parameters.alias();
      const text = foldedBeginning(column(row, columnOf(scope.index.field(entity.name, name))));
      return `(select ${column(row, 'id')} as id from ${parameters.table(entity.name)} ${row} where ${text} ${sign} ${parameters.bind(sought, 'text')})`;
    });
    const text = `select id from (${matches.join(' union all ')}) found limit ${FEW + 1}${clauseComment(parameters.carriedOut)}`;
    const rows = await runOnce<{ id: string }>(scope, text, parameters);
    return rows.length > FEW ? null : [...new Set(rows.map(({ id }) => id))];
  };
  const begins = await find('like', slots['rank_begins']);
  return { begins, exact: await find('=', slots['rank_exact']) };
}
