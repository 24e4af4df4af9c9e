import { type Expression, type FieldType, hasValue, itemAt, type Message, message } from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import { type SqlContext, type SqlVariable, withVariables } from '../../sql/context.ts';
import { compileCondition, compileExpression, compileFilter } from '../../sql/expression.ts';
import { textOf } from '../../sql/functions.ts';
import { comparedType } from '../../sql/identifiers.ts';
import { and, FALSE, or, standsIn } from '../../sql/logic.ts';
import { typeOfField } from '../../sql/wire.ts';
import { readFilterValue } from './filter-value.ts';
import type { ReadScope } from '../read-scope.ts';
import { findPath, type ReadablePath, refuseKey } from './readable-path.ts';

const OPERATORS = ['ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'starts', 'null'] as const;
type Operator = 'eq' | (typeof OPERATORS)[number];

/** One checked filter; its values are bound when the statement runs. */
export interface Filter {
  readonly path: ReadablePath;
  readonly operator: Operator;
  readonly values: readonly unknown[];
}

const isOrdered = (type: FieldType): boolean =>
  hasValue(type, 'number', 'date', 'time', 'datetime', 'duration', 'text', 'made text');
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
      ? isFiltered(type) && !(type.kind === 'many' && operator === 'ne')
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
  const whole = findPath(scope, entity, segments);
  if (whole !== null) return { path: whole, operator: 'eq' };
  const last = itemAt(segments, -1);
  const operator = OPERATORS.find((name) => name === last);
  const path = operator === undefined ? null : findPath(scope, entity, segments.slice(0, -1));
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
  if (filter.operator === 'contains') return { [`filter_${place}`]: `%${escapePattern(String(value))}%` };
  if (filter.operator === 'starts') return { [`filter_${place}`]: `${escapePattern(String(value))}%` };
  return { [`filter_${place}`]: value };
}

export function compileFilterCondition(context: SqlContext, filter: Filter, place: number): string {
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
    return `(${compileExpression(expression, context)} ilike ${slot})`;
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

/** `q=`: each word is part of one of the searched fields, in upper or lower case. */
export function compileSearch(context: SqlContext, paths: readonly ReadablePath[], words: number): string {
  if (paths.length === 0) return FALSE;
  const texts = paths.map((path) => textOf(compileExpression(path.expression, context), path.expression.type));
  return and(
    ...Array.from({ length: words }, (_, place) =>
      or(...texts.map((text) => `(${text} ilike ${context.parameters.slot(`word_${place}`, 'text')})`)),
    ),
  );
}

export function searchSlots(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word, place) => [`word_${place}`, `%${escapePattern(word)}%`]));
}

export function searchWords(search: string): string[] {
  return search
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
