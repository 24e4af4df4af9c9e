import { type Entity, message, type Screen } from '@nonet/language';
import type { ListPage, ListQuery } from '../engine.ts';
import { couldEver, recordPredicate } from '../sql/authority.ts';
import { Parameters } from '../sql/parameters.ts';
import { cleanText, PageText } from './answer-text.ts';
import { openScreen } from './audience.ts';
import { pageTexts } from './kept-page.ts';
import { readCanList } from './can-list.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { filterSlots, isText, readFilter, searchSlots, searchWords } from './filter.ts';
import { orderText, readOrder } from './list-order.ts';
import { type CheckedList, compileList, type ListRow, listKey } from './list-statement.ts';
import { readPicker } from './picker.ts';
import { findPath, type ReadablePath, readableNames } from './readable-path.ts';
import { confirmByRow, actorContext, readRow, refuseUnreadable, type ReadScope } from './read-scope.ts';
import { refuse, refuseInvalid } from './refuse.ts';
import { screenParameters } from './screen-parameters.ts';
import { readSelection } from './selection.ts';
import { readTileFilter, type TileFilter } from './tile-filter.ts';

const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** One page of the records of an entity that this reader may read. */
export async function listRecords(scope: ReadScope, entityName: string, query: ListQuery): Promise<ListPage> {
  refuseUnreadable(scope, entityName);
  const limit = readLimit(scope, query);
  const screen = query.screen === null ? null : await openScreen(scope, query.screen);
  const size = limit ?? screen?.pageSize ?? scope.index.plan.settings.pageSize;
  const entity = scope.index.entity(entityName);
  if (screen !== null && screen.entity !== entityName) {
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
  const tile = query.tile ? await readTileFilter(scope, entityName, query.tile) : null;
  const { bound, ...checked } = check(scope, entity, screen, tile, query);
  // A limit in the text, where it comes again and again: with a slot PostgreSQL plans each page anew.
  const fixed = limit === null || COMMON_LIMITS.has(limit);
  const slots = {
    ...Object.assign({}, ...checked.filters.map(filterSlots)),
    ...searchSlots(checked.words),
    ...checked.parameters.slots,
    ...checked.picker.slots,
    ...tile?.slots,
    ...Object.fromEntries((checked.cursor?.keys ?? []).map((value, place) => [`cursor_${place}`, value])),
    cursor_id: checked.cursor?.id,
    size,
  };
  const ask = async (versions: boolean): Promise<ListRow> => {
    const form = { size: fixed ? size : null, versions };
    const build = (parameters: Parameters) => compileList(scope, checked, parameters, form);
    const row = await readRow<ListRow>(scope, listKey(checked, form), build, slots);
    if (row === undefined) throw new Error('A list was answered by nothing.');
    confirmByRow(scope, row);
    return row;
  };
  const { row, json } = await askForTexts(scope, ask, checked);
  const names = checked.events?.map((event) => (event === 'delete' ? event : event.name)) ?? null;
  return new PageText({
    json,
    next: row.found > size ? nextCursor(row.last, bound, scope.secret) : null,
    count: query.count ? Number(row.total) : null,
    can: names && (row.can ?? []).map((possible) => names.filter((_name, place) => possible[place])),
  });
}

/** A page and the texts of its records: those that are kept, where most of them are likely to be. */
async function askForTexts(
  scope: ReadScope,
  ask: (versions: boolean) => Promise<ListRow>,
  { entity, selection, purpose }: CheckedList,
): Promise<{ readonly row: ListRow; readonly json: string }> {
  // An export comes by each record once.
  const texts = purpose === 'export' ? null : pageTexts(scope, entity.name, selection);
  if (texts?.isWorthwhile()) {
    const row = await ask(true);
    const items = await texts.join(row.items ?? '');
    if (items !== null) return { row, json: `[${items}]` };
  }
  const row = await ask(false);
  return { row, json: cleanText(scope.index, entity.name, `[${row.items ?? ''}]`) };
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
): CheckedList & { readonly bound: string } {
  const parameters = screenParameters(scope, tile === null ? screen : null, query.filters);
  const picker = readPicker(scope, entity.name, query);
  const filters = query.filters
    .filter((given) => !parameters.keys.has(given.key) && !picker.keys.has(given.key))
    .map((given) => readFilter(scope, entity.name, given));
  const order = readOrder(scope, entity, query.order, screen);
  const words = query.search === null ? [] : searchWords(query.search);
  const bound = JSON.stringify([
    scope.actor.userId,
    entity.name,
    screen?.slug ?? null,
    query.for ?? null,
    query.deleted === true,
    query.tile ?? null,
    query.filters.map(({ key, value }) => [key, value]),
    words,
    orderText(order),
  ]);
  const cursor = query.cursor === null ? null : readCursor(query.cursor, bound, scope.secret, order.length);
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
    isCounted: query.count,
    screen,
    parameters,
    tile,
    picker,
    events: readCanList(scope, entity.name, query.can ?? null),
    filters,
    order,
    words,
    searched: words.length === 0 ? [] : searchedPaths(scope, entity, screen),
    cursor,
    bound,
    selection: readSelection(scope, entity.name, query.fields, query.expand, query.purpose),
  };
}

function searchedPaths(scope: ReadScope, entity: Entity, screen: Screen | null): ReadablePath[] {
  const stated = screen !== null && screen.search.length > 0 ? screen.search.map((column) => column.path) : null;
  const paths = stated ?? readableNames(scope, entity.name).map((name) => [name]);
  return paths.flatMap((segments) => {
    const path = findPath(scope, entity.name, segments);
    return path === null || (stated === null && !isText(path.field.type)) ? [] : [path];
  });
}

/** Only what is deleted softly, and only for somebody who might restore it, has a list of what is deleted (6). */
function refuseDeleted(scope: ReadScope, entity: Entity): void {
  const context = actorContext(scope, new Parameters());
  const row = { kind: 'row', entity: entity.name, alias: 'deleted' } as const;
  if (entity.delete === 'soft' && couldEver(recordPredicate(context, scope.authority, 'restore', row))) return;
  throw refuse(scope.index, 'FORBIDDEN', { clause: `6.${entity.name}.restore` });
}

function readLimit(scope: ReadScope, query: ListQuery): number | null {
  if (query.limit === null) return null;
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
