import type { Entity, Event, Screen } from '@nonet/language';
import { recordPredicate, type RecordVariable } from '../../sql/permissions.ts';
import { type FixedValues, withVariables, type SqlContext, type SqlVariable, readableRows } from '../../sql/context.ts';
import { compileFilter } from '../../sql/expression.ts';
import { living } from '../../sql/admits.ts';

import { and, FALSE } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { compileRecordColumns, type Selection, selectionKey } from '../../sql/projection.ts';
import { column } from '../../sql/identifiers.ts';
import type { Candidates } from './candidates.ts';
import type { Cursor } from './cursor.ts';
import { compileFilters, compileSearch, type Filter, filterKey } from './filter.ts';
import { compileAfter, compileOrderKeys, type OrderKey, orderText, sortedKeys } from './list-order.ts';
import { clauseOfList, narrowingParts, orderParts } from './list-clause.ts';
import type { Picker } from './picker.ts';
import { possible } from '../events/possible-event.ts';
import { compileRanking, rankingKey, RANKS, type RankedRecords, type Ranking } from './ranking.ts';
import type { ReadablePath } from './readable-path.ts';
import { actorContext, type ReadScope, todayColumn } from '../read-scope.ts';
import { compileVersion, versionColumn } from './kept-page.ts';
import type { ScreenParameters } from './screen-parameters.ts';
import type { TileFilter } from '../dashboards/tile-filter.ts';

/** A list whose parts have been checked, from which the statement is made. */
export interface CheckedList {
  readonly entity: Entity;
  /** The part of each record that is answered. */
  readonly selection: Selection;
  /** Whether deleted records are listed instead of existing ones. */
  readonly isDeleted: boolean;
  readonly purpose: 'read' | 'export';
  readonly screen: Screen | null;
  readonly parameters: ScreenParameters;
  /** The tile's filter, which replaces the screen's own condition. */
  readonly tile: TileFilter | null;
  readonly picker: Picker;
  /**
   * The events (and `delete`) for which each record says whether they are possible; null if the request does not ask.
   */
  readonly events: readonly (Event | 'delete')[] | null;
  readonly filters: readonly Filter[];
  /** The terms of a search, folded. */
  readonly terms: readonly string[];
  readonly searched: readonly ReadablePath[];
  readonly order: readonly OrderKey[];
  /** The ranks of what a search finds, which come before the order. */
  readonly ranking: Ranking | null;
  /** The end of the page before; its first key is the rank, where there is a ranking. */
  readonly cursor: Cursor | null;
  /** The candidates among which the page is looked up; null: the whole table. */
  readonly among: Candidates | null;
  /** The records of each rank, where they are looked up one rank after the other; null: all together. */
  readonly ranked: RankedRecords | null;
}

/** A list of which it is not yet decided where its records are looked up. */
export type UnplacedList = Omit<CheckedList, 'among' | 'ranked'>;

/** A page is one row: its records as text (or their versions), and what its cursor needs. */
export interface ListRow {
  readonly items: string | null;
  /** The number of records found: one more than the page holds if another page follows. */
  readonly found: number;
  /** The last record's id and keys of the order, as a JSON array. */
  readonly last: string | null;
  readonly can?: readonly boolean[][] | null;
  readonly today?: string[] | null;
}

/** The requested form of a page. */
export interface PageForm {
  /** A size in the text is no slot. */
  readonly size: number | null;
  /** Whether its items are the versions of its records, for `RecordTexts`. */
  readonly versions: boolean;
}

/**
 * The part of each member that determines the text of the statement; everything else about it is a slot. Two lists
 * with one key have one text, and a new member does not compile until it states its part.
 */
const TEXT_OF: { readonly [Member in keyof CheckedList | keyof PageForm]: (list: CheckedList & PageForm) => unknown } =
  {
    entity: ({ entity }) => entity.name,
    selection: ({ selection }) => selectionKey(selection),
    isDeleted: ({ isDeleted }) => isDeleted,
    purpose: ({ purpose }) => purpose,
    // The screen determines which parameters its `where` reads, and how.
    screen: ({ screen }) => screen?.slug ?? null,
    parameters: () => null,
    tile: ({ tile }) => tile?.key ?? null,
    picker: ({ picker }) => picker.key,
    events: ({ events }) => events?.map((event) => (event === 'delete' ? event : `event ${event.name}`)) ?? null,
    filters: ({ filters }) => filters.map(filterKey),
    terms: ({ terms }) => terms.length,
    searched: ({ searched }) => searched.map(({ segments }) => segments),
    order: ({ order }) => orderText(order),
    ranking: ({ ranking }) => rankingKey(ranking),
    // An order without keys has a cursor all the same: the id's.
    cursor: ({ cursor, ranking }) =>
      cursor && cursor.keys.map((value, place) => (place === 0 && ranking !== null ? value : value === null)),
    among: ({ among }) => among && [among.column, among.areAll],
    ranked: ({ ranked }) => ranked && [ranked.exact === null, ranked.begins === null],
    size: ({ size }) => size,
    versions: ({ versions }) => versions,
  };

/** The key under which the text of `compileList` is kept, for readers of the same rights. */
export function listKey(checked: CheckedList, form: PageForm): string {
  const list = { ...checked, ...form };
  return `list ${JSON.stringify(Object.values(TEXT_OF).map((textOf) => textOf(list)))}`;
}

/** The conditions that decide which records a list has, but not how they are shown, ordered and divided into pages. */
const COUNTED = [
  'entity',
  'isDeleted',
  'purpose',
  'screen',
  'tile',
  'picker',
  'filters',
  'terms',
  'searched',
  'among',
] as const satisfies readonly (keyof CheckedList)[];

export type CountedList = Pick<CheckedList, (typeof COUNTED)[number] | 'parameters'>;

/** The key under which the text of `compileCount` is kept. */
export function countKey(counted: CountedList): string {
  const parts = COUNTED.map((member) => TEXT_OF[member](counted as CheckedList & PageForm));
  return `count ${JSON.stringify([...parts, fixedByFilters(counted)])}`;
}

/** The statement that counts the records of all pages: one row with `total`. */
export function compileCount(scope: ReadScope, counted: CountedList, parameters: Parameters): string {
  parameters.carryOut(clauseOfList(counted), 'count', ...narrowingParts(counted));
  const alias = parameters.alias();
  const { context, condition } = membership(scope, counted, parameters, alias, fixedByFilters(counted));
  const source = readableRows(counted.entity.name, false, context);
  return `select count(*)::int as total from ${source} ${alias} where ${and(isCandidate(counted, parameters, alias), condition)}`;
}

/** The records of all pages: the table, the condition on its rows, and the context in which they are read. */
export function compileMembers(scope: ReadScope, counted: CountedList, parameters: Parameters) {
  parameters.carryOut(clauseOfList(counted), 'sums', ...narrowingParts(counted));
  const alias = parameters.alias();
  const { context, condition } = membership(scope, counted, parameters, alias);
  const source = readableRows(counted.entity.name, false, context);
  return { from: `${source} ${alias}`, condition: and(isCandidate(counted, parameters, alias), condition), context };
}

/**
 * The values to which filters narrow a list. A count has a text for each, because it visits every record: cells that
 * depend on such a value are then decided beforehand, and an index alone may answer.
 */
function fixedByFilters({ filters }: CountedList): FixedValues {
  const fixing = filters.filter(
    ({ path, operator }) =>
      operator === 'eq' && path.segments.length === 1 && ['enum', 'state'].includes(path.field.type.kind),
  );
  return Object.fromEntries(fixing.map(({ path, values }) => [path.field.name, String(values[0])]));
}

/** The condition on which records of the table an actor's list has, and the context of their columns. */
function membership(
  scope: ReadScope,
  list: CountedList,
  parameters: Parameters,
  alias: string,
  fixed: FixedValues = {},
) {
  const row: SqlVariable = { kind: 'row', entity: list.entity.name, alias, fixed };
  const context = actorContext(scope, parameters, { this: { ...row, readable: true } });
  const condition = and(
    list.isDeleted ? restorable(scope, context, row) : living(row, context),
    recordPredicate(context, scope.authority, 'read', row),
    list.purpose === 'export' ? recordPredicate(context, scope.authority, 'export', row) : 'true',
    narrowed(context, list, alias),
  );
  return { context, condition };
}

function isCandidate({ among }: CountedList, parameters: Parameters, alias: string): string {
  return among === null ? 'true' : `${column(alias, among.column)} = any(${parameters.listSlot('among', 'uuid')})`;
}

/** The statement of one page: a `ListRow`. */
export function compileList(scope: ReadScope, checked: CheckedList, parameters: Parameters, form: PageForm): string {
  const { entity, order, selection, ranking } = checked;
  parameters.carryOut(clauseOfList(checked), ...narrowingParts(checked), ...orderParts(checked));
  const alias = parameters.alias();
  const { context, condition } = membership(scope, checked, parameters, alias);
  const source = readableRows(entity.name, false, context);
  const keys = compileOrderKeys(context, order);
  const names = keys.map((_key, place) => `"_key_${place}"`);
  const sorted = (of: readonly string[], id: string) => [...sortedKeys(context, entity, order, of), id].join(', ');
  const size = form.size === null ? parameters.slot('size', 'int') : String(Math.trunc(form.size));
  // The page first, and one record more; then what is answered of its records.
  const read = [
    `${alias}.*`,
    ...(form.versions ? [versionColumn(alias)] : []),
    ...keys.map((key, place) => `${key} as ${names[place]}`),
  ];
  const parts = pageParts(checked, context, alias).map(({ rank, sortedBy, where }) => {
    const columns = rank === null ? read : [...read, `${rank} as ${RANK}`];
    const by = [...sortedBy, sorted(keys, `${alias}."id"`)].join(', ');
    return `select ${columns.join(', ')} from ${source} ${alias} where ${and(isCandidate(checked, parameters, alias), condition, ...where)} order by ${by} limit ${size} + 1`;
  });
  // The next part is read only if those before it have no full page.
  const page =
    parts.length === 1
      ? parts.join('')
      : `select * from (${parts.map((part) => `(${part})`).join(' union all ')}) ${parameters.alias()} limit ${size} + 1`;
  const shown = parameters.alias();
  const ranked = ranking === null ? [] : [RANK];
  const placed = `select ${shown}.*, row_number() over (order by ${[...ranked, sorted(names, '"id"')].join(', ')}) as "_place" from (${page}) ${shown}`;
  const place = `${shown}."_place"`;
  const onPage = `filter (where ${place} <= ${size})`;
  const last = [`${shown}."id"`, ...[...ranked, ...names].map((name) => `${shown}.${name}::text`)].join(', ');
  const columns = [
    `string_agg(${form.versions ? compileVersion(shown) : 'to_json(answered)::text'}, ',' order by ${place}) ${onPage} as items`,
    'count(*)::int as found',
    `max(json_build_array(${last})::text) filter (where ${place} = ${size}) as last`,
  ];
  const can = compileCan(scope, parameters, checked, shown);
  if (can !== null) columns.push(`json_agg(${can} order by ${place}) ${onPage} as can`);
  const answered = form.versions ? '' : ` cross join lateral (${recordColumns()}) answered`;
  return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from (${placed}) ${shown}${answered}`;

  function recordColumns(): string {
    const row = { kind: 'row', entity: entity.name, alias: shown, readable: true } as const;
    return compileRecordColumns(actorContext(scope, parameters), row, selection);
  }
}

const RANK = '"_rank"';

/** The parts that a page is read in, one after the other: one, or one for each rank from the cursor's on. */
function pageParts({ order, ranking, ranked, cursor }: CheckedList, context: SqlContext, alias: string) {
  const { parameters } = context;
  if (ranking === null) {
    const after = cursor === null ? [] : [compileAfter(context, order, cursor.keys, alias)];
    return [{ rank: null, sortedBy: [], where: after }];
  }
  const { exact, begins } = compileRanking(context, ranking);
  const [from = null, ...keys] = cursor?.keys ?? [];
  const first = Number(from ?? 0);
  const after = cursor === null ? 'true' : compileAfter(context, order, keys, alias);
  if (ranked === null) {
    const rank = `(case when ${exact} then 0 when ${begins} then 1 else 2 end)`;
    return [
      {
        rank,
        sortedBy: [rank],
        where: cursor === null ? [] : [`(${rank} > ${first} or (${rank} = ${first} and ${after}))`],
      },
    ];
  }
  const among = (slot: string, ids: readonly string[] | null) =>
    ids === null ? 'true' : `${column(alias, 'id')} = any(${parameters.listSlot(slot, 'uuid')})`;
  const conditions = {
    0: and(among('among_exact', ranked.exact), exact),
    1: and(among('among_begins', ranked.begins), begins, `not ${exact}`),
    2: `not ${begins}`,
  };
  return RANKS.filter((rank) => rank >= first).map((rank) => ({
    rank: String(rank),
    sortedBy: [],
    where: [conditions[rank], ...(rank === first ? [after] : [])],
  }));
}

/** The statement of all records of a list in its order, as `item` each, for an export. */
export function compileExport(scope: ReadScope, checked: CheckedList, parameters: Parameters): string {
  parameters.carryOut(clauseOfList(checked), 'export', ...narrowingParts(checked), ...orderParts(checked));
  const { entity, order, cursor, selection } = checked;
  const alias = parameters.alias();
  const { context, condition } = membership(scope, checked, parameters, alias);
  const source = readableRows(entity.name, false, context);
  const after = cursor === null ? [] : [compileAfter(context, order, cursor.keys, alias)];
  const keys = compileOrderKeys(context, order);
  const sorted = sortedKeys(context, entity, order, keys);
  const row = { kind: 'row', entity: entity.name, alias, readable: true } as const;
  const columns = compileRecordColumns(actorContext(scope, parameters), row, selection);
  return `select to_json(answered)::text as item from ${source} ${alias} cross join lateral (${columns}) answered where ${and(isCandidate(checked, parameters, alias), condition, ...after)} order by ${[...sorted, `${alias}."id"`].join(', ')}`;
}

function compileCan(scope: ReadScope, parameters: Parameters, { entity, events }: CheckedList, alias: string) {
  if (events === null) return null;
  const record = { kind: 'row', entity: entity.name, alias } as const;
  const context = actorContext(scope, parameters, { this: record });
  return `array[${events.map((event) => (event === 'delete' ? deletable(context, scope, entity, record) : possible(scope, event, context, record))).join(', ')}]::boolean[]`;
}

/** The answer of `/can`: records that refer to this one may still prevent its deletion. */
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

/** The conditions by which the screen and the request narrow the list. */
function narrowed(context: SqlContext, checked: CountedList, alias: string): string {
  const { screen, tile } = checked;
  const path = withVariables(context, { path: { kind: 'values', properties: checked.parameters.compile(context) } });
  return and(
    tile !== null || screen === null || screen.where === null ? 'true' : compileFilter(screen.where, path),
    tile?.compile(context, alias) ?? 'true',
    checked.picker.compile(context, alias),
    compileFilters(context, checked.filters),
    checked.terms.length === 0 ? 'true' : compileSearch(context, checked.searched, checked.terms.length),
  );
}
