import type { Entity, Event, Screen } from '@nonet/language';
import type { ListPage, ListQuery } from '../engine.ts';
import { couldEver, recordPredicate, type RecordVariable } from '../sql/authority.ts';
import { withVariables, type SqlContext, type SqlVariable } from '../sql/context.ts';
import { compileFilter } from '../sql/expression.ts';
import { living } from '../sql/admits.ts';
import { table } from '../sql/identifiers.ts';
import { and, FALSE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { compileRecordColumns, type Selection } from '../sql/projection.ts';
import { cleanText, PageText } from './answer-text.ts';
import { openScreen } from './audience.ts';
import { readCanList } from './can-list.ts';
import { readCursor, writeCursor, type Cursor } from './cursor.ts';
import {
  compileFilterCondition,
  compileSearch,
  filterKey,
  filterSlots,
  isText,
  readFilter,
  searchSlots,
  searchWords,
  type Filter,
} from './filter.ts';
import { compileAfter, compileOrderKeys, orderText, readOrder, type OrderKey } from './list-order.ts';
import { type Picker, readPicker } from './picker.ts';
import { possible } from './possible-event.ts';
import { findPath, type ReaderPath, readableNames } from './reader-path.ts';
import { confirmByRow, readerContext, readRow, refuseUnreadable, type ReadScope, todayColumn } from './read-scope.ts';
import { refuse, refuseInvalid } from './refuse.ts';
import { screenParameters, type ScreenParameters } from './screen-parameters.ts';
import { readSelection } from './selection.ts';
import { readTileFilter, type TileFilter } from './tile-filter.ts';

/** Everything about a list, checked before the statement is made. */
interface Checked {
  readonly entity: Entity;
  readonly screen: Screen | null;
  readonly parameters: ScreenParameters;
  /** In the place of what the screen narrows its records to. */
  readonly tile: TileFilter | null;
  readonly picker: Picker;
  /** The events (and `delete`) of which each record tells whether they are possible; null where that was not asked. */
  readonly events: readonly (Event | 'delete')[] | null;
  readonly filters: readonly Filter[];
  readonly words: readonly string[];
  readonly searched: readonly ReaderPath[];
  readonly order: readonly OrderKey[];
  readonly cursor: Cursor | null;
}

const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** A page is one row: its records as text, and what its cursor needs. */
interface Row {
  readonly items: string | null;
  /** How many records were found: one more than the page holds tells that there is another page. */
  readonly found: number;
  /** The last record's id and keys of the order, as a JSON array. */
  readonly last: string | null;
  readonly can?: readonly boolean[][] | null;
  readonly total?: number | string;
  readonly today?: string[] | null;
}

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
        message: `The screen \`${screen.slug}\` shows no records of this kind.`,
        clause: null,
      },
    ]);
  }
  if (query.deleted === true) refuseDeleted(scope, entity);
  const tile = query.tile ? await readTileFilter(scope, entityName, query.tile) : null;
  const { bound, ...checked } = check(scope, entity, screen, tile, query);
  const selection = readSelection(scope, entityName, query.fields, query.expand);
  // A limit in the text, where it comes again and again: with a slot PostgreSQL plans each page anew.
  const fixed = limit === null || COMMON_LIMITS.has(limit);
  const key = [
    'list',
    fixed ? size : '',
    query.purpose ?? 'read',
    query.deleted === true ? 'deleted' : '',
    entityName,
    screen?.slug,
    query.fields,
    query.expand,
    query.count,
    query.can,
    checked.picker.key,
    tile?.key,
    checked.filters.map(filterKey).join('&'),
    query.search === null ? '' : checked.words.length,
    orderText(checked.order),
    // An order without keys has a cursor all the same: the id's.
    checked.cursor && `after ${checked.cursor.keys.map((value) => value === null).join(',')}`,
  ].join(' | ');
  const row = await readRow<Row>(
    scope,
    key,
    (parameters) => compileList(scope, checked, parameters, selection, query, fixed ? size : null),
    {
      ...Object.assign({}, ...checked.filters.map(filterSlots)),
      ...searchSlots(checked.words),
      ...checked.parameters.slots,
      ...checked.picker.slots,
      ...tile?.slots,
      ...Object.fromEntries((checked.cursor?.keys ?? []).map((value, place) => [`cursor_${place}`, value])),
      cursor_id: checked.cursor?.id,
      size,
    },
  );
  if (row === undefined) throw new Error('A list was answered by nothing.');
  confirmByRow(scope, row);
  const names = checked.events?.map((event) => (event === 'delete' ? event : event.name)) ?? null;
  return new PageText({
    json: cleanText(scope.index, entityName, `[${row.items ?? ''}]`),
    next: row.found > size ? nextCursor(row.last, bound, scope.secret) : null,
    count: query.count ? Number(row.total) : null,
    can: names && (row.can ?? []).map((possible) => names.filter((_name, place) => possible[place])),
  });
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
): Checked & { readonly bound: string } {
  const parameters = screenParameters(scope, tile === null ? screen : null, query.filters);
  const picker = readPicker(scope, entity.name, query);
  const filters = query.filters
    .filter((given) => !parameters.keys.has(given.key) && !picker.keys.has(given.key))
    .map((given) => readFilter(scope, entity.name, given));
  const order = readOrder(scope, entity, query.order, screen);
  const words = query.search === null ? [] : searchWords(query.search);
  const bound = JSON.stringify([
    scope.reader.userId,
    entity.name,
    screen?.slug ?? null,
    query.for ?? null,
    query.deleted === true,
    query.tile ?? null,
    query.filters.map(({ key, value }) => [key, value]),
    words,
    orderText(order),
  ]);
  const cursor = query.cursor === null ? null : readCursor(query.cursor, bound, scope.secret);
  if (query.cursor !== null && cursor === null) {
    throw refuseInvalid(scope.index, [
      {
        field: 'cursor',
        code: 'INVALID',
        message: 'The cursor belongs to another list. Start again without it.',
        clause: null,
      },
    ]);
  }
  return {
    entity,
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
  };
}

function searchedPaths(scope: ReadScope, entity: Entity, screen: Screen | null): ReaderPath[] {
  const stated = screen !== null && screen.search.length > 0 ? screen.search.map((column) => column.path) : null;
  const paths = stated ?? readableNames(scope, entity.name).map((name) => [name]);
  return paths.flatMap((segments) => {
    const path = findPath(scope, entity.name, segments);
    return path === null || (stated === null && !isText(path.field.type)) ? [] : [path];
  });
}

function compileList(
  scope: ReadScope,
  checked: Checked,
  parameters: Parameters,
  selection: Selection,
  query: ListQuery,
  fixedSize: number | null,
): string {
  const { entity, order, cursor } = checked;
  const source = table(entity.name);
  const where = (alias: string) => {
    const row: SqlVariable = { kind: 'row', entity: entity.name, alias };
    const context = readerContext(scope, parameters, { this: { ...row, readable: true } });
    return {
      context,
      condition: and(
        query.deleted === true ? restorable(scope, context, row) : living(row, context),
        recordPredicate(context, scope.authority, 'read', row),
        query.purpose === 'export' ? recordPredicate(context, scope.authority, 'export', row) : 'true',
        narrowed(context, checked, query, alias),
      ),
    };
  };
  const alias = parameters.alias();
  const { context, condition } = where(alias);
  const after = cursor === null ? [] : [compileAfter(context, order, cursor.keys, alias)];
  const keys = compileOrderKeys(context, order);
  const names = keys.map((_key, place) => `"_key_${place}"`);
  const sorted = (of: readonly string[], id: string) =>
    [...of.map((name, place) => `${name} ${order[place]?.descending ? 'desc' : 'asc'} nulls last`), id].join(', ');
  const size = fixedSize === null ? parameters.slot('size', 'int') : String(Math.trunc(fixedSize));
  // The page first, and one record more; then what is answered of its records.
  const page = `select ${[`${alias}.*`, ...keys.map((key, place) => `${key} as ${names[place]}`)].join(', ')} from ${source} ${alias} where ${and(condition, ...after)} order by ${sorted(keys, `${alias}."id"`)} limit ${size} + 1`;
  const shown = parameters.alias();
  const placed = `select ${shown}.*, row_number() over (order by ${sorted(names, '"id"')}) as "_place" from (${page}) ${shown}`;
  const record = compileRecordColumns(
    readerContext(scope, parameters),
    { kind: 'row', entity: entity.name, alias: shown, readable: true },
    selection,
  );
  const place = `${shown}."_place"`;
  const onPage = `filter (where ${place} <= ${size})`;
  const last = [`${shown}."id"`, ...names.map((name) => `${shown}.${name}::text`)].join(', ');
  const columns = [
    `string_agg(to_json(answered)::text, ',' order by ${place}) ${onPage} as items`,
    'count(*)::int as found',
    `max(json_build_array(${last})::text) filter (where ${place} = ${size}) as last`,
  ];
  const can = compileCan(scope, parameters, checked, shown);
  if (can !== null) columns.push(`json_agg(${can} order by ${place}) ${onPage} as can`);
  if (query.count) {
    const counted = parameters.alias();
    columns.push(`(select count(*) from ${source} ${counted} where ${where(counted).condition}) as total`);
  }
  return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from (${placed}) ${shown} cross join lateral (${record}) answered`;
}

function compileCan(scope: ReadScope, parameters: Parameters, { entity, events }: Checked, alias: string) {
  if (events === null) return null;
  const record = { kind: 'row', entity: entity.name, alias } as const;
  const context = readerContext(scope, parameters, { this: record });
  return `array[${events.map((event) => (event === 'delete' ? deletable(context, scope, entity, record) : possible(scope, event, context, record))).join(', ')}]::boolean[]`;
}

/** As `/can` says it: what refers to the record may refuse it still. */
function deletable(context: SqlContext, { authority }: ReadScope, entity: Entity, row: RecordVariable): string {
  return entity.delete === 'never' ? FALSE : recordPredicate(context, authority, 'delete', row);
}

/** Only what is deleted softly, and only for somebody who might restore it, has a list of what is deleted (6). */
function refuseDeleted(scope: ReadScope, entity: Entity): void {
  const context = readerContext(scope, new Parameters());
  const row = { kind: 'row', entity: entity.name, alias: 'deleted' } as const;
  if (entity.delete === 'soft' && couldEver(recordPredicate(context, scope.authority, 'restore', row))) return;
  throw refuse(scope.index, 'FORBIDDEN', { clause: `6.${entity.name}.restore` });
}

/** Deleted by itself, so that it may be restored by itself: what went with it comes back with it. */
function restorable(scope: ReadScope, context: SqlContext, row: RecordVariable & { kind: 'row' }): string {
  return and(
    `${row.alias}."_deleted_at" is not null`,
    `not exists (select from nonet.hidden_with h where h.record = ${row.alias}."id" and h.field is null)`,
    recordPredicate(context, scope.authority, 'restore', row),
  );
}

/** What the screen and the request narrow the list to. */
function narrowed(context: SqlContext, checked: Checked, query: ListQuery, alias: string): string {
  const { screen, tile } = checked;
  const path = withVariables(context, { path: { kind: 'values', properties: checked.parameters.compile(context) } });
  return and(
    tile !== null || screen === null || screen.where === null ? 'true' : compileFilter(screen.where, path),
    tile?.compile(context, alias) ?? 'true',
    checked.picker.compile(context, alias),
    ...checked.filters.map((filter, place) => compileFilterCondition(context, filter, place)),
    query.search === null || checked.words.length === 0
      ? 'true'
      : compileSearch(context, checked.searched, checked.words.length),
  );
}

function readLimit(scope: ReadScope, query: ListQuery): number | null {
  if (query.limit === null) return null;
  const most = scope.index.plan.settings.maximumPageSize;
  if (Number.isInteger(query.limit) && query.limit >= 1 && query.limit <= most) return query.limit;
  throw refuseInvalid(scope.index, [
    {
      field: 'limit',
      code: 'INVALID',
      message: `\`limit\` is a whole number from 1 to ${most}.`,
      clause: '9.MAX_PAGE_SIZE',
    },
  ]);
}
