import {
  type Entity,
  type Expression,
  type Field,
  hasValue,
  type QueryForm,
  type Screen,
  type Type,
} from '@nonet/language';
import { couldRead } from '../../reference/could.ts';
import { evaluate, isView, type Records } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { refuse } from '../../reference/refusal.ts';
import { seenBy } from '../../reference/seen.ts';
import type { ReportedLine } from '../../run/case.ts';
import { type CaseBuilder, collection } from '../case-builder.ts';
import { columnsOf } from './columns.ts';

/** More columns than these are taken together (2: reports). */
const MOST_COLUMNS = 50;
const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
const FORMS = ['sum', 'avg', 'min', 'max'] as const;

/** A field, or a period of a date, that divides the records of a report. */
interface Grouping {
  readonly key: string;
  readonly clause: string;
  /** The key of a record's group, as its reader sees the record. */
  readonly of: (id: string) => ReportedLine['key'];
  /** The keys in the order in which the report has them; null: as the numbers are. */
  readonly inOrder: ((keys: readonly ReportedLine['key'][]) => readonly ReportedLine['key'][]) | null;
}

/** A number that a report has for each of its groups. */
interface Measure {
  readonly key: string;
  readonly of: (ids: readonly string[]) => unknown;
}

/**
 * Point 2, reports: rows, columns and totals of a list are what its reader could count in it by hand; a field that they
 * can never read makes none. `ids`: the records of the list as this reader gets it.
 */
export function reports(builder: CaseBuilder, screen: Screen, actor: Actor, ids: readonly string[]): void {
  const { context, world } = builder;
  if (screen.kind !== 'list' || screen.entity === null) return;
  const entity = context.lookup.entity(screen.entity);
  const known = fieldsOf(screen, entity).filter(({ name }) => couldRead(world, actor, entity.name, name));
  const seen = seenBy(world, actor);
  const groupings = known.flatMap((field) => groupingsOf(seen, field, context.serial()));
  const numbers = known.filter(({ type }) => hasValue(type, 'number'));
  const count: Measure = { key: 'count', of: (of) => of.length };
  const ask = (rows: Grouping, columns: Grouping | null, measures: readonly Measure[]): void => {
    const query = `_rows=${rows.key}${columns === null ? '' : `&_columns=${columns.key}`}`;
    const asked = `${query}&_measures=${measures.map(({ key }) => key).join(',')}`;
    const path = `${collection(context, entity.name)}/report?screen=${screen.slug}&${asked}`;
    const values = (of: readonly string[]) => measures.map((measure) => measure.of(of));
    const clauses = [
      screen.clause,
      `${screen.clause}.where`,
      rows.clause,
      ...(columns === null ? [] : [columns.clause]),
    ];
    builder.look(
      actor,
      path,
      {
        kind: 'report',
        rows: linesOf(ids, rows, values),
        columns: columns && linesOf(ids, columns, values),
        cells: columns === null ? [] : cellsOf(ids, rows, columns, values),
        total: values(ids),
        isRowOrderKnown: rows.inOrder !== null,
        isColumnOrderKnown: columns?.inOrder !== null,
      },
      clauses,
    );
  };
  for (const [place, rows] of groupings.entries()) {
    const others = groupings.filter((each) => each !== rows && keysIn(ids, each).length <= MOST_COLUMNS);
    const columns = others[(context.serial() + place) % Math.max(1, others.length)] ?? null;
    const number = numbers[(context.serial() + place) % Math.max(1, numbers.length)];
    ask(
      rows,
      columns,
      number === undefined ? [count] : [count, measureOf(seen, entity.name, number, context.serial())],
    );
  }
  const hidden = fieldsOf(screen, entity).find((field) => !known.includes(field));
  if (hidden !== undefined && isGrouping(hidden))
    builder.look(
      actor,
      `${collection(context, entity.name)}/report?screen=${screen.slug}&_rows=${hidden.name}`,
      refuse(context.lookup, 'INVALID'),
      [screen.clause, hidden.clause],
    );
}

/** The fields of the entity that a list shows, or filters by. */
function fieldsOf(screen: Screen, { fields }: Entity): readonly Field[] {
  const names = new Set(
    [...columnsOf(screen), ...screen.filters].flatMap(({ path }) => (path.length === 1 ? path : [])),
  );
  return fields.filter(({ name }) => names.has(name));
}

/** Whether the field makes groups whose keys are known beforehand. */
function isGrouping({ type, computed }: Field): boolean {
  return (
    hasValue(type, 'choice', 'boolean', 'date') ||
    (type.kind === 'reference' && computed === null) ||
    type.kind === 'text'
  );
}

function groupingsOf(seen: Records, field: Field, serial: number): Grouping[] {
  if (!isGrouping(field)) return [];
  const { name, clause, type } = field;
  const valueOf = (id: string): ReportedLine['key'] => {
    const value = seen.view(id)?.[name] ?? null;
    if (isView(value)) return value.id;
    return typeof value === 'boolean' || value === null ? value : plain(value);
  };
  if (type.kind !== 'date') {
    const states =
      'values' in type ? type.values.map((choice) => choice.name) : type.kind === 'boolean' ? [false, true] : null;
    const inOrder = states === null ? null : (keys: readonly ReportedLine['key'][]) => placed([...states, null], keys);
    return [{ key: name, clause, of: valueOf, inOrder }];
  }
  const period = PERIODS[serial % PERIODS.length] ?? 'month';
  const of = (id: string) => {
    const day = valueOf(id);
    return typeof day === 'string' ? firstDay(day, period) : null;
  };
  const inOrder = (keys: readonly ReportedLine['key'][]) => {
    const days = keys
      .filter((key) => key !== null)
      .map(String)
      .toSorted();
    return placed([...days, null], keys);
  };
  return [{ key: `${period}(${name})`, clause, of, inOrder }];
}

function placed(all: readonly ReportedLine['key'][], keys: readonly ReportedLine['key'][]): ReportedLine['key'][] {
  return all.filter((key) => keys.includes(key));
}

/** The first day of the period in which a date lies; weeks begin on Monday. */
export function firstDay(date: string, period: (typeof PERIODS)[number]): string {
  const [year = '', month = ''] = date.split('-');
  switch (period) {
    case 'day':
      return date;
    case 'week': {
      const day = new Date(`${date}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString().slice(0, 10);
    }
    case 'month':
      return `${year}-${month}-01`;
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${year}-01-01`;
  }
}

/** A number of the list's records, by the language's own form of a query over them. */
function measureOf(seen: Records, entity: string, { name, type }: Field, serial: number): Measure {
  const form: QueryForm & (typeof FORMS)[number] = FORMS[serial % FORMS.length] ?? 'sum';
  const ofType: Type =
    type.kind === 'integer' ? { kind: 'integer', nullable: true } : { kind: 'decimal', scale: null, nullable: true };
  const record: Type = { kind: 'record', entity, nullable: false };
  const variable: Expression = { kind: 'variable', name: '$each', type: record };
  const query: Expression = {
    kind: 'query',
    form,
    source: { kind: 'entity', entity },
    variable: '$each',
    where: null,
    value: { kind: 'field', of: variable, field: name, type: ofType },
    order: [],
    // An average of whole numbers is none.
    type: form === 'avg' ? { kind: 'decimal', scale: null, nullable: true } : ofType,
  };
  return {
    key: `${form}(${name})`,
    of: (ids) => {
      const of = new Set(ids);
      const part: Records = { ...seen, living: (each) => seen.living(each).filter(({ id }) => of.has(id)) };
      return evaluate(part, query, {});
    },
  };
}

function keysIn(ids: readonly string[], { of, inOrder }: Grouping): readonly ReportedLine['key'][] {
  const keys = [...new Set(ids.map(of))];
  return inOrder === null ? keys : inOrder(keys);
}

function linesOf(
  ids: readonly string[],
  grouping: Grouping,
  values: (ids: readonly string[]) => readonly unknown[],
): ReportedLine[] {
  return keysIn(ids, grouping).map((key) => ({ key, values: values(ids.filter((id) => grouping.of(id) === key)) }));
}

/** The cells of each row in the order of `keysIn` of the columns; null where there is no record. */
function cellsOf(
  ids: readonly string[],
  rows: Grouping,
  columns: Grouping,
  values: (ids: readonly string[]) => readonly unknown[],
): (readonly unknown[] | null)[][] {
  return keysIn(ids, rows).map((row) =>
    keysIn(ids, columns).map((column) => {
      const of = ids.filter((id) => rows.of(id) === row && columns.of(id) === column);
      return of.length === 0 ? null : values(of);
    }),
  );
}
