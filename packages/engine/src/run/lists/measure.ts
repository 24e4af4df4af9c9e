import { type Entity, hasValue, isOneOf, message, type Type } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { sqlType } from '../../sql/identifiers.ts';
import { wireOfTile } from '../dashboards/tile-wire.ts';
import type { ReadScope } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';
import { findPath, type ReadablePath, refuseKey } from './readable-path.ts';

/** The forms of a measure over the values of a field; they are those of queries (1). */
export const MEASURE_FORMS = ['sum', 'avg', 'min', 'max'] as const;
type MeasureForm = (typeof MEASURE_FORMS)[number];

/** One number of a report, for each of its groups: the records (null), or a form over a field of theirs. */
export interface Measure {
  /** As the request has it: `count`, `sum(total)`. */
  readonly key: string;
  readonly of: { readonly form: MeasureForm; readonly path: ReadablePath } | null;
}

const MOST_MEASURES = 5;
const OF_FIELD = /^([a-z]+)\((.+)\)$/;

/** `count,sum(total)`; `count` where nothing is given. @throws {Refusal} INVALID with the key that is no measure. */
export function readMeasures(scope: ReadScope, entity: Entity, given: string | null): Measure[] {
  const keys = given === null || given === '' ? ['count'] : [...new Set(given.split(','))];
  if (keys.length > MOST_MEASURES) {
    const words = message('manyMeasures', { most: MOST_MEASURES });
    throw refuseInvalid(scope.index, [{ field: '_measures', code: 'INVALID', message: words, clause: null }]);
  }
  return keys.map((key) => {
    if (key === 'count') return { key, of: null };
    const [, form, of] = OF_FIELD.exec(key) ?? [];
    const words = message('notMeasured', { key });
    if (form === undefined || of === undefined || !isOneOf(MEASURE_FORMS, form))
      throw refuseKey(scope, entity.name, key, words);
    const path = findPath(scope, entity.name, of.split('.'));
    if (path === null || !isMeasured(form, path)) throw refuseKey(scope, entity.name, of, words);
    return { key, of: { form, path } };
  });
}

/** Numbers, amounts and durations have sums and averages; dates and times have a first and a last as well. */
function isMeasured(form: MeasureForm, { field: { type } }: ReadablePath): boolean {
  const isAdded = hasValue(type, 'number', 'duration');
  return isAdded || ((form === 'min' || form === 'max') && hasValue(type, 'date', 'datetime', 'time'));
}

/** A measure as parts of a statement: each group is folded from smaller ones, so that an average is exact as well. */
export interface CompiledMeasure {
  /** The column of the value in the rows, if it has one. */
  readonly value: string | null;
  /** The aggregates over rows that a cell keeps, by the names of their columns. */
  readonly partials: readonly string[];
  /** The value by which groups are ranked; `over` follows each aggregate: nothing, or a window. */
  readonly size: (over: string) => string;
  /** The value on the wire of cells that are taken together. */
  readonly wire: string;
}

export function compileMeasure({ of }: Measure, place: number, context: SqlContext): CompiledMeasure {
  if (of === null)
    return { value: null, partials: [], size: (over) => `sum(n)${over}`, wire: 'coalesce(sum(n), 0)::bigint' };
  const { form, path } = of;
  const { type } = path.expression;
  const value = `(${compileExpression(path.expression, context)})::${sqlType(type)} as v${place}`;
  const parts =
    form === 'min' || form === 'max' ? extreme(form, type, place, context) : added(form, type, place, context);
  return { value, ...parts };
}

type Parts = Omit<CompiledMeasure, 'value'>;

function extreme(form: 'min' | 'max', type: Type, place: number, context: SqlContext): Parts {
  return {
    partials: [`${form}(v${place}) as m${place}`],
    size: (over) => `${form}(m${place})${over}`,
    wire: wireOfTile(`${form}(m${place})`, type, context),
  };
}

function added(form: 'sum' | 'avg', type: Type, place: number, context: SqlContext): Parts {
  const filled = (over: string) => `nullif(sum(f${place})${over}, 0)`;
  const counted = `count(v${place}) as f${place}`;
  if (type.kind === 'duration') return addedDurations(form, place, filled);
  const sum = (over: string) => `coalesce(sum(s${place})${over}, 0)`;
  const average = (over: string) => `nonet.divide(sum(s${place})${over}, ${filled(over)}::numeric)`;
  // Whole numbers are added exactly, however large their sum.
  const partials = [`sum(v${place}::numeric) as s${place}`, counted];
  if (form === 'avg') return { partials, size: average, wire: `trim_scale(${average('')})::text` };
  return { partials, size: sum, wire: wireOfTile(sum(''), type, context) };
}

/** 9,999 years of months and of days, and the microseconds that a number has exactly: beyond them is no duration. */
const MOST = { months: 9_999 * 12, days: 9_999 * 366, microseconds: Number.MAX_SAFE_INTEGER };
const DAY = '86400000000';

/** Durations are added part by part: their own sum fails beyond its range. */
function addedDurations(form: 'sum' | 'avg', place: number, filled: (over: string) => string): Parts {
  const value = `v${place}`;
  const partials = [
    `sum(extract(year from ${value}) * 12 + extract(month from ${value})) as mo${place}`,
    `sum(extract(day from ${value})) as d${place}`,
    `sum((extract(hour from ${value}) * 60 + extract(minute from ${value})) * 60000000 + extract(microseconds from ${value})) as us${place}`,
    `count(${value}) as f${place}`,
  ];
  const total = (part: string, over: string) => `coalesce(sum(${part}${place})${over}, 0)`;
  const length = (over: string) =>
    `(${total('mo', over)} * 30 * ${DAY} + ${total('d', over)} * ${DAY} + ${total('us', over)})`;
  const [months, days, microseconds] = [total('mo', ''), total('d', ''), total('us', '')];
  const fits = `abs(${months}) <= ${MOST.months} and abs(${days}) <= ${MOST.days} and abs(${microseconds}) <= ${MOST.microseconds}`;
  const sum = `(case when ${fits} then make_interval(months => (${months})::int, days => (${days})::int) + (${microseconds})::float8 * interval '1 microsecond' end)`;
  if (form === 'sum') return { partials, size: length, wire: `(${sum})::text` };
  return {
    partials,
    size: (over) => `${length(over)} / ${filled(over)}`,
    wire: `(${sum} / ${filled('')}::float8)::text`,
  };
}
