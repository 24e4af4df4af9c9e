import { type Decimal, decimal, divide, ZERO } from '../decimal.ts';
import type { Expression, ListQuery, Query } from '../tree.ts';
import type { Closure, Compile, Frame } from './environment.ts';
import { asDecimal, fieldOf } from './operands.ts';
import { compare, idOf } from './values.ts';

/** A query over the records of a list, or over all records of an entity where the environment has them. */
export function compileQuery(compile: Compile, query: Query): Closure {
  const { form, variable } = query;
  const records = sourceOf(compile, query);
  const where = query.where === null ? null : compile(query.where);
  const value = query.value === null ? null : compile(query.value);
  const order = query.order.map(({ by, descending }) => ({ by: compile(by), kind: by.type.kind, descending }));

  const selected = (frame: Frame): readonly unknown[] => {
    const all = records(frame);
    return where === null ? all : all.filter((record) => at(frame, variable, record, where) === true);
  };
  const values = (frame: Frame): unknown[] => {
    if (value === null) throw new Error(`The query form ${form} needs a value`);
    return selected(frame)
      .map((record) => at(frame, variable, record, value))
      .filter((item) => item !== null);
  };
  const kind = query.value?.type.kind ?? 'integer';

  switch (form) {
    case 'count':
      return (frame) => decimal(selected(frame).length);
    case 'exists':
      return (frame) => {
        const all = records(frame);
        return where === null ? all.length > 0 : all.some((record) => at(frame, variable, record, where) === true);
      };
    case 'all':
      return (frame) =>
        value === null || selected(frame).every((record) => at(frame, variable, record, value) === true);
    case 'sum':
      return (frame) => total(values(frame));
    case 'avg':
      return (frame) => {
        const found = values(frame);
        return found.length === 0 ? null : divide(total(found), decimal(found.length));
      };
    case 'min':
    case 'max': {
      const sign = form === 'max' ? 1 : -1;
      return (frame) =>
        values(frame).reduce(
          (best, next) => (best === null || sign * compare(next, best, kind) > 0 ? next : best),
          null,
        );
    }
    case 'first':
      return (frame) => firstOf(frame);
    case 'values':
      return (frame) => selected(frame).map((record) => (value === null ? null : at(frame, variable, record, value)));
  }

  /**
   * Nulls last in both directions; records that nothing distinguishes stay in their list's order, those of an entity go
   * by id.
   */
  function firstOf(frame: Frame): unknown {
    const keyed = selected(frame).map((record) => ({
      record,
      keys: order.map(({ by }) => at(frame, variable, record, by)),
    }));
    const byId = query.source.kind === 'entity';
    keyed.sort((left, right) => {
      for (const [index, { kind: keyKind, descending }] of order.entries()) {
        const [a, b] = [left.keys[index], right.keys[index]];
        if (a === null || b === null) {
          if (a !== b) return a === null ? 1 : -1;
          continue;
        }
        const difference = compare(a, b, keyKind);
        if (difference !== 0) return descending ? -difference : difference;
      }
      return byId ? compare(idOf(left.record), idOf(right.record), 'json') : 0;
    });
    return keyed[0]?.record ?? null;
  }
}

/**
 * A query over the values of a list. If `dates(…)` has too many values, the result is unknown: no count, and no
 * condition holds.
 */
export function compileListQuery(compile: Compile, query: ListQuery): Closure {
  const { list, where, value } = query;
  const [items, condition, demanded] = [list, where, value].map((part) => (part === null ? null : compile(part)));
  if (!items) throw new Error('A query over a list needs the list');
  const select = selecting(query, condition ?? null, demanded ?? null);
  if (!readsDatesAlone(query)) return (frame) => select(items(frame), frame);
  const known = new Map<string, unknown>();
  return (frame) => {
    // A query for which `readsDatesAlone` holds lists days.
    const dates = items(frame) as readonly string[] | null;
    if (dates === null) return select(dates, frame);
    const range = `${dates[0]} ${dates.length}`;
    if (!known.has(range)) {
      if (known.size === MOST_RANGES) known.clear();
      known.set(range, select(dates, frame));
    }
    return known.get(range);
  };
}

/** The maximum number of ranges of dates for which a query keeps its results. */
const MOST_RANGES = 1000;

/** Functions of a date whose results depend on the date alone. */
const OF_DATES: ReadonlySet<string> = new Set(['year', 'month', 'month_number', 'day_number', 'weekday_number']);

/**
 * Whether a query has the same result for the same dates, for any record (`count(dates(first_day, last_day) as d where
 * weekday_number(d) < 6)`): records are often asked for their working days, and a range may be long.
 */
function readsDatesAlone({ list, variable, where, value }: ListQuery): boolean {
  if (list.kind !== 'call' || list.name !== 'dates') return false;
  const isPure = (part: Expression): boolean =>
    part.kind === 'literal' ||
    (part.kind === 'variable' && part.name === variable) ||
    (part.kind === 'call' && OF_DATES.has(part.name) && part.arguments.every(isPure)) ||
    (part.kind === 'binary' && PURE_OPERATORS.has(part.operator) && isPure(part.left) && isPure(part.right));
  return [where, value].every((part) => part === null || isPure(part));
}

const PURE_OPERATORS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in']);

type Selection = (items: unknown, frame: Frame) => unknown;

function selecting({ form, variable }: ListQuery, condition: Closure | null, demanded: Closure | null): Selection {
  const holds = (frame: Frame, read: Closure | null | undefined): ((item: unknown) => boolean) => {
    return (item) => !read || at(frame, variable, item, read) === true;
  };
  const selected = (items: unknown, frame: Frame): readonly unknown[] | null =>
    Array.isArray(items) ? items.filter(holds(frame, condition)) : null;
  switch (form) {
    case 'count':
      return (items, frame) => {
        const found = selected(items, frame);
        return found === null ? null : decimal(found.length);
      };
    case 'exists':
      return (items, frame) => Array.isArray(items) && items.some(holds(frame, condition));
    case 'all':
      return (items, frame) => selected(items, frame)?.every(holds(frame, demanded)) === true;
  }
}

/** The value of an expression in which a variable has a value. */
function at(frame: Frame, variable: string, value: unknown, read: Closure): unknown {
  const outer = frame.locals[variable];
  frame.locals[variable] = value;
  const result = read(frame);
  frame.locals[variable] = outer;
  return result;
}

function total(values: readonly unknown[]): Decimal {
  return values.reduce<Decimal>((sum, next) => sum.plus(asDecimal(next)), ZERO);
}

function sourceOf(compile: Compile, { source }: Query): (frame: Frame) => readonly unknown[] {
  if (source.kind === 'entity') {
    return ({ environment }) => {
      if (environment.records === undefined) throw new Error(`The records of ${source.entity} are not at hand`);
      return environment.records(source.entity);
    };
  }
  const of = compile(source.of);
  return (frame) => {
    const owner = of(frame);
    if (owner === null) return [];
    const list = typeof owner === 'object' ? fieldOf(owner, source.field) : undefined;
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) throw new TypeError(`${source.field} is no list`);
    return list;
  };
}
