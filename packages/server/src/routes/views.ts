import type { SavedViewView } from '@nonet/client';
import type { FieldError, NewView, Actor, SavedView } from '@nonet/engine';
import { message, type Message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { personOf } from '../session/person.ts';

/** `/api/-/views`: views of lists under a name, one's own and those shared with one's roles; for people alone. */
export function viewRoutes(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'], decidedBy: 'screens' } as const;

  server.get('/api/-/views', { config }, async (request): Promise<SavedViewView[]> => {
    const views = await runningOf(request).engine.savedViews.list(actorOf(request));
    return views.map(viewOf);
  });

  server.post('/api/-/views', { config }, async (request, reply): Promise<SavedViewView> => {
    const { plan, engine } = runningOf(request);
    const actor = actorOf(request);
    const { screen, name, role = null, state } = readView(plan, request.body, ['screen', 'name', 'state']);
    const saved = await engine.savedViews.save(actor, { screen, name, role, state } as NewView);
    reply.code(201);
    return viewOf(saved);
  });

  server.patch<{ Params: { id: string } }>('/api/-/views/:id', { config }, async (request): Promise<SavedViewView> => {
    const { plan, engine } = runningOf(request);
    const actor = actorOf(request);
    const { screen, ...changes } = readView(plan, request.body, []);
    if (screen !== undefined)
      throw standardRefusal(plan, 'INVALID', { errors: [invalidKey('screen', message('viewStays'))] });
    return viewOf(await engine.savedViews.change(actor, request.params.id, changes));
  });

  server.delete<{ Params: { id: string } }>('/api/-/views/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    if (!(await engine.savedViews.delete(actorOf(request), request.params.id)))
      throw standardRefusal(plan, 'NOT_FOUND');
    return reply.code(204).send();
  });
}

function actorOf(request: FastifyRequest): Actor {
  personOf(request);
  return request.actor;
}

function viewOf({ id, screen, name, role, own, state, reduced, opens }: SavedView): SavedViewView {
  const { filters, search, order, columns, pageSize, group, report } = state;
  return {
    id,
    screen,
    name,
    role,
    own,
    state: {
      filters: { ...filters },
      search,
      order,
      columns: columns && [...columns],
      page_size: pageSize,
      ...(group === undefined ? {} : { group }),
      ...(report === undefined ? {} : { report: { ...report, measures: [...report.measures] } }),
    },
    reduced,
    opens,
  };
}

const MOST_KEYS = 50;
const LONGEST_TEXT = 1_000;

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value.length <= LONGEST_TEXT;
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isTexts: Check = (value) => Array.isArray(value) && value.length <= MOST_KEYS && value.every(isText);
const isFilters: Check = (value) => isObject(value) && isTexts(Object.keys(value)) && isTexts(Object.values(value));
const isReport: Check = (value) =>
  isObject(value) &&
  Object.keys(value).every((key) => REPORT_KEYS.has(key)) &&
  isText(value['rows']) &&
  isNullOr(isText)(value['columns']) &&
  isTexts(value['measures']);
const REPORT_KEYS: ReadonlySet<string> = new Set(['rows', 'columns', 'measures']);
const isPageSize: Check = (value) => value === 'all' || (Number.isInteger(value) && Number(value) > 0);

/** The values that fit, by key, and the error of each key that does not fit. */
type Keys = Readonly<Record<string, readonly [Check, (key: string) => Message]>>;
const KEYS: Keys = {
  screen: [isText, (key) => message('listSlug', { key })],
  name: [isText, (key) => message('textKey', { key })],
  role: [isNullOr(isText), (key) => message('roleOrNull', { key })],
};
const STATE_KEYS: Keys = {
  filters: [isFilters, (key) => message('filtersOf', { key, most: MOST_KEYS })],
  search: [isNullOr(isText), (key) => message('textOrNull', { key })],
  order: [isNullOr(isText), (key) => message('textOrNull', { key })],
  columns: [isNullOr(isTexts), (key) => message('textsOrNull', { key, most: MOST_KEYS })],
  page_size: [isNullOr(isPageSize), (key) => message('pageSize', { key })],
  group: [isText, (key) => message('textKey', { key })],
  report: [isReport, (key) => message('reportOf', { key })],
};

/** The view in a body. This checks its form only; the engine judges the names in it. */
function readView(plan: Plan, body: unknown, required: readonly string[]): Partial<NewView> {
  if (!isObject(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const { state, ...rest } = body;
  const wrong = [
    ...wrongKeys(rest, KEYS, ''),
    ...required.filter((key) => !(key in body)).map((key) => invalidKey(key, message('missingKey', { key }))),
    ...(state === undefined ? [] : isObject(state) ? wrongKeys(state, STATE_KEYS, 'state.') : [notAnObject()]),
  ];
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  if (state === undefined) return rest;
  const {
    filters = {},
    search = null,
    order = null,
    columns = null,
    page_size: pageSize = null,
    group,
    report,
  } = state as State;
  const grouped = group === undefined ? {} : { group };
  const reported = report === undefined ? {} : { report };
  return { ...rest, state: { filters, search, order, columns, pageSize, ...grouped, ...reported } };
}

type State = Partial<SavedViewView['state']>;

function wrongKeys(given: Readonly<Record<string, unknown>>, known: Keys, within: string): FieldError[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const key = within + name;
    const [check, words] = known[name] ?? [];
    if (check === undefined || words === undefined) return [invalidKey(key, message('unknownKey', { key }))];
    return check(value) ? [] : [invalidKey(key, words(key))];
  });
}

function notAnObject(): FieldError {
  return invalidKey('state', message('objectKey', { key: 'state' }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
