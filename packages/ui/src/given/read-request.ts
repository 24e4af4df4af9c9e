import type { GivenQuery, GivenRequest, GivenView } from '@nonet/client';

/** A message of a given page that is understood; anything else is none. */
export type Understood =
  | { readonly kind: 'ask'; readonly number: number; readonly request: GivenRequest | null }
  | { readonly kind: 'stop'; readonly number: number }
  | { readonly kind: 'alive' }
  | { readonly kind: 'set'; readonly value: string | number | boolean | null }
  | { readonly kind: 'height'; readonly height: number };

/** A frame is not higher than this, whatever its page says. */
const HIGHEST = 20_000;

type Bag = Readonly<Record<string, unknown>>;

/**
 * Reads a message of a page. It may be anything that a browser can copy, so that each value is looked at, and nothing
 * that it inherits. Null if it is no message; `request` is null if it asks for nothing that there is.
 */
export function readMessage(message: unknown): Understood | null {
  const bag = bagOf(message);
  if (bag === null) return null;
  const height = own(bag, 'height');
  if (typeof height === 'number' && Number.isFinite(height))
    return { kind: 'height', height: Math.min(HIGHEST, Math.max(0, Math.ceil(height))) };
  if (own(bag, 'alive') === true) return { kind: 'alive' };
  const value = own(bag, 'set');
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'set', value };
  const stop = own(bag, 'stop');
  if (isNumber(stop)) return { kind: 'stop', number: stop };
  const ask = own(bag, 'ask');
  return isNumber(ask) ? { kind: 'ask', number: ask, request: readRequest(own(bag, 'request')) } : null;
}

function readRequest(value: unknown): GivenRequest | null {
  const bag = bagOf(value);
  if (bag === null) return null;
  const [method, entity, id] = [own(bag, 'method'), own(bag, 'entity'), own(bag, 'id')];
  if (typeof entity !== 'string') return null;
  const values = bagOf(own(bag, 'values'));
  switch (method) {
    case 'list':
    case 'follow': {
      const query = readQuery(own(bag, 'query'));
      return query && { method, entity, query };
    }
    case 'read':
    case 'delete':
      return typeof id === 'string' ? { method, entity, id } : null;
    case 'create':
      return values && { method, entity, values: { ...values } };
    case 'update':
      return typeof id === 'string' && values ? { method, entity, id, values: { ...values } } : null;
    case 'fire': {
      const event = own(bag, 'event');
      if (typeof event !== 'string' || (id !== null && typeof id !== 'string') || values === null) return null;
      return { method, entity, id, event, values: { ...values } };
    }
    default:
      return null;
  }
}

function readQuery(value: unknown): GivenQuery | null {
  if (value === undefined || value === null) return {};
  const bag = bagOf(value);
  if (bag === null) return null;
  const [filters, order, limit, cursor] = ['filters', 'order', 'limit', 'cursor'].map((name) => own(bag, name));
  const stated = filters === undefined ? {} : bagOf(filters);
  if (stated === null) return null;
  const texts = Object.entries(stated).map(([key, each]): [string, string] | null =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [key, String(each)] : null,
  );
  if (!texts.every((entry) => entry !== null)) return null;
  if (order !== undefined && typeof order !== 'string') return null;
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') return null;
  if (limit !== undefined && !isNumber(limit)) return null;
  return {
    filters: Object.fromEntries(texts),
    ...(typeof order === 'string' && { order }),
    ...(isNumber(limit) && { limit }),
    ...(typeof cursor === 'string' && { cursor }),
  };
}

/** The first thing that a request asks for and the screen does not declare, in the words of its document; null if it declares all. */
export function undeclared({ reads, does }: GivenView, request: GivenRequest): string | null {
  const { entity, method } = request;
  const own_ = does.filter((each) => each.entity === entity);
  switch (method) {
    case 'list':
    case 'follow': {
      const read = reads.find((each) => each.entity === entity);
      if (read === undefined) return entity;
      const { filters = {}, order = '' } = request.query;
      const paths = [
        ...Object.keys(filters).map(pathOfFilter),
        ...order.split(',').map((key) => key.replace(/^-/, '')),
      ];
      const beyond = paths.find((path) => path !== '' && path !== 'id' && !read.fields.includes(path));
      return beyond === undefined ? null : `${entity}.${beyond}`;
    }
    case 'read':
      return reads.some((each) => each.entity === entity) ? null : entity;
    case 'create':
    case 'delete':
      return own_.some(({ kind }) => kind === method) ? null : `${entity}: ${method}`;
    case 'update': {
      const updates = own_.filter(({ kind }) => kind === 'update');
      if (updates.some(({ name }) => name === null)) return null;
      const beyond = Object.keys(request.values).find((field) => updates.every(({ name }) => name !== field));
      return beyond === undefined && updates.length > 0 ? null : `${entity}: update ${beyond ?? ''}`.trim();
    }
    case 'fire':
      return own_.some(({ kind, name }) => kind === 'event' && name === request.event)
        ? null
        : `${entity}: ${request.event}`;
  }
}

const OPERATORS = /\.(?:ne|lt|lte|gt|gte|in|contains|starts|null)$/;

/** The path of a filter: `due.lt` is about `due`. */
function pathOfFilter(key: string): string {
  return key.replace(OPERATORS, '').replace(/^f\./, '');
}

/** A record with its id, its title and these fields of it: nothing else that an answer has. */
export function onlyDeclared(
  record: Bag,
  fields: readonly string[],
): Record<string, unknown> & { id: string; _title: string } {
  return {
    id: String(record['id']),
    _title: typeof record['_title'] === 'string' ? record['_title'] : '',
    ...picked(record, fields),
  };
}

function picked(record: Bag, paths: readonly string[]): Record<string, unknown> {
  const firsts = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
  return Object.fromEntries(
    firsts.flatMap((name) => {
      if (!Object.hasOwn(record, name)) return [];
      const below = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
      return [[name, below.length === 0 ? record[name] : within(record[name], below)]];
    }),
  );
}

function within(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => within(each, paths));
  const bag = bagOf(value);
  return bag === null ? value : onlyDeclared(bag, paths);
}

function own(bag: Bag, name: string): unknown {
  return Object.hasOwn(bag, name) ? bag[name] : undefined;
}

function bagOf(value: unknown): Bag | null {
  const isBag = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isBag ? (value as Bag) : null;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
