import { type Entity, type Event, type Field, hasValue, STANDARD_ERRORS } from '@nonet/language';
import type { Request } from '../product.ts';
import { asked, change, fieldValue, newRecord } from './bodies.ts';
import type { Known } from './known.ts';
import { hostile } from './values.ts';

type Make = (known: Known) => Request;

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Request => ({ method: 'GET', url, headers });
const collection = ({ path }: Entity): string => `/api/${path}`;

/** The kinds of requests; the weight is their relative frequency. */
export const REQUESTS: readonly { readonly of: string; readonly weight: number; readonly make: Make }[] = [
  { of: 'list', weight: 10, make: (known) => list(known) },
  { of: 'read', weight: 6, make: (known) => record(known) },
  { of: 'create', weight: 10, make: (known) => create(known, known.entity()) },
  { of: 'update', weight: 6, make: update },
  { of: 'delete', weight: 3, make: remove },
  { of: 'event', weight: 12, make: fire },
  { of: 'create by event', weight: 3, make: fireNew },
  { of: 'restore', weight: 2, make: (known) => onRecord(known, 'POST', 'restore') },
  { of: 'erase', weight: 1, make: erase },
  { of: 'merge', weight: 2, make: merge },
  { of: 'can', weight: 2, make: (known) => onRecord(known, 'GET', 'can') },
  { of: 'history', weight: 2, make: (known) => onRecord(known, 'GET', 'history') },
  { of: 'paper', weight: 2, make: paper },
  { of: 'bulk', weight: 3, make: bulk },
  { of: 'import', weight: 2, make: importing },
  { of: 'export', weight: 2, make: (known) => get(list(known).url, { accept: 'text/csv' }) },
  { of: 'summary', weight: 1, make: summary },
  { of: 'report', weight: 4, make: report },
  { of: 'dashboard', weight: 2, make: (known) => get(`/api/-/dashboards/${dashboard(known)}`) },
  { of: 'view', weight: 1, make: view },
  { of: 'views', weight: 1, make: (known) => known.dice.pick([get('/api/-/views'), ownView(known)]) },
  { of: 'upload', weight: 1, make: upload },
  { of: 'file', weight: 1, make: (known) => get(`/api/-/files/${known.dice.maybe(known.files) ?? 'none'}`) },
  { of: 'exact', weight: 8, make: exact },
  { of: 'session', weight: 1, make: (known) => known.dice.pick(SESSIONS) },
  { of: 'sign up', weight: 1, make: signUp },
  { of: 'product', weight: 1, make: (known) => get(known.dice.pick(PAGES)) },
];

const SESSIONS: readonly Request[] = [
  get('/api/-/session'),
  { method: 'DELETE', url: '/api/-/tokens/none' },
  get('/api/-/tokens'),
  { method: 'POST', url: '/api/-/password', body: { current: 'x', password: 'y' } },
  { method: 'POST', url: '/api/-/password-links', body: { email: 'all@example.com' } },
];

const PAGES = [
  '/api/-/product',
  '/api/-/document',
  '/api/-/versions',
  '/api/-/versions/1..1',
  '/api/openapi.json',
  '/api/gaps',
  '/',
  '/readyz',
  '/metrics',
] as const;

/** One request of a random kind. */
export function request(known: Known): Request {
  const whole = REQUESTS.reduce((sum, { weight }) => sum + weight, 0);
  let left = known.dice.below(whole);
  for (const { weight, make } of REQUESTS) {
    left -= weight;
    if (left < 0) return make(known);
  }
  throw new Error('The weights leave nothing out.');
}

/** A paper of a record: mostly its words, for setting it takes long. */
function paper(known: Known): Request {
  const found = known.dice.maybe(known.plan.papers);
  const entity = known.plan.entities.find(({ name }) => name === found?.entity) ?? known.entity();
  const headers: Record<string, string> = known.dice.once(8) ? {} : { accept: 'application/json' };
  return get(`${collection(entity)}/${known.id(entity.name)}/papers/${found?.name ?? 'none'}`, headers);
}

/** A new record: what a storm begins with. */
export function create(known: Known, entity: Entity): Request {
  const key: Record<string, string> = known.dice.once(10) ? { 'idempotency-key': `key-${known.dice.below(3)}` } : {};
  return {
    method: 'POST',
    url: `${collection(entity)}${confirmed(known)}`,
    headers: key,
    body: newRecord(known, entity),
  };
}

/** The codes that ask for confirmation, confirmed now and then. */
function confirmed(known: Known): string {
  const codes = known.plan.errors.filter(({ warning }) => warning).map(({ code }) => code);
  return codes.length > 0 && known.dice.once(2) ? `?confirm=${codes.join(',')}` : '';
}

function record(known: Known): Request {
  const entity = known.entity();
  const shape = known.dice.pick(['', '', `?expand=${reference(known, entity)}`, `?fields=${path(known, entity)}`]);
  return get(`${collection(entity)}/${known.id(entity.name)}${shape}`);
}

function update(known: Known): Request {
  const entity = known.entity();
  const id = known.id(entity.name);
  const body = known.dice.once(30) ? hostile(known.dice) : change(known, entity);
  return {
    method: 'PATCH',
    url: `${collection(entity)}/${id}${confirmed(known)}`,
    headers: known.version(id),
    body: body ?? {},
  };
}

function remove(known: Known): Request {
  const entity = known.entity();
  const id = known.id(entity.name);
  return { method: 'DELETE', url: `${collection(entity)}/${id}`, headers: known.version(id) };
}

function onRecord(known: Known, method: 'GET' | 'POST', what: string): Request {
  const entity = known.entity();
  return {
    method,
    url: `${collection(entity)}/${known.id(entity.name)}/${what}`,
    ...(method === 'POST' ? { body: {} } : {}),
  };
}

/** Mostly of a person, and of the version that is there. */
function erase(known: Known): Request {
  const request = onRecord(known, 'POST', 'erase');
  const users = known.roots.find(({ name }) => name === 'User');
  const url =
    users === undefined || known.dice.once(4) ? request.url : `${collection(users)}/${known.id('User')}/erase`;
  return { ...request, url, headers: known.dice.once(6) ? {} : { 'if-match': '*' } };
}

/** Two records of an entity, often the same one, and fields that its record may have. */
function merge(known: Known): Request {
  const entity = known.entity();
  const names = entity.fields.filter(() => known.dice.once(4)).map(({ name }) => name);
  return {
    method: 'POST',
    url: `${collection(entity)}/${known.id(entity.name)}/merge-with${confirmed(known)}`,
    headers: known.dice.once(6) ? {} : { 'if-match': '*' },
    body: {
      from: { id: known.id(entity.name), ...(known.dice.once(6) && { if_match: '"x"' }) },
      take: known.dice.once(8) ? 'name' : names,
    },
  };
}

function eventsOf(known: Known): { readonly entity: Entity; readonly event: Event }[] {
  return known.plan.states.flatMap((workflow) => {
    const entity = known.roots.find(({ name }) => name === workflow.entity);
    return entity === undefined ? [] : workflow.events.map((event) => ({ entity, event }));
  });
}

function fire(known: Known): Request {
  const found = known.dice.maybe(eventsOf(known));
  if (found === undefined) return create(known, known.entity());
  const id = known.id(found.entity.name);
  const url = `${collection(found.entity)}/${id}/${found.event.name}${confirmed(known)}`;
  return { method: 'POST', url, headers: known.version(id), body: asked(known, found.entity, found.event) };
}

function fireNew(known: Known): Request {
  const isNew = ({ event }: { event: Event }): boolean => event.transitions.some(({ from }) => from === 'new');
  const found = known.dice.maybe(eventsOf(known).filter(isNew));
  if (found === undefined) return fire(known);
  const body = { ...newRecord(known, found.entity), ...asked(known, found.entity, found.event) };
  return { method: 'POST', url: `${collection(found.entity)}/${found.event.name}`, body };
}

function bulk(known: Known): Request {
  const { dice } = known;
  const entity = known.entity();
  const event = dice.maybe(eventsOf(known).filter((one) => one.entity === entity))?.event;
  const action =
    event === undefined ? dice.pick(['delete', 'restore']) : dice.pick(['event', 'event', 'delete', 'restore']);
  const fired =
    action === 'event' && event !== undefined ? { event: event.name, body: asked(known, entity, event) } : {};
  const items = Array.from({ length: 1 + dice.below(3) }, () => ({ id: known.id(entity.name), if_match: '*' }));
  return { method: 'POST', url: `${collection(entity)}/bulk`, body: { action, ...fired, items } };
}

function importing(known: Known): Request {
  const { dice } = known;
  const entity = known.entity();
  const fields = entity.fields.filter(({ derived, required }) => !derived && (required || dice.once(3)));
  const cell = (field: Field): string => {
    const value = dice.once(10) ? hostile(dice) : fieldValue(known, field, 0);
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const rows = Array.from({ length: 1 + dice.below(3) }, () => fields.map(cell).join(','));
  const text = [fields.map(({ name }) => name).join(','), ...rows, ''].join('\r\n');
  const url = `${collection(entity)}/import${dice.once(2) ? '' : '?dry_run=true'}`;
  return { method: 'POST', url, headers: { 'content-type': 'text/csv' }, body: Buffer.from(text) };
}

/** A key that makes groups, or that a report measures; now and then one that does neither. */
function grouping(known: Known, entity: Entity): string {
  const { dice } = known;
  const dated = entity.fields.filter(({ type }) => hasValue(type, 'date', 'datetime'));
  const of = dice.once(3) ? dice.maybe(dated)?.name : undefined;
  if (of !== undefined) return `${dice.pick(['day', 'week', 'month', 'quarter', 'year'])}(${of})`;
  const valued = entity.fields.filter(({ type }) => hasValue(type, 'choice', 'boolean', 'reference', 'text'));
  return dice.once(5) ? path(known, entity) : (dice.maybe(valued)?.name ?? 'id');
}

function measure(known: Known, entity: Entity): string {
  const { dice } = known;
  const measured = entity.fields.filter(({ type }) => hasValue(type, 'number', 'duration'));
  const of = dice.once(5) ? path(known, entity) : (dice.maybe(measured)?.name ?? 'id');
  return dice.once(3) ? 'count' : `${dice.pick(['sum', 'avg', 'min', 'max'])}(${of})`;
}

/** The entity of a list, and its query. */
function listed(known: Known): { readonly entity: Entity; readonly query: string } {
  const [path = '', query = ''] = list(known).url.split('?');
  return { entity: known.roots.find((entity) => collection(entity) === path) ?? known.entity(), query };
}

function summary(known: Known): Request {
  const { entity, query } = listed(known);
  return get(
    `${collection(entity)}/summary?${query}&_sum=${path(known, entity)}&_by=${encodeURIComponent(grouping(known, entity))}`,
  );
}

/** A report over a list, by what makes groups and what does not, also as a file. */
function report(known: Known): Request {
  const { dice } = known;
  const { entity, query } = listed(known);
  const columns = dice.once(2) ? `&_columns=${encodeURIComponent(grouping(known, entity))}` : '';
  const measures = Array.from({ length: 1 + dice.below(3) }, () => measure(known, entity)).join(',');
  const url = `${collection(entity)}/report?${query}&_rows=${encodeURIComponent(grouping(known, entity))}${columns}&_measures=${encodeURIComponent(measures)}`;
  return get(url, dice.once(6) ? { accept: dice.pick(['text/csv', XLSX_TYPE]) } : {});
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const OPERATORS = ['', '', '.ne', '.gt', '.gte', '.lt', '.lte', '.contains', '.starts', '.in', '.null', '.between'];

/** A list with filters, orders, a search, expanded references, and the records of screens, tiles and pickers. */
export function list(known: Known): Request {
  const { dice } = known;
  const entity = known.entity();
  const parts: string[] = [];
  const add = (key: string, value: unknown): void => {
    parts.push(`${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`);
  };
  if (dice.once(2)) filter(known, entity, add);
  if (dice.once(5)) filter(known, entity, add);
  if (dice.once(2)) add('order', `${dice.once(2) ? '-' : ''}${path(known, entity)}`);
  if (dice.once(5)) add('q', dice.pick(['a', 'Ab1', '%', '"', '\\', ' ', "'"]));
  if (dice.once(4)) add('fields', [path(known, entity), path(known, entity)].join(','));
  if (dice.once(4)) add('expand', reference(known, entity));
  if (dice.once(3)) add('count', 'exact');
  if (dice.once(6)) add('deleted', 'only');
  if (dice.once(6)) add('can', dice.once(3) ? 'delete' : (dice.maybe(eventsOf(known))?.event.name ?? 'delete'));
  if (dice.once(4)) add('screen', screenOf(known, entity));
  if (dice.once(8)) add('for', pickerOf(known, entity));
  if (dice.once(6)) add('tile', tileOf(known, entity));
  if (dice.once(12)) add('tile.group', dice.pick(['a', '2026-03-01', 'true', 'none']));
  if (dice.once(8) && known.cursor !== null) add('cursor', known.cursor);
  if (dice.once(2)) add('limit', String(dice.pick([1, 2, 3, 100, 0, -1])));
  return get(`${collection(entity)}?${parts.join('&')}`);
}

function filter(known: Known, entity: Entity, add: (key: string, value: unknown) => void): void {
  const { dice } = known;
  const field = dice.pick(entity.fields);
  const operator = dice.pick(OPERATORS);
  const target = field.type.kind === 'reference' && dice.once(2) ? targetOf(known, field) : undefined;
  const inner = target === undefined ? field : dice.pick(target.fields);
  const value = dice.once(8) ? hostile(dice) : fieldValue(known, inner, 0);
  const prefix = target === undefined ? '' : `${field.name}.`;
  add(`${prefix}${inner.name}${operator}`, operator === '.null' ? String(dice.once(2)) : (value ?? ''));
}

function targetOf(known: Known, { type }: Field): Entity | undefined {
  return known.plan.entities.find(({ name }) => type.kind === 'reference' && name === type.entity);
}

/** A field, or one behind a reference. */
function path(known: Known, entity: Entity): string {
  const field = known.dice.pick(entity.fields);
  const target = known.dice.once(2) ? targetOf(known, field) : undefined;
  return target === undefined ? field.name : `${field.name}.${known.dice.pick(target.fields).name}`;
}

function reference(known: Known, entity: Entity): string {
  const all = entity.fields.filter(({ type }) => ['reference', 'children', 'many', 'all'].includes(type.kind));
  return known.dice.maybe(all)?.name ?? 'none';
}

function screenOf(known: Known, entity: Entity): string {
  return known.dice.maybe(known.plan.screens.filter((screen) => screen.entity === entity.name))?.slug ?? 'none';
}

function dashboard(known: Known): string {
  return known.dice.maybe(known.plan.screens.filter(({ kind }) => kind === 'dashboard'))?.slug ?? 'none';
}

function tileOf(known: Known, entity: Entity): string {
  const tiles = known.plan.screens.flatMap((screen) =>
    screen.tiles.filter(({ shows }) => shows?.kind === 'query' && shows.source.entity === entity.name),
  );
  return known.dice.maybe(tiles)?.clause ?? 'none';
}

function pickerOf(known: Known, entity: Entity): string {
  const fields = known.plan.entities.flatMap((other) =>
    other.fields.flatMap(({ name, type }) =>
      (type.kind === 'reference' || type.kind === 'many') && type.entity === entity.name
        ? [`${other.name}.${name}`]
        : [],
    ),
  );
  return known.dice.maybe(fields) ?? 'None.none';
}

function view(known: Known): Request {
  const entity = known.entity();
  const filters: Record<string, string> = {};
  filter(known, entity, (key, value) => (filters[key] = String(value)));
  const state = { filters, order: path(known, entity), columns: [path(known, entity)] };
  const role = known.dice.once(2) ? null : (known.dice.maybe(known.plan.roles)?.name ?? null);
  return { method: 'POST', url: '/api/-/views', body: { screen: screenOf(known, entity), name: 'Mine', role, state } };
}

function ownView(known: Known): Request {
  const url = `/api/-/views/${known.dice.maybe(known.views) ?? 'none'}`;
  return known.dice.once(2) ? { method: 'PATCH', url, body: { name: 'Other' } } : { method: 'DELETE', url };
}

function upload(known: Known): Request {
  const content = known.dice.pick(['plain text', '%PDF-1.4 x', '\u0089PNG\r\n', '']);
  const headers = { 'content-type': 'application/octet-stream' };
  return { method: 'POST', url: '/api/-/files?name=a.txt', headers, body: Buffer.from(content, 'latin1') };
}

function signUp(known: Known): Request {
  const user = known.plan.entities.find(({ name }) => name === 'User');
  const body = user === undefined ? {} : newRecord(known, user);
  return {
    method: 'POST',
    url: '/api/-/sign-up',
    body: { ...body, password: known.dice.pick(['short', 'long enough for all']) },
  };
}

/** One of the calls that the product answers, with values that may mean something there. */
function exact(known: Known): Request {
  const { dice, plan } = known;
  const call = dice.maybe(plan.answered.calls);
  if (call === undefined) return list(known);
  const value = (): string => {
    const entity = known.entity();
    const text = dice.once(2) ? known.id(entity.name) : String(fieldValue(known, dice.pick(entity.fields), 0));
    return encodeURIComponent(text === '' ? 'x' : text);
  };
  const url = call.path.replaceAll(/\{\w+\}/g, value);
  const names = new Set([...JSON.stringify(call).matchAll(/"from":"query","name":"(\w+)"/g)].map(([, name]) => name));
  const query = [...names].filter(() => dice.once(2)).map((name) => `${name}=${value()}`);
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  return {
    method: call.method,
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    ...(hasBody ? { body: exactBody(known, call) } : {}),
  };
}

function exactBody(known: Known, { does }: Known['plan']['answered']['calls'][number]): unknown {
  const { dice, plan } = known;
  const source = does !== null && 'body' in does ? does.body : null;
  const shape = plan.answered.shapes.find(({ name }) => name === source?.shape);
  if (source === null || shape === undefined)
    return dice.pick([{}, { login: 'all@example.com', password: 'x' }, [], 'x']);
  const entity = plan.entities.find(({ name }) => name === shape.entity);
  const one = (): Record<string, unknown> => {
    const pairs = shape.properties.flatMap(({ name, value }): [string, unknown][] => {
      if (dice.once(6)) return [];
      if (dice.once(10)) return [[name, hostile(dice)]];
      const field = value.kind === 'value' && value.expression.kind === 'field' ? value.expression.field : name;
      const found = entity?.fields.find((candidate) => candidate.name === field);
      return found === undefined ? [[name, 'x']] : [[name, fieldValue(known, found, 0)]];
    });
    return Object.fromEntries(pairs);
  };
  const isEach = does !== null && 'each' in does && does.each;
  const content = isEach ? [one(), one()] : one();
  return source.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), content);
}

/** A status that only a fault of the product answers with: NOT_SPECIFIED is the document's own gap. */
export function isFaulty(status: number): boolean {
  return status >= 500 && status !== STANDARD_ERRORS.NOT_SPECIFIED.status;
}
