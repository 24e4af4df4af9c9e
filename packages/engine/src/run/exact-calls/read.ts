import {
  type Answer,
  type ExactCall,
  type ExactCallAction,
  type Records,
  searchTerms,
  type Target,
} from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import { withVariables, type SqlContext, readableRows } from '../../sql/context.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { compileFilter } from '../../sql/expression.ts';
import { living } from '../../sql/admits.ts';
import { column } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { listed } from '../../sql/lists.ts';
import { compileSearch, searchSlots } from '../lists/filter.ts';
import { findPath } from '../lists/readable-path.ts';
import { confirmByRow, actorContext, readRows, refuseUnreadable, type ReadScope, todayColumn } from '../read-scope.ts';
import { refuse } from '../refuse.ts';
import {
  answerExpressions,
  type CompiledContent,
  compileContent,
  type Content,
  contentOf,
  type Result,
} from './answer-json.ts';
import { type Chain, chainSlots, compileChain, levelsOf } from './chain.ts';
import { about } from './about.ts';
import { type Part, readPart } from './paging.ts';
import { expressionsOf, given, requestSlots, requestVariables } from './request.ts';
import { orderTerms, orderText } from './row-order.ts';
import type { Row } from './shape-json.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;
type FoundRow = Content & { today?: string[] | null } & Record<string, unknown>;

/** Answers with one existing record (`read`, `user`, or the result of an action), in one statement. */
export async function answerRecord(
  scope: ReadScope,
  call: ExactCall,
  answer: Answer,
  target: Target,
  request: ExactCallRequest,
): Promise<Content> {
  for (const { entity } of levelsOf(target)) refuseUnreadable(scope, entity);
  const [row] = await readRows<FoundRow>(
    scope,
    `answer ${call.clause} record`,
    (parameters) => {
      parameters.carryOut(call.clause);
      const context = answerContext(scope, parameters);
      const chain = compileChain(context, scope.authority, target);
      const inner = withVariables(context, { this: chain.last });
      return select(scope, parameters, chain, compileContent(inner, answer, { kind: 'row', row: chain.last }));
    },
    {
      ...requestSlots(scope.index, request, [...expressionsOf(call), ...answerExpressions(answer)]),
      ...chainSlots(scope.index, request, target),
    },
  );
  return foundContent(scope, answer, row, target);
}

/** Answers with what of a list the request asks for, its count and all, in one statement. */
export async function answerList(
  scope: ReadScope,
  call: ExactCall,
  answer: Answer,
  does: List,
  request: ExactCallRequest,
): Promise<Content> {
  const { records } = does;
  const target = records.of?.target ?? null;
  for (const { entity } of target === null ? [] : levelsOf(target)) refuseUnreadable(scope, entity);
  refuseUnreadable(scope, records.entity);
  const part = readPart(scope.index, does, request);
  const filters = does.filters.filter(({ needs }) => needs.every((need) => isGiven(given(request, need))));
  const text = does.search && given(request, does.search.text);
  const terms = typeof text === 'string' ? searchTerms(text) : [];
  const [row] = await readRows<FoundRow>(
    scope,
    // The limit is in the text, where it comes again and again: with a slot each page would be planned again.
    `answer ${call.clause} ${part.limit} ${part.offset === 0} ${terms.length} ${filters.map((filter) => does.filters.indexOf(filter)).join(',')}`,
    (parameters) => {
      parameters.carryOut(call.clause);
      const context = answerContext(scope, parameters);
      const chain = target === null ? null : compileChain(context, scope.authority, target);
      const list: CompiledList = { does, filters, terms: terms.length, part, chain };
      return select(scope, parameters, chain, compileListContent(scope, context, list, answer));
    },
    {
      ...requestSlots(scope.index, request, [...expressionsOf(call), ...answerExpressions(answer)]),
      ...(target === null ? {} : chainSlots(scope.index, request, target)),
      ...searchSlots(terms),
      offset: part.offset,
      page: part.page,
    },
  );
  return foundContent(scope, answer, row, target);
}

/** Names in reach of an answer: the caller, and what the request says; with the caller's rights. */
export function answerContext(scope: ReadScope, parameters: Parameters): SqlContext {
  return actorContext(scope, parameters, requestVariables(parameters));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

/** Always one row: which of the records that lead to the answer exist, and the answer's body if all do. */
function select(scope: ReadScope, parameters: Parameters, chain: Chain | null, content: CompiledContent): string {
  const found = chain?.rows.map((row, place) => `, ${column(row.alias, 'id')} is not null as found_${place}`) ?? [];
  const where = (sql: string) =>
    chain === null ? sql : `(case when ${column(chain.last.alias, 'id')} is not null then ${sql} end)`;
  return `select ${where(content.body)} as body, ${where(content.location)} as location${found.join('')}${todayColumn(scope, parameters)} from (select 1) one ${chain?.joins ?? ''}`;
}

function foundContent(scope: ReadScope, answer: Answer, row: FoundRow | undefined, target: Target | null): Content {
  confirmByRow(scope, row);
  if (target !== null) refuseMissing(scope, target, (place) => row?.[`found_${place}`] === true);
  return contentOf(answer, row);
}

/** Refuses NOT_FOUND for the first record of the path that does not exist. */
export function refuseMissing(
  scope: Pick<ReadScope, 'index'>,
  target: Target,
  isThere: (place: number) => boolean,
): void {
  for (const [place, { entity }] of levelsOf(target).entries())
    if (!isThere(place)) throw about(refuse(scope.index, 'NOT_FOUND'), entity);
}

interface CompiledList {
  readonly does: List;
  readonly filters: List['filters'];
  readonly terms: number;
  readonly part: Part;
  readonly chain: Chain | null;
}

function compileListContent(
  scope: ReadScope,
  context: SqlContext,
  list: CompiledList,
  answer: Answer,
): CompiledContent {
  const { does, part } = list;
  const { parameters } = context;
  const page = compilePage(scope, context, list);
  const counted: Row = { kind: 'row', entity: does.records.entity, alias: parameters.alias(), readable: true };
  const count = `(select count(*) from ${readableRows(counted.entity, false, context)} ${counted.alias} where ${isOnList(scope, context, list, counted)})`;
  const limit = part.limit === null ? count : `${part.limit}::bigint`;
  const value = (sql: string) => ({ kind: 'value', sql }) as const;
  const inner = withVariables(context, {
    count: value(count),
    limit: value(limit),
    offset: value(parameters.slot('offset', 'bigint')),
    page: value(parameters.slot('page', 'bigint')),
    pages: value(`(${count} + greatest(${limit}, 1) - 1) / greatest(${limit}, 1)`),
  });
  const result: Result = {
    kind: 'rows',
    collect: (item) =>
      `(select coalesce(json_agg(${item(page.row)} order by ${page.order}), '[]'::json) from (${page.sql}) ${page.row.alias})`,
  };
  return compileContent(inner, answer, result);
}

/** The page first, then what is answered of its records. */
function compilePage(
  scope: ReadScope,
  context: SqlContext,
  list: CompiledList,
): { sql: string; row: Row; order: string } {
  const { does, part } = list;
  const { parameters } = context;
  const { entity } = does.records;
  const row: Row = { kind: 'row', entity, alias: parameters.alias(), readable: true };
  const condition = isOnList(scope, context, list, row);
  const terms = orderTerms(context, row, does.order);
  const keys = terms.map(({ sql }, place) => `, ${sql} as "_key_${place}"`).join('');
  const limit = part.limit === null ? '' : ` limit ${part.limit}`;
  const offset = part.offset === 0 ? '' : ` offset ${parameters.slot('offset', 'bigint')}`;
  const id = column(row.alias, 'id');
  const sql = `select ${row.alias}.*${keys} from ${readableRows(entity, false, context)} ${row.alias} where ${condition} order by ${orderText(terms, id)}${limit}${offset}`;
  const shown: Row = { ...row, alias: parameters.alias() };
  const sorted = terms.map((term, place) => ({ ...term, sql: `${shown.alias}."_key_${place}"` }));
  return { sql, row: shown, order: orderText(sorted, column(shown.alias, 'id')) };
}

function isOnList(scope: ReadScope, context: SqlContext, list: CompiledList, row: Row): string {
  const { does, filters, terms, chain } = list;
  const inner = withVariables(context, { this: row });
  const paths = (does.search?.paths ?? []).flatMap((path) => findPath(scope, row.entity, path) ?? []);
  return and(
    belongsTo(context, does.records, chain, row),
    living(row, context),
    recordPredicate(context, scope.authority, 'read', { ...row, readable: false }),
    does.where === null ? 'true' : compileFilter(does.where, inner),
    ...filters.map(({ condition }) => compileFilter(condition, inner)),
    terms === 0 ? 'true' : compileSearch(inner, paths, terms),
  );
}

export function belongsTo(context: SqlContext, { of }: Records, chain: Chain | null, row: Row): string {
  return of === null || chain === null ? 'true' : listed(chain.last, of.list, row, context);
}
