import { type Expression, type FieldType, foldText, hasValue, itemAt, type Message, message } from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import {
  beforeOf,
  readableRows,
  type Row,
  type SqlContext,
  type SqlVariable,
  withVariables,
} from '../../sql/context.ts';
import { compileCondition, compileExpression, compileFilter, compileRecord } from '../../sql/expression.ts';
import { textOf } from '../../sql/functions.ts';
import { comparedType } from '../../sql/identifiers.ts';
import { listed } from '../../sql/lists.ts';
import { and, FALSE, or, standsIn } from '../../sql/logic.ts';
import { foldedColumn, foldedText } from '../../sql/searched-columns.ts';
import { typeOfField } from '../../sql/wire.ts';
import { readFilterValue } from './filter-value.ts';
import type { ReadScope } from '../read-scope.ts';
import { findAnyPath, type ReadablePath, refuseKey } from './readable-path.ts';

const OPERATORS = ['ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'starts', 'null'] as const;
type Operator = 'eq' | (typeof OPERATORS)[number];

/** One checked filter; its values are bound when the statement runs. */
export interface Filter {
  readonly path: ReadablePath;
  readonly operator: Operator;
  readonly values: readonly unknown[];
}

const isOrdered = (type: FieldType): boolean =>
  hasValue(type, 'number', 'date', 'time', 'datetime', 'duration', 'recurrence', 'text', 'made text');
const isFiltered = (type: FieldType): boolean =>
  type.kind === 'many' || !hasValue(type, 'records', 'json', 'roles', 'nothing', 'secret');

export function isText(type: FieldType): boolean {
  return hasValue(type, 'text', 'made text');
}

/** `total.gte=100`, `customer.name.contains=…`, `f.order=…`; INVALID with the key where it can't be read. */
export function readFilter(scope: ReadScope, entity: string, given: ListQuery['filters'][number]): Filter {
  const { key, value } = given;
  const segments = key.split('.');
  const escaped =
    segments[0] === 'f' && segments.length > 1 && scope.index.findField(entity, 'f') === null
      ? segments.slice(1)
      : segments;
  const { path, operator } = splitOperator(scope, entity, escaped, key);
  const { type } = path.field;
  const refuseValue = (words: Message) => refuseKey(scope, entity, key, words);
  if (operator === 'null') {
    if (type.kind === 'children' || type.kind === 'all' || type.kind === 'secret')
      throw refuseValue(message('notEmptied', { key }));
    if (value !== 'true' && value !== 'false')
      throw refuseValue(message('takes', { key, what: message('trueOrFalse') }));
    return { path, operator, values: [value === 'true'] };
  }
  if (type.kind === 'roles' && (operator === 'eq' || operator === 'contains'))
    return { path, operator: 'contains', values: [value] };
  const fits =
    operator === 'eq' || operator === 'ne' || operator === 'in'
      ? isFiltered(type) &&
        !(type.kind === 'many' && operator === 'ne') &&
        (type.kind !== 'recurrence' || operator === 'eq')
      : operator === 'contains' || operator === 'starts'
        ? isText(type)
        : isOrdered(type);
  if (!fits) throw refuseValue(message('unfit', { key, type: type.kind }));
  const values = (operator === 'in' ? value.split(',') : [value]).map((text) => {
    const read = readFilterValue(text, type);
    if ('expected' in read) throw refuseValue(message('takes', { key, what: read.expected }));
    return read.value;
  });
  return { path, operator, values };
}

function splitOperator(
  scope: ReadScope,
  entity: string,
  segments: readonly string[],
  key: string,
): { path: ReadablePath; operator: Operator } {
  const whole = findAnyPath(scope, entity, segments);
  if (whole !== null) return { path: whole, operator: 'eq' };
  const last = itemAt(segments, -1);
  const operator = OPERATORS.find((name) => name === last);
  const path = operator === undefined ? null : findAnyPath(scope, entity, segments.slice(0, -1));
  if (path === null || operator === undefined) throw refuseKey(scope, entity, key, message('noFilter', { key }));
  return { path, operator };
}

/** The parts of a filter that its statement's text depends on. */
export function filterKey(filter: Filter): string {
  return `${filter.path.segments.join('.')} ${filter.operator} ${filter.operator === 'in' ? 'many' : ''}${filter.operator === 'null' ? String(filter.values[0] === true) : ''}`;
}

/** The slots of a filter's values. */
export function filterSlots(filter: Filter, place: number): Record<string, unknown> {
  if (filter.operator === 'in') return { [`filter_${place}`]: filter.values };
  const [value] = filter.values;
  if (filter.path.field.type.kind === 'roles') return { [`filter_${place}`]: value };
  if (filter.operator === 'contains') return { [`filter_${place}`]: `%${foldedPattern(String(value))}%` };
  if (filter.operator === 'starts') return { [`filter_${place}`]: `${foldedPattern(String(value))}%` };
  return { [`filter_${place}`]: value };
}

/**
 * The conditions of filters. Those by one path through a `many` hold for one and the same of its records, and those by
 * repeating dates for one of these.
 */
export function compileFilters(context: SqlContext, filters: readonly Filter[]): string {
  const numbered = filters.map((filter, place) => ({ filter, place }));
  const groups = Map.groupBy(numbered, ({ filter: { path }, place }) =>
    path.through === undefined && path.field.type.kind !== 'recurrence' ? String(place) : path.segments.join('.'),
  );
  return and(
    ...[...groups.values()].map((group) => {
      const [dates, others] = [true, false].map((isOfDates) =>
        group.filter(({ filter }) => isOfDates === (isOfRecurrence(filter) && filter.operator !== 'null')),
      );
      const compile = (inner: SqlContext, path: ReadablePath): string =>
        and(
          ...(others ?? []).map(({ filter, place }) => compileFilterCondition(inner, { ...filter, path }, place)),
          ...(dates === undefined || dates.length === 0 ? [] : [compileDates(inner, path, dates)]),
        );
      return compileAlong(context, itemAt(group, 0).filter.path, compile);
    }),
  );
}

function isOfRecurrence({ path }: Filter): boolean {
  return path.field.type.kind === 'recurrence';
}

/** `visits.gte=2026-12-01&visits.lte=2026-12-31`: one of the dates is within these bounds. */
function compileDates(
  context: SqlContext,
  { expression }: ReadablePath,
  filters: readonly { readonly filter: Filter; readonly place: number }[],
): string {
  const bounds = (of: readonly Operator[], beyond: Operator, by: string): string[] =>
    filters
      .filter(({ filter: { operator } }) => of.includes(operator))
      .map(({ filter: { operator }, place }) => {
        const slot = context.parameters.slot(`filter_${place}`, 'date');
        return operator === beyond ? `(${slot} ${by} 1)` : slot;
      });
  const first = [`date '0001-01-01'`, ...bounds(['eq', 'gte', 'gt'], 'gt', '+')].join(', ');
  const last = [`date '9999-12-31'`, ...bounds(['eq', 'lte', 'lt'], 'lt', '-')].join(', ');
  const value = compileExpression(expression, context);
  return `coalesce(cardinality(nonet.occurrences(${value}, greatest(${first}), least(${last}), 1)) > 0, false)`;
}

/** A condition on what a path leads to: behind a `many`, one of its records that the reader may read has to fulfil it. */
function compileAlong(
  context: SqlContext,
  path: ReadablePath,
  compile: (context: SqlContext, path: ReadablePath) => string,
): string {
  const { through } = path;
  if (through === undefined) return compile(context, path);
  const owner = compileRecord(through.owner, context);
  const alias = context.parameters.alias();
  const row: Row = { kind: 'row', entity: through.entity, alias, readable: true, ...beforeOf(owner) };
  const inner = compileAlong(withVariables(context, { this: row }), through.rest, compile);
  const condition = and(listed(owner, through.list, row, context), inner);
  if (condition === FALSE) return FALSE;
  return context.parameters.subselect(
    `exists (select from ${readableRows(row.entity, row.before, context)} ${alias} where ${condition})`,
  );
}

function compileFilterCondition(context: SqlContext, filter: Filter, place: number): string {
  const { path, operator } = filter;
  const { expression } = path;
  if (operator === 'null') {
    const value = compileExpression(expression, context);
    const empty = path.field.type.kind === 'many' ? `nullif(${value}, '{}')` : value;
    return `(${empty} is ${filter.values[0] === true ? '' : 'not '}null)`;
  }
  const type = path.field.type;
  if (type.kind === 'many') return compileManyFilter(context, filter, type.entity, place);
  if (type.kind === 'roles')
    return standsIn(context.parameters.slot(`filter_${place}`, 'text'), compileExpression(expression, context));
  const sqlType = comparedType(type, context.index.plan.settings);
  if (operator === 'in')
    return `(${compileExpression(expression, context)} = any(${context.parameters.listSlot(`filter_${place}`, sqlType)}))`;
  const slot = context.parameters.slot(`filter_${place}`, sqlType);
  if (operator === 'contains' || operator === 'starts')
    return `(${folded(path, compileExpression(expression, context))} like ${slot})`;
  const value: Expression = {
    kind: 'field',
    of: { kind: 'variable', name: 'filter', type: { kind: 'object', properties: {}, nullable: false } },
    field: 'value',
    type: { ...typeOfField(path.field), nullable: false },
  };
  const inner = withVariables(context, { filter: { kind: 'values', properties: { value: slot } } });
  const sign = ({ eq: '==', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const)[operator];
  const comparison: Expression = {
    kind: 'binary',
    operator: sign,
    left: expression,
    right: value,
    type: { kind: 'boolean', nullable: false },
  };
  return sign === '!=' ? compileCondition(comparison, inner) : compileFilter(comparison, inner);
}

/** `tags=…`: the list holds this record; `tags.in=…`: one of these. */
function compileManyFilter(context: SqlContext, { path, operator }: Filter, entity: string, place: number): string {
  if (operator === 'in') {
    const slot = context.parameters.listSlot(`filter_${place}`, 'uuid');
    return `coalesce(${compileExpression(path.expression, context)} && ${slot}, false)`;
  }
  const sought: SqlVariable = { kind: 'id', entity, sql: context.parameters.slot(`filter_${place}`, 'uuid') };
  const left: Expression = { kind: 'variable', name: 'filter', type: { kind: 'record', entity, nullable: false } };
  const membership: Expression = {
    kind: 'binary',
    operator: 'in',
    left,
    right: path.expression,
    type: { kind: 'boolean', nullable: false },
  };
  return compileFilter(membership, withVariables(context, { filter: sought }));
}

/** `q=`: each term is part of one of the searched fields, without regard to case and accents. */
export function compileSearch(context: SqlContext, paths: readonly ReadablePath[], terms: number): string {
  if (paths.length === 0) return FALSE;
  const holds = (path: ReadablePath, place: number): string =>
    compileAlong(context, path, (inner, last) => {
      const text = textOf(compileExpression(last.expression, inner), last.expression.type);
      return `(${folded(last, text)} like ${context.parameters.slot(`term_${place}`, 'text')})`;
    });
  return and(...Array.from({ length: terms }, (_, place) => or(...paths.map((path) => holds(path, place)))));
}

/** A text at the end of a path: most often a column of the row itself. */
function folded({ segments, field }: ReadablePath, text: string): string {
  return segments.length === 1 && field.computed === null ? foldedColumn(text) : foldedText(text);
}

/** The slots of `compileSearch`. `terms`: as `searchTerms` reads them. */
export function searchSlots(terms: readonly string[]): Record<string, string> {
  return Object.fromEntries(terms.map((term, place) => [`term_${place}`, `%${escapePattern(term)}%`]));
}

/** A text as a pattern for folded texts that hold it. */
export function foldedPattern(text: string): string {
  return escapePattern(foldText(text));
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
