import {
  isObject,
  type ExactCall,
  children,
  type Expression,
  type RequestValue,
  type Type,
  walk,
  isOneOf,
} from '@nonet/language';
import { entityOf, type Records } from '../evaluate.ts';
import { plain } from '../plain.ts';
import type { ExpectedError } from '../refusal.ts';
import { comparesIds } from '../symbolic.ts';

/** A request for an exact call (7). Ids are symbols. */
export interface ExactRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if none is sent. */
  readonly body?: unknown;
  /** The symbol of the token with which the caller is signed in. */
  readonly token: string | null;
}

/** An error of an exact call: `key` is the caller's name for what broke it; undefined if it is not known beforehand. */
export interface ExactError extends ExpectedError {
  readonly key?: string | null;
  /** The item that it is about, if there are several. */
  readonly place?: number;
}

/** A value of a request as it is sent; undefined if it is not there. */
export function given(request: ExactRequest, { from, name }: RequestValue): unknown {
  return from === 'body' ? bodyAt(request.body, name.split('.')) : request[from][name];
}

/** The value at a path of keys in a body; undefined if there is none. */
export function bodyAt(body: unknown, keys: readonly string[]): unknown {
  return keys.reduce((value, key) => (isObject(value) && !Array.isArray(value) ? value[key] : undefined), body);
}

/** An empty value is one that is not given. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

/** An id, which a case does not know. */
const SYMBOL = /^@\w+:\d+$/;

const FORMS: Readonly<Partial<Record<Type['kind'], RegExp>>> = {
  integer: /^-?\d{1,15}$/,
  decimal: /^-?\d+(?:\.\d+)?$/,
  money: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T/,
  time: /^\d{2}:\d{2}/,
  record: SYMBOL,
};

/** A value as the expected type (7), or as the id that it is compared with; undefined if it can't be that. */
function readAs(records: Records, value: unknown, type: Type, isId: boolean): unknown {
  if (!isGiven(value)) return null;
  if (isId && typeof value === 'string' && SYMBOL.test(value)) return value;
  if (typeof value !== 'string') return typeof value === FORMLESS[type.kind] ? value : undefined;
  if (type.kind === 'text' && SYMBOL.test(value)) return idAsText(records, value);
  if (FORMS[type.kind]?.test(value) === false) return undefined;
  if (type.kind === 'enum' && !type.values.includes(value)) return undefined;
  if (type.kind === 'record') return records.view(value);
  if (type.kind === 'boolean') return value === 'true';
  return type.kind === 'integer' ? Number(value) : value;
}

/** An id of the form that it has in the product: a condition may ask for a text's form (`path.id.matches(…)`). */
function idAsText({ lookup }: Records, symbol: string): string {
  const entity = entityOf(symbol);
  const number = symbol.slice(symbol.indexOf(':') + 1);
  if (!lookup.plan.entities.some(({ name }) => name === entity)) return symbol;
  if (lookup.field(entity, 'id')?.type.kind === 'serial') return String(Number(number));
  return `00000000-0000-7000-8000-${number.padStart(12, '0')}`;
}

const FORMLESS: Readonly<Partial<Record<Type['kind'], string>>> = { integer: 'number', boolean: 'boolean' };

/** A symbol for the product's address, which a case does not know. */
export const ORIGIN = '@origin:0';

const SOURCES = ['path', 'query', 'body'] as const satisfies readonly RequestValue['from'][];

/** The values of a request that a call's expressions read; `errors` collects values of the wrong type. */
export function requestNames(
  records: Records,
  request: ExactRequest,
  expressions: readonly Expression[],
  errors: ExactError[],
): Record<string, unknown> {
  const names: Record<string, Record<string, unknown>> = { path: {}, query: {}, body: {} };
  const ids = new Set<Expression>();
  for (const expression of expressions)
    walk(expression, (node) => {
      if (comparesIds(node)) for (const side of children(node)) ids.add(side);
      if (node.kind !== 'field' || node.of.kind !== 'variable' || !isOneOf(SOURCES, node.of.name)) return;
      const from = node.of.name;
      const value = readAs(records, given(request, { from, name: node.field }), node.type, ids.has(node));
      if (value === undefined) errors.push({ code: 'INVALID', key: node.field });
      (names[from] ??= {})[node.field] = value ?? null;
    });
  return { ...names, request: { origin: ORIGIN, token: request.token } };
}

/** The expressions of a call that its action reads. */
export function expressionsOf({ does }: Pick<ExactCall, 'does'>): readonly Expression[] {
  const found =
    does?.kind === 'list'
      ? [does.where, ...does.filters.map(({ condition }) => condition)]
      : does?.kind === 'delete each'
        ? [does.where]
        : does?.kind === 'create'
          ? Object.values(does.values)
          : [];
  return found.filter((expression) => expression !== null);
}

/** The text of a value in an address. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : plain(value);
}
