import type { Entity, Event, Screen } from '@nonet/language';
import { recordPredicate, type RecordVariable } from '../sql/authority.ts';
import { withVariables, type SqlContext, type SqlVariable } from '../sql/context.ts';
import { compileFilter } from '../sql/expression.ts';
import { living } from '../sql/admits.ts';
import { table } from '../sql/identifiers.ts';
import { and, FALSE } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { compileRecordColumns, type Selection, selectionKey } from '../sql/projection.ts';
import type { Cursor } from './cursor.ts';
import { compileFilterCondition, compileSearch, type Filter, filterKey } from './filter.ts';
import { compileAfter, compileOrderKeys, type OrderKey, orderText } from './list-order.ts';
import type { Picker } from './picker.ts';
import { possible } from './possible-event.ts';
import type { ReadablePath } from './readable-path.ts';
import { actorContext, type ReadScope, todayColumn } from './read-scope.ts';
import { compileVersion, versionColumn } from './kept-page.ts';
import type { ScreenParameters } from './screen-parameters.ts';
import type { TileFilter } from './tile-filter.ts';

/** Everything about a list, checked before the statement is made. */
export interface CheckedList {
  readonly entity: Entity;
  /** What is answered of each record. */
  readonly selection: Selection;
  /** Whether what was deleted is listed, in the place of what is there. */
  readonly isDeleted: boolean;
  readonly purpose: 'read' | 'export';
  /** Whether the records of all pages are counted. */
  readonly isCounted: boolean;
  readonly screen: Screen | null;
  readonly parameters: ScreenParameters;
  /** In the place of what the screen narrows its records to. */
  readonly tile: TileFilter | null;
  readonly picker: Picker;
  /** The events (and `delete`) of which each record says whether they are possible; null where that was not asked. */
  readonly events: readonly (Event | 'delete')[] | null;
  readonly filters: readonly Filter[];
  readonly words: readonly string[];
  readonly searched: readonly ReadablePath[];
  readonly order: readonly OrderKey[];
  readonly cursor: Cursor | null;
}

/** A page is one row: its records as text (or their versions), and what its cursor needs. */
export interface ListRow {
  readonly items: string | null;
  /** How many records were found: one more than the page holds shows that there is another page. */
  readonly found: number;
  /** The last record's id and keys of the order, as a JSON array. */
  readonly last: string | null;
  readonly can?: readonly boolean[][] | null;
  readonly total?: number | string;
  readonly today?: string[] | null;
}

/** How a page is asked for. */
export interface PageForm {
  /** A size in the text is no slot. */
  readonly size: number | null;
  /** Whether its items are the versions of its records, for `RecordTexts`. */
  readonly versions: boolean;
}

/**
 * What of each member is in the text of the statement; everything else about it is a slot. Two lists of one key have one
 * text: a member that is new does not compile until it says what of it the text is made by.
 */
const TEXT_OF: { readonly [Member in keyof CheckedList | keyof PageForm]: (list: CheckedList & PageForm) => unknown } =
  {
    entity: ({ entity }) => entity.name,
    selection: ({ selection }) => selectionKey(selection),
    isDeleted: ({ isDeleted }) => isDeleted,
    purpose: ({ purpose }) => purpose,
    isCounted: ({ isCounted }) => isCounted,
    // Which parameters its `where` reads, and how, the screen itself says.
    screen: ({ screen }) => screen?.slug ?? null,
    parameters: () => null,
    tile: ({ tile }) => tile?.key ?? null,
    picker: ({ picker }) => picker.key,
    events: ({ events }) => events?.map((event) => (event === 'delete' ? event : `event ${event.name}`)) ?? null,
    filters: ({ filters }) => filters.map(filterKey),
    words: ({ words }) => words.length,
    searched: ({ searched }) => searched.map(({ segments }) => segments),
    order: ({ order }) => orderText(order),
    // An order without keys has a cursor all the same: the id's.
    cursor: ({ cursor }) => cursor && cursor.keys.map((value) => value === null),
    size: ({ size }) => size,
    versions: ({ versions }) => versions,
  };

/** The key under which the text of `compileList` is kept, for readers of the same rights. */
export function listKey(checked: CheckedList, form: PageForm): string {
  const list = { ...checked, ...form };
  return `list ${JSON.stringify(Object.values(TEXT_OF).map((textOf) => textOf(list)))}`;
}

/** The statement of one page: a `ListRow`. */
export function compileList(scope: ReadScope, checked: CheckedList, parameters: Parameters, form: PageForm): string {
  const { entity, order, cursor, selection } = checked;
  const source = table(entity.name);
  const where = (alias: string) => {
    const row: SqlVariable = { kind: 'row', entity: entity.name, alias };
    const context = actorContext(scope, parameters, { this: { ...row, readable: true } });
    return {
      context,
      condition: and(
        checked.isDeleted ? restorable(scope, context, row) : living(row, context),
        recordPredicate(context, scope.authority, 'read', row),
        checked.purpose === 'export' ? recordPredicate(context, scope.authority, 'export', row) : 'true',
        narrowed(context, checked, alias),
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
  const size = form.size === null ? parameters.slot('size', 'int') : String(Math.trunc(form.size));
  // The page first, and one record more; then what is answered of its records.
  const read = [
    `${alias}.*`,
    ...(form.versions ? [versionColumn(alias)] : []),
    ...keys.map((key, place) => `${key} as ${names[place]}`),
  ];
  const page = `select ${read.join(', ')} from ${source} ${alias} where ${and(condition, ...after)} order by ${sorted(keys, `${alias}."id"`)} limit ${size} + 1`;
  const shown = parameters.alias();
  const placed = `select ${shown}.*, row_number() over (order by ${sorted(names, '"id"')}) as "_place" from (${page}) ${shown}`;
  const place = `${shown}."_place"`;
  const onPage = `filter (where ${place} <= ${size})`;
  const last = [`${shown}."id"`, ...names.map((name) => `${shown}.${name}::text`)].join(', ');
  const columns = [
    `string_agg(${form.versions ? compileVersion(shown) : 'to_json(answered)::text'}, ',' order by ${place}) ${onPage} as items`,
    'count(*)::int as found',
    `max(json_build_array(${last})::text) filter (where ${place} = ${size}) as last`,
  ];
  const can = compileCan(scope, parameters, checked, shown);
  if (can !== null) columns.push(`json_agg(${can} order by ${place}) ${onPage} as can`);
  if (checked.isCounted) {
    const counted = parameters.alias();
    columns.push(`(select count(*) from ${source} ${counted} where ${where(counted).condition}) as total`);
  }
  const answered = form.versions ? '' : ` cross join lateral (${recordColumns()}) answered`;
  return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from (${placed}) ${shown}${answered}`;

  function recordColumns(): string {
    const row = { kind: 'row', entity: entity.name, alias: shown, readable: true } as const;
    return compileRecordColumns(actorContext(scope, parameters), row, selection);
  }
}

function compileCan(scope: ReadScope, parameters: Parameters, { entity, events }: CheckedList, alias: string) {
  if (events === null) return null;
  const record = { kind: 'row', entity: entity.name, alias } as const;
  const context = actorContext(scope, parameters, { this: record });
  return `array[${events.map((event) => (event === 'delete' ? deletable(context, scope, entity, record) : possible(scope, event, context, record))).join(', ')}]::boolean[]`;
}

/** As `/can` says it: what refers to the record may refuse it still. */
function deletable(context: SqlContext, { authority }: ReadScope, entity: Entity, row: RecordVariable): string {
  return entity.delete === 'never' ? FALSE : recordPredicate(context, authority, 'delete', row);
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
function narrowed(context: SqlContext, checked: CheckedList, alias: string): string {
  const { screen, tile } = checked;
  const path = withVariables(context, { path: { kind: 'values', properties: checked.parameters.compile(context) } });
  return and(
    tile !== null || screen === null || screen.where === null ? 'true' : compileFilter(screen.where, path),
    tile?.compile(context, alias) ?? 'true',
    checked.picker.compile(context, alias),
    ...checked.filters.map((filter, place) => compileFilterCondition(context, filter, place)),
    checked.words.length === 0 ? 'true' : compileSearch(context, checked.searched, checked.words.length),
  );
}
