import {
  isObject,
  type ExactCall,
  type Expression,
  type FieldType,
  looseField,
  message,
  type Message,
  type RequestValue,
  type Type,
  walk,
} from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import type { FieldError } from '../../refusal.ts';
import type { SqlVariable } from '../../sql/context.ts';
import { requestSlot } from '../../sql/expression.ts';
import type { Parameters, Slots } from '../../sql/parameters.ts';
import { readFilterValue } from '../lists/filter-value.ts';
import { refuseInvalid } from '../refuse.ts';
import { readValue } from '../values.ts';

/** A value of a request as it came; undefined if it is not there. */
export function given(request: ExactCallRequest, { from, name }: RequestValue): unknown {
  if (from === 'path') return Object.hasOwn(request.path, name) ? request.path[name] : undefined;
  return from === 'query' ? request.query.get(name) : bodyAt(request.body, name.split('.'));
}

/** The value at a path of keys in a body; undefined if there is none. */
export function bodyAt(body: unknown, keys: readonly string[]): unknown {
  let value = body;
  for (const key of keys) {
    if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The request's values that expressions of a call may use. */
export function requestVariables(parameters: Parameters): Readonly<Record<string, SqlVariable>> {
  return {
    path: { kind: 'request', name: 'path' },
    query: { kind: 'request', name: 'query' },
    body: { kind: 'request', name: 'body' },
    request: {
      kind: 'values',
      properties: {
        origin: parameters.slot('request.origin', 'text'),
        token: parameters.slot('request.token', 'text'),
      },
    },
  };
}

/**
 * The slots of all values of the request that these expressions read.
 * @throws INVALID for a value of the wrong type.
 */
export function requestSlots(index: PlanIndex, request: ExactCallRequest, expressions: readonly Expression[]): Slots {
  const slots: Record<string, unknown> = { 'request.origin': request.origin, 'request.token': request.token };
  const errors: FieldError[] = [];
  for (const expression of expressions) {
    walk(expression, (node) => {
      if (node.kind !== 'field' || node.of.kind !== 'variable') return;
      const from = FROM.find((name) => node.of.kind === 'variable' && name === node.of.name);
      if (from === undefined) return;
      const slot = requestSlot(from, node.field, node.type);
      if (slot in slots) return;
      const read = readGiven(index, given(request, { from, name: node.field }), node.field, fieldTypeOf(node.type));
      if (read.ok) slots[slot] = read.value;
      else {
        slots[slot] = null;
        errors.push({ field: node.field, code: 'INVALID', message: read.problem, clause: null });
      }
    });
  }
  if (errors.length > 0) throw refuseInvalid(index, errors);
  return slots;
}

const FROM = ['path', 'query', 'body'] as const;

/** The expressions of a call that read its request, without those of its answer. */
export function expressionsOf({ does, when }: Pick<ExactCall, 'does' | 'when'>): readonly Expression[] {
  const conditions: readonly (Expression | null)[] =
    does?.kind === 'list'
      ? [does.where, ...does.filters.map(({ condition }) => condition)]
      : does?.kind === 'delete each'
        ? [does.where]
        : does?.kind === 'create'
          ? Object.values(does.values)
          : [];
  return [...conditions, when].filter((expression) => expression !== null);
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Message };

/** A value of a request as a field's type: texts as a query has them, anything else as JSON has it. */
export function readGiven(index: PlanIndex, value: unknown, name: string, type: FieldType): Read {
  if (value === undefined || value === null || value === '') return { ok: true, value: null };
  const key = name.split('.').at(-1) ?? name;
  if (typeof value === 'string') {
    const read = readFilterValue(value, type);
    return 'expected' in read
      ? { ok: false, problem: message('takes', { key, what: read.expected }) }
      : { ok: true, value: read.value === '' ? null : read.value };
  }
  const reading = readValue(index, looseField(key, `\`${key}\``, type, false, ''), value);
  return reading.ok ? reading : { ok: false, problem: reading.problem };
}

/** The type of field whose values have this type. */
function fieldTypeOf(type: Type): FieldType {
  switch (type.kind) {
    case 'integer':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'recurrence':
      return { kind: type.kind };
    case 'decimal':
    case 'money':
      return { kind: 'percent' };
    case 'enum':
      return { kind: 'enum', values: type.values.map((name) => ({ name, label: name, labels: {} })) };
    case 'record':
      return { kind: 'reference', entity: type.entity };
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'size':
    case 'text':
    case 'unknown':
    case 'working days':
      return { kind: 'text' };
  }
}
