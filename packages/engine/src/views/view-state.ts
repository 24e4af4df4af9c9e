import { readableRows } from '../sql/context.ts';
import type { Entity, Screen } from '@nonet/language';
import { Refusal } from '../refusal.ts';
import { findAnyPath, findPath } from '../run/lists/readable-path.ts';
import { type Filter, readFilter } from '../run/lists/filter.ts';
import { readGrouping } from '../run/lists/grouping.ts';
import { readMeasures } from '../run/lists/measure.ts';
import { readOrder } from '../run/lists/list-order.ts';
import { type ReadScope, actorContext, readRows } from '../run/read-scope.ts';
import { admits } from '../sql/admits.ts';
import { and } from '../sql/logic.ts';

/** The parameters of a list's address, without the page. */
export interface ViewState {
  /** By path and operator, as in a list's query; a datetime is compared with a date of its reader's. */
  readonly filters: Readonly<Record<string, string>>;
  readonly search: string | null;
  /** `-created_at,number`. */
  readonly order: string | null;
  /** The paths of the columns that are shown, in their order; null: those of the screen. */
  readonly columns: readonly string[] | null;
  /** The number of rows of a page; null: the screen's own number. */
  readonly pageSize: number | 'all' | null;
  /** The column by which the list is grouped, `month(…)` of it, or `tree(…)` where it is shown as a tree. */
  readonly group?: string;
  /** The report that is shown in the place of its records. */
  readonly report?: ReportState;
}

/** A report's rows, columns and measures, as in its query; no measure: the count. */
export interface ReportState {
  readonly rows: string;
  readonly columns: string | null;
  readonly measures: readonly string[];
}

export interface JudgedState {
  /** The part of the state that this reader may use. */
  readonly state: ViewState;
  /** The keys of what they may not: `total.gte`, `order`, `columns`. */
  readonly left: readonly string[];
}

/**
 * The parts of each state that this reader may use on its list. Everything that the list itself would refuse is left
 * out (a field that they can never read, a choice that no longer exists), and so is a filter by a record that they may
 * not read.
 */
export async function judgeStates(
  scope: ReadScope,
  states: readonly { readonly screen: Screen; readonly state: ViewState }[],
): Promise<JudgedState[]> {
  const judged = states.map(({ screen, state }) => judge(scope, screen, state));
  const readable = await readableIds(
    scope,
    judged.flatMap(({ filters }) => filters.map(({ filter }) => filter)),
  );
  return judged.map(({ state, left, filters }) => {
    const usable = filters.filter(({ filter }) => namedIds(filter).every((id) => readable.has(id)));
    const lost = filters.filter((each) => !usable.includes(each)).map(({ key }) => key);
    const kept = Object.fromEntries(usable.map(({ key }) => [key, state.filters[key] ?? '']));
    return { state: { ...state, filters: kept }, left: [...left, ...lost] };
  });
}

interface Judged extends JudgedState {
  readonly filters: readonly { readonly key: string; readonly filter: Filter }[];
}

function judge(scope: ReadScope, screen: Screen, state: ViewState): Judged {
  const left: string[] = [];
  const entity = scope.index.findEntity(screen.entity ?? '');
  const filters = Object.entries(state.filters).flatMap(([key, value]) => {
    const filter = entity === null ? null : filterOf(scope, screen, entity, key, value);
    if (filter !== null) return [{ key, filter }];
    left.push(key);
    return [];
  });
  const order = keep(state.order?.split(',') ?? [], 'order', (key) => {
    return entity !== null && succeeds(() => readOrder(scope, entity, key, null)) !== null;
  });
  const shown = new Set(screen.groups.flatMap(({ columns }) => columns.map(({ path }) => path.join('.'))));
  const isShown = (path: string, find = findPath) =>
    entity !== null && shown.has(path) && find(scope, entity.name, path.split('.')) !== null;
  const columns = keep(state.columns ?? [], 'columns', (path) => isShown(path, findAnyPath));
  const { group, report, ...others } = state;
  const [grouped] = keep(group === undefined ? [] : [group], 'group', (key) =>
    isShown(/^(?:month|tree)\((.+)\)$/.exec(key)?.[1] ?? key),
  );
  const reported = report === undefined || entity === null ? null : judgeReport(scope, entity, report);
  if (report !== undefined && JSON.stringify(reported) !== JSON.stringify(report)) left.push('report');
  return {
    state: {
      ...others,
      ...(grouped === undefined ? {} : { group: grouped }),
      ...(reported === null ? {} : { report: reported }),
      order: order.length === 0 ? null : order.join(','),
      columns: columns.length === 0 ? null : columns,
    },
    left,
    filters,
  };

  function keep(keys: readonly string[], what: string, fits: (key: string) => boolean): string[] {
    const kept = keys.filter(fits);
    if (kept.length < keys.length) left.push(what);
    return kept;
  }
}

/** A report without what its reader may not ask of the list; null without rows. */
function judgeReport(scope: ReadScope, entity: Entity, { rows, columns, measures }: ReportState): ReportState | null {
  const isGrouping = (key: string) => succeeds(() => readGrouping(scope, entity.name, key)) !== null;
  if (!isGrouping(rows)) return null;
  return {
    rows,
    columns: columns === null || !isGrouping(columns) ? null : columns,
    measures: measures.filter((key) => succeeds(() => readMeasures(scope, entity, key)) !== null),
  };
}

/** A filter that the screen offers and this reader may use; else null. */
function filterOf(scope: ReadScope, screen: Screen, entity: Entity, key: string, value: string): Filter | null {
  const offered = screen.filters.some(({ path }) => {
    const name = path.join('.');
    return key === name || (key.startsWith(`${name}.`) && !key.slice(name.length + 1).includes('.'));
  });
  if (!offered) return null;
  const read = (text: string) => succeeds(() => readFilter(scope, entity.name, { key, value: text }));
  return read(value) ?? (/^\d{4}-\d\d-\d\d$/.test(value) ? read(`${value}T00:00:00Z`) : null);
}

/** The result; null if it is refused. */
function succeeds<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** `Project 01a1…` for each record that a filter compares with. */
function namedIds({ path, operator, values }: Filter): string[] {
  const { type } = path.field;
  if (operator === 'null') return [];
  if (type.kind === 'reference' || type.kind === 'many') return values.map((id) => `${type.entity} ${String(id)}`);
  return [];
}

async function readableIds(scope: ReadScope, filters: readonly Filter[]): Promise<ReadonlySet<string>> {
  const named = Map.groupBy(new Set(filters.flatMap(namedIds)), (each) => each.split(' ', 1)[0] ?? '');
  const found = new Set<string>();
  for (const [entity, ids] of named) {
    const rows = await readRows<{ id: string }>(
      scope,
      `readable ids ${entity}`,
      (parameters) => {
        const alias = parameters.alias();
        const row = { kind: 'row', entity, alias } as const;
        const among = `${alias}."id" = any(${parameters.listSlot('ids', 'uuid')})`;
        const context = actorContext(scope, parameters);
        const condition = and(among, admits(row, context));
        return `select ${alias}."id" from ${readableRows(entity, false, context)} ${alias} where ${condition}`;
      },
      { ids: ids.map((each) => each.slice(entity.length + 1)) },
    );
    for (const { id } of rows) found.add(`${entity} ${id}`);
  }
  return found;
}
