import { type Entity, message, type Screen, searchTerms } from '@nonet/language';
import type { ListPage, ListQuery } from '../../engine.ts';
import { couldEver, recordPredicate } from '../../sql/permissions.ts';
import { Parameters, type Slots } from '../../sql/parameters.ts';
import { findingPaths } from '../../sql/searched-columns.ts';
import type { CompiledStatement } from '../../sql/statement.ts';
import { cleanText, PageText } from '../answer-text.ts';
import { openScreen } from '../audience.ts';
import { pageTexts } from './kept-page.ts';
import { readCanList } from './can-list.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { filterSlots, isText, readFilter, searchSlots } from './filter.ts';
import { orderText, readOrder } from './list-order.ts';
import {
  type CheckedList,
  compileCount,
  compileList,
  type CountedList,
  countKey,
  type ListRow,
  listKey,
  type UnplacedList,
} from './list-statement.ts';
import { isWholePage, pageCandidates } from './page-candidates.ts';
import { readPicker } from './picker.ts';
import { rankingKey, rankingSlots, readRanking } from './ranking.ts';
import { findAnyPath, type ReadablePath, readableNames } from './readable-path.ts';
import { actorContext, confirmByRow, readRowOf, refuseUnreadable, type ReadScope, statementOf } from '../read-scope.ts';
import { readKeptTotal } from '../kept-total.ts';
import { refuse, refuseInvalid } from '../refuse.ts';
import { screenParameters } from './screen-parameters.ts';
import { readSelection } from './selection.ts';
import { readTileFilter, type TileFilter } from '../dashboards/tile-filter.ts';

const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** One page of the records of an entity that this reader may read. */
export async function listRecords(scope: ReadScope, entityName: string, query: ListQuery): Promise<ListPage> {
  refuseUnreadable(scope, entityName);
  const limit = readLimit(scope, query);
  const entity = scope.index.entity(entityName);
  const { bound, slots: selecting, ...checked } = await checkList(scope, entity, query);
  const { screen } = checked;
  const size = limit ?? screen?.pageSize ?? scope.index.plan.settings.pageSize;
  // A limit in the text, where it comes again and again: with a slot PostgreSQL plans each page again.
  const fixed = limit === null || COMMON_LIMITS.has(limit);
  const slots = { ...selecting, ...cursorSlots(checked), size };
  let counting: Promise<number> | null = null;
  const ask = async (versions: boolean): Promise<Asked> => {
    const form = { size: fixed ? size : null, versions };
    for await (const { among, ranked } of pageCandidates(scope, checked)) {
      const list: CheckedList = { ...checked, among, ranked };
      const build = (parameters: Parameters) => compileList(scope, list, parameters, form);
      const statement = statementOf(scope, listKey(list, form), build);
      const given = { ...slots, among: among?.ids, among_exact: ranked?.exact, among_begins: ranked?.begins };
      const page = readRowOf<ListRow>(scope, statement, given);
      if (query.count) {
        const counted = { ...checked, among: among?.areAll === true ? among : null };
        // A transaction has one connection.
        counting ??=
          scope.batcher === null ? page.then(() => count(scope, counted, given)) : count(scope, counted, given);
      }
      const [row, total] = await Promise.all([page, counting]);
      if (row === undefined) throw new Error('A list was answered by nothing.');
      confirmByRow(scope, row);
      if (isWholePage(among, row, size)) return { row, statement, total };
    }
    throw new Error('The whole table was not read.');
  };
  const { row, json, total } = await askForTexts(scope, ask, checked);
  const names = checked.events?.map((event) => (event === 'delete' ? event : event.name)) ?? null;
  return new PageText({
    json,
    next: row.found > size ? nextCursor(row.last, bound, scope.secret) : null,
    count: total,
    can: names && (row.can ?? []).map((possible) => names.filter((_name, place) => possible[place])),
  });
}

/** The parts of a list that decide which records it has, and their slots: for what is asked of all of them. */
export async function checkedCount(
  scope: ReadScope,
  entity: Entity,
  query: ListQuery,
): Promise<{ readonly counted: CountedList; readonly slots: Slots }> {
  const { slots, ...checked } = await checkList(scope, entity, query);
  return { counted: { ...checked, among: null }, slots };
}

/** The parts of a list all of whose records are exported, and their slots. */
export async function checkedExport(
  scope: ReadScope,
  entity: Entity,
  query: ListQuery,
): Promise<{ readonly checked: UnplacedList; readonly slots: Slots }> {
  const { slots, bound: _bound, ...checked } = await checkList(scope, entity, { ...query, purpose: 'export' });
  return { checked, slots: { ...slots, ...cursorSlots(checked) } };
}

function cursorSlots({ cursor, ranking }: Pick<CheckedList, 'cursor' | 'ranking'>): Slots {
  const keys = cursor?.keys.slice(ranking === null ? 0 : 1) ?? [];
  return {
    ...Object.fromEntries(keys.map((value, place) => [`cursor_${place}`, value])),
    cursor_id: cursor?.id,
  };
}

async function checkList(scope: ReadScope, entity: Entity, query: ListQuery) {
  const screen = query.screen === null ? null : await openScreen(scope, query.screen);
  if (screen !== null && screen.entity !== entity.name) {
    throw refuseInvalid(scope.index, [
      {
        field: 'screen',
        code: 'INVALID',
        message: message('otherScreen', { screen: screen.slug }),
        clause: null,
      },
    ]);
  }
  if (query.deleted === true) refuseDeleted(scope, entity);
  const tile = query.tile ? await readTileFilter(scope, entity.name, query.tile) : null;
  const checked = check(scope, entity, screen, tile, query);
  const slots: Slots = {
    ...Object.assign({}, ...checked.filters.map(filterSlots)),
    ...searchSlots(checked.terms),
    ...rankingSlots(checked.ranking),
    ...checked.parameters.slots,
    ...checked.picker.slots,
    ...tile?.slots,
  };
  return { ...checked, slots };
}

/** The number of records on all pages. Simultaneous requests for the same number share one count. */
function count(scope: ReadScope, counted: CountedList, slots: Slots): Promise<number> {
  const build = (parameters: Parameters) => compileCount(scope, counted, parameters);
  return readKeptTotal(scope, countKey(counted), build, slots);
}

/** A page, the statement that read it, and how many records all pages have, if that was asked. */
interface Asked {
  readonly row: ListRow;
  readonly total: number | null;
  readonly statement: CompiledStatement;
}

/** A page and the texts of its records: those that are kept, where most of them are likely to be. */
async function askForTexts(
  scope: ReadScope,
  ask: (versions: boolean) => Promise<Asked>,
  { entity, selection, purpose }: UnplacedList,
): Promise<Pick<Asked, 'row' | 'total'> & { readonly json: string }> {
  // An export reads each record once, so kept texts don't help it.
  const texts = purpose === 'export' ? null : pageTexts(scope, entity.name, selection);
  if (texts?.isWorthwhile()) {
    const { row, total } = await ask(true);
    const items = await texts.join(row.items ?? '');
    if (items !== null) return { row, total, json: `[${items}]` };
  }
  const { row, total, statement } = await ask(false);
  return { row, total, json: cleanText(scope.index, entity.name, `[${row.items ?? ''}]`, statement) };
}

function nextCursor(last: string | null, bound: string, secret: Buffer): string {
  const [id, ...keys] = JSON.parse(last ?? '[]') as [string, ...(string | null)[]];
  return writeCursor({ keys, id }, bound, secret);
}

function check(
  scope: ReadScope,
  entity: Entity,
  screen: Screen | null,
  tile: TileFilter | null,
  query: ListQuery,
): UnplacedList & { readonly bound: string } {
  const parameters = screenParameters(scope, tile === null ? screen : null, query.filters);
  const picker = readPicker(scope, entity.name, query);
  const filters = query.filters
    .filter((given) => !parameters.keys.has(given.key) && !picker.keys.has(given.key))
    .map((given) => readFilter(scope, entity.name, given));
  const order = readOrder(scope, entity, query.order, screen);
  const terms = query.search === null ? [] : searchTerms(query.search);
  const ranking = terms.length === 0 ? null : readRanking(scope, entity, query);
  const bound = JSON.stringify([
    scope.actor.userId,
    entity.name,
    screen?.slug ?? null,
    query.for ?? null,
    query.deleted === true,
    query.tile ?? null,
    query.filters.map(({ key, value }) => [key, value]),
    terms,
    ranking && [ranking.text, rankingKey(ranking)],
    orderText(order),
  ]);
  const keys = order.length + (ranking === null ? 0 : 1);
  const cursor = query.cursor === null ? null : readCursor(query.cursor, bound, scope.secret, keys);
  if (query.cursor !== null && cursor === null) {
    throw refuseInvalid(scope.index, [
      {
        field: 'cursor',
        code: 'INVALID',
        message: message('otherCursor'),
        clause: null,
      },
    ]);
  }
  return {
    entity,
    isDeleted: query.deleted === true,
    purpose: query.purpose ?? 'read',
    screen,
    parameters,
    tile,
    picker,
    events: readCanList(scope, entity.name, query.can ?? null),
    filters,
    order,
    terms,
    searched: terms.length === 0 ? [] : searchedPaths(scope, entity, screen, query),
    ranking,
    cursor,
    bound,
    selection: readSelection(scope, entity.name, query.fields, query.expand, query.purpose),
  };
}

/** The paths that a search looks in: those that its screen states, those by which people find a record, or all texts. */
function searchedPaths(scope: ReadScope, entity: Entity, screen: Screen | null, query: ListQuery): ReadablePath[] {
  const stated = screen !== null && screen.search.length > 0 ? screen.search.map((column) => column.path) : null;
  const isFinding = query.isFinding === true;
  const finding = isFinding || (query.for ?? null) !== null ? findingPaths(scope.index, entity) : [];
  const isWhole = !isFinding && finding.length === 0;
  const paths = stated ?? (isWhole ? readableNames(scope, entity.name).map((name) => [name]) : finding);
  return paths.flatMap((segments) => {
    const path = findAnyPath(scope, entity.name, segments);
    return path === null || (stated === null && !isText(path.field.type)) ? [] : [path];
  });
}

/** A list of deleted records exists only for soft delete, and only for people who might restore one (6). */
function refuseDeleted(scope: ReadScope, entity: Entity): void {
  const context = actorContext(scope, new Parameters());
  const row = { kind: 'row', entity: entity.name, alias: 'deleted' } as const;
  if (entity.delete === 'soft' && couldEver(recordPredicate(context, scope.authority, 'restore', row))) return;
  throw refuse(scope.index, 'FORBIDDEN', { clause: `6.${entity.name}.restore` });
}

function readLimit(scope: ReadScope, query: ListQuery): number | null {
  if (query.limit === null) return null;
  if (query.isOwnLimit === true) return query.limit;
  const most = scope.index.plan.settings.maximumPageSize;
  if (Number.isInteger(query.limit) && query.limit >= 1 && query.limit <= most) return query.limit;
  throw refuseInvalid(scope.index, [
    {
      field: 'limit',
      code: 'INVALID',
      message: message('wholeBetween', { key: 'limit', from: 1, to: most }),
      clause: '9.MAX_PAGE_SIZE',
    },
  ]);
}
