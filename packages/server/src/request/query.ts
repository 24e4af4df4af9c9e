import type { ListQuery } from '@nonet/engine';
import { message, type Message, type Plan } from '@nonet/language';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';

/** Keys of a list that are not filters; a field with such a name is filtered as `f.order`. */
export const RESERVED_KEYS = [
  'q',
  'order',
  'fields',
  'expand',
  'limit',
  'cursor',
  'count',
  'screen',
  'for',
  'can',
  'deleted',
  'tile',
  'tile.group',
] as const;
type ReservedKey = (typeof RESERVED_KEYS)[number];

/** The key by which a field is filtered. */
export function filterKey(field: string): string {
  return RESERVED_KEYS.some((name) => name === field) ? `f.${field}` : field;
}

/**
 * The query of a URL, each key once.
 * @throws {Refusal} INVALID for a key that occurs twice, or text that is not percent-encoded UTF-8 or contains U+0000.
 */
export function readQuery(plan: Plan | null, url: string): Map<string, string> {
  const start = url.indexOf('?');
  const found = new Map<string, string>();
  if (start < 0) return found;
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const key = decode(plan, equals < 0 ? part : part.slice(0, equals));
    if (found.has(key)) throw invalidKey(plan, key, message('keyTwiceInQuery', { key }));
    if (found.size >= LIMITS.queryKeys) {
      throw standardRefusal(plan, 'INVALID', { words: message('manyQueryKeys', { most: LIMITS.queryKeys }) });
    }
    found.set(key, equals < 0 ? '' : decode(plan, part.slice(equals + 1)));
  }
  return found;
}

/** Refuses every key that is not among `known`. */
export function onlyKeys(plan: Plan, query: ReadonlyMap<string, string>, known: readonly string[]): void {
  for (const key of query.keys()) {
    if (!known.includes(key)) throw invalidKey(plan, key, message('unknownKey', { key }));
  }
}

/** The query of a list, in the engine's form. */
export function readListQuery(plan: Plan, query: ReadonlyMap<string, string>): ListQuery {
  const reserved = (key: ReservedKey): string | null => query.get(key) ?? null;
  const filters = [...query]
    .filter(([key]) => !RESERVED_KEYS.some((name) => name === key))
    .map(([key, value]) => ({ key: unprefixed(key), value }));
  return {
    filters,
    search: reserved('q'),
    order: reserved('order'),
    fields: reserved('fields'),
    expand: reserved('expand'),
    limit: readLimit(plan, reserved('limit')),
    cursor: reserved('cursor'),
    count: readCount(plan, reserved('count')),
    screen: reserved('screen'),
    for: reserved('for'),
    can: reserved('can'),
    deleted: readDeleted(plan, reserved('deleted')),
    tile: readTile(plan, query),
  };
}

function readLimit(plan: Plan, value: string | null): number | null {
  if (value === null) return null;
  if (!/^[1-9][0-9]{0,8}$/.test(value))
    throw invalidKey(plan, 'limit', message('wholeFrom', { key: 'limit', from: 1 }));
  return Number(value);
}

function readCount(plan: Plan, value: string | null): boolean {
  if (value !== null && value !== 'exact')
    throw invalidKey(plan, 'count', message('onlyValue', { key: 'count', value: 'exact' }));
  return value === 'exact';
}

function readTile(plan: Plan, query: ReadonlyMap<string, string>): NonNullable<ListQuery['tile']> | null {
  const clause = query.get('tile');
  const group = query.get('tile.group');
  if (clause === undefined && group !== undefined) throw invalidKey(plan, 'tile.group', message('groupOfNoTile'));
  if (clause === undefined) return null;
  return group === undefined ? { clause } : { clause, group: group === '' ? null : group };
}

function readDeleted(plan: Plan, value: string | null): boolean {
  if (value !== null && value !== 'only')
    throw invalidKey(plan, 'deleted', message('onlyValue', { key: 'deleted', value: 'only' }));
  return value === 'only';
}

/** `f.order.gte` → `order.gte`, only where the name behind it is a reserved one. */
function unprefixed(key: string): string {
  const name = key.startsWith('f.') ? (key.slice(2).split('.')[0] ?? '') : '';
  return RESERVED_KEYS.some((reserved) => reserved === name) ? key.slice(2) : key;
}

function decode(plan: Plan | null, text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    // PostgreSQL's text holds every character but this one.
    if (decoded.includes('\u0000')) {
      throw standardRefusal(plan, 'INVALID', { words: message('nullInQuery', { text }) });
    }
    return decoded;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw standardRefusal(plan, 'INVALID', { words: message('encodingInQuery', { text }) });
  }
}

function invalidKey(plan: Plan | null, key: string, words: Message) {
  return standardRefusal(plan, 'INVALID', {
    words,
    errors: [{ field: key, code: 'INVALID', message: words, clause: null }],
  });
}
