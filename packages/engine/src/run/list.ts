import type { Entity, Event, Screen } from '@nonet/language';
import type { ListPage, ListQuery, WireRecord } from '../engine.ts';
import { recordPredicate } from '../sql/authority.ts';
import { withVariables, type SqlContext, type SqlVariable } from '../sql/context.ts';
import { compileFilter } from '../sql/expression.ts';
import { living } from '../sql/admits.ts';
import { table } from '../sql/identifiers.ts';
import { and } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { compileRecordJson, withoutUnreadable, type Selection } from '../sql/projection.ts';
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
import { confirmByRow, readerContext, readRows, refuseUnreadable, type ReadScope, todayColumn } from './read-scope.ts';
import { refuseInvalid } from './refuse.ts';
import { screenParameters, type ScreenParameters } from './screen-parameters.ts';
import { readSelection } from './selection.ts';

/** Everything about a list, checked before the statement is made. */
interface Checked {
  readonly entity: Entity;
  readonly screen: Screen | null;
  readonly parameters: ScreenParameters;
  readonly picker: Picker;
  /** The events of which each record tells whether they are possible; null where that was not asked. */
  readonly events: readonly Event[] | null;
  readonly filters: readonly Filter[];
  readonly words: readonly string[];
  readonly searched: readonly ReaderPath[];
  readonly order: readonly OrderKey[];
  readonly cursor: Cursor | null;
}

const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

type Row = {
  record: WireRecord | null;
  keys: (string | null)[];
  id: string | null;
  can?: boolean[];
  total?: number | string;
  today?: string[] | null;
};

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
  const { bound, ...checked } = check(scope, entity, screen, query);
  const selection = readSelection(scope, entityName, query.fields, query.expand);
  // A limit in the text, where it comes again and again: with a slot PostgreSQL plans each page anew.
  const fixed = limit === null || COMMON_LIMITS.has(limit);
  const key = [
    'list',
    fixed ? size : '',
    query.purpose ?? 'read',
    entityName,
    screen?.slug,
    query.fields,
    query.expand,
    query.count,
    query.can,
    checked.picker.key,
    checked.filters.map(filterKey).join('&'),
    query.search === null ? '' : checked.words.length,
    orderText(checked.order),
    // An order without keys has a cursor all the same: the id's.
    checked.cursor && `after ${checked.cursor.keys.map((value) => value === null).join(',')}`,
  ].join(' | ');
  const rows = await readRows<Row>(
    scope,
    key,
    (parameters) => compileList(scope, checked, parameters, selection, query, fixed ? String(size + 1) : null),
    {
      ...Object.assign({}, ...checked.filters.map(filterSlots)),
      ...searchSlots(checked.words),
      ...checked.parameters.slots,
      ...checked.picker.slots,
      ...Object.fromEntries((checked.cursor?.keys ?? []).map((value, place) => [`cursor_${place}`, value])),
      cursor_id: checked.cursor?.id,
      limit: size + 1,
    },
  );
  confirmByRow(scope, rows[0]);
  const found = rows.filter((row) => row.record !== null);
  const items = found
    .slice(0, size)
    .map((row) => withoutUnreadable(scope.index, entityName, row.record as WireRecord) as WireRecord);
  const last = found.length > size ? found[size - 1] : undefined;
  return {
    items,
    next: last === undefined ? null : writeCursor({ keys: last.keys, id: last.id as string }, bound, scope.secret),
    count: query.count ? Number(rows[0]?.total ?? 0) : null,
    can:
      checked.events &&
      found
        .slice(0, size)
        .map((row) => (checked.events ?? []).flatMap((event, place) => (row.can?.[place] ? [event.name] : []))),
  };
}

function check(
  scope: ReadScope,
  entity: Entity,
  screen: Screen | null,
  query: ListQuery,
): Checked & { readonly bound: string } {
  const parameters = screenParameters(scope, screen, query.filters);
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
  fixedLimit: string | null,
): string {
  const { entity, order, cursor } = checked;
  const source = table(entity.name);
  const where = (alias: string) => {
    const row: SqlVariable = { kind: 'row', entity: entity.name, alias };
    const context = readerContext(scope, parameters, { this: { ...row, readable: true } });
    return {
      context,
      condition: and(
        living(row, context),
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
  // The page first, then what is answered of its records.
  const page = `select ${[`${alias}.*`, ...keys.map((key, place) => `${key} as ${names[place]}`)].join(', ')} from ${source} ${alias} where ${and(condition, ...after)} order by ${sorted(keys, `${alias}."id"`)} limit ${fixedLimit ?? parameters.slot('limit', 'int')}`;
  const shown = parameters.alias();
  const json = compileRecordJson(
    readerContext(scope, parameters),
    { kind: 'row', entity: entity.name, alias: shown, readable: true },
    selection,
  );
  const keyTexts = `array[${names.map((name) => `${shown}.${name}::text`).join(', ')}]::text[]`;
  const can = compileCan(scope, parameters, checked, shown);
  const columns = `${json} as record, ${keyTexts} as keys, ${shown}."id" as id${can === null ? '' : `, ${can} as can`}`;
  const ordering = sorted(
    names.map((name) => `${shown}.${name}`),
    `${shown}."id"`,
  );
  const today = todayColumn(scope, parameters);
  if (!query.count) return `select ${columns}${today} from (${page}) ${shown} order by ${ordering}`;
  const counted = parameters.alias();
  const total = `select count(*) as total from ${source} ${counted} where ${where(counted).condition}`;
  return `select n.total, p.record, p.keys, p.id${can === null ? '' : ', p.can'}${today} from (${total}) n left join (select ${columns}, row_number() over (order by ${ordering}) as place from (${page}) ${shown}) p on true order by p.place`;
}

function compileCan(scope: ReadScope, parameters: Parameters, { entity, events }: Checked, alias: string) {
  if (events === null) return null;
  const record = { kind: 'row', entity: entity.name, alias } as const;
  const context = readerContext(scope, parameters, { this: record });
  return `array[${events.map((event) => possible(scope, event, context, record)).join(', ')}]::boolean[]`;
}

/** What the screen and the request narrow the list to. */
function narrowed(context: SqlContext, checked: Checked, query: ListQuery, alias: string): string {
  const { screen } = checked;
  const path = withVariables(context, { path: { kind: 'values', properties: checked.parameters.compile(context) } });
  return and(
    screen === null || screen.where === null ? 'true' : compileFilter(screen.where, path),
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
