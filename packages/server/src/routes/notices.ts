import type { InboxStateView, InboxView, NoticePreferenceView, NoticeView, NoticeWayView } from '@nonet/client';
import type { Actor, InboxNotice, InboxState, Marked, NoticePreference } from '@nonet/engine';
import { isObject, labelOf, message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import { personOf } from '../session/person.ts';

const STANDARD_LIMIT = 20;
const WAYS: ReadonlySet<unknown> = new Set(['inbox', 'mail', 'digest', 'off']);

/** `/api/-/notices`: the inbox of a person, and how they get notices; for people alone. */
export function noticeRoutes(server: FastifyInstance): void {
  const config = { points: ['entities', 'roles'], decidedBy: 'calls' } as const;

  server.get('/api/-/notices', { config: { ...config, ownQuery: true } }, async (request): Promise<InboxView> => {
    const { plan, engine } = runningOf(request);
    const query = readQuery(plan, request.originalUrl);
    onlyKeys(plan, query, ['unread', 'limit', 'cursor']);
    const page = await engine.notices.list(actorOf(request), {
      unreadOnly: readUnread(plan, query.get('unread')),
      after: query.get('cursor') ?? null,
      limit: readLimit(plan, query.get('limit')),
    });
    return { ...stateView(page), items: page.notices.map(noticeView), next: page.next };
  });

  server.get('/api/-/notices/state', { config }, async (request): Promise<InboxStateView> => {
    return stateView(await runningOf(request).engine.notices.state(actorOf(request)));
  });

  for (const [path, isRead] of [
    ['read', true],
    ['unread', false],
  ] as const)
    server.post(`/api/-/notices/${path}`, { config }, async (request): Promise<InboxStateView> => {
      const { plan, engine } = runningOf(request);
      const actor = actorOf(request);
      return stateView(await engine.notices.mark(actor, readMarked(plan, request.body), isRead));
    });

  server.get('/api/-/notices/preferences', { config }, async (request): Promise<NoticePreferenceView[]> => {
    const preferences = await runningOf(request).engine.notices.preferences(actorOf(request));
    return preferences.map(preferenceView);
  });

  server.patch<{ Params: { notice: string } }>(
    '/api/-/notices/preferences/:notice',
    { config },
    async (request): Promise<NoticePreferenceView> => {
      const { plan, engine } = runningOf(request);
      const actor = actorOf(request);
      const way = readWay(plan, request.body);
      return preferenceView(await engine.notices.choose(actor, request.params.notice, way));
    },
  );
}

/** The state of an inbox on the wire. */
export function stateView({ unread, newest }: InboxState): InboxStateView {
  return { unread, newest };
}

function noticeView({ id, notice, at, isRead, subject, body, link }: InboxNotice): NoticeView {
  return { id, notice, at, read: isRead, subject, body: [...body], link };
}

function preferenceView({ notice, description, way, isNecessary }: NoticePreference): NoticePreferenceView {
  return { notice, label: labelOf(notice), description, way, necessary: isNecessary };
}

function actorOf(request: FastifyRequest): Actor {
  personOf(request);
  return request.actor;
}

function readUnread(plan: Plan, text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw standardRefusal(plan, 'INVALID', { words: message('takes', { key: 'unread', what: message('trueOrFalse') }) });
}

function readLimit(plan: Plan, text: string | undefined): number {
  if (text === undefined) return STANDARD_LIMIT;
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= LIMITS.noticesAtOnce) return limit;
  throw standardRefusal(plan, 'INVALID', {
    words: message('wholeBetween', { key: 'limit', from: 1, to: LIMITS.noticesAtOnce }),
  });
}

function readMarked(plan: Plan, body: unknown): Marked {
  const { ids, until, ...others } = objectOf(plan, body);
  refuseOthers(plan, others);
  if (typeof until === 'string' && ids === undefined) return { until };
  if (until === undefined && isIds(ids)) return { ids };
  throw standardRefusal(plan, 'INVALID', { words: message('noticesMarked', { most: LIMITS.noticesAtOnce }) });
}

function readWay(plan: Plan, body: unknown): NoticeWayView {
  const { way, ...others } = objectOf(plan, body);
  refuseOthers(plan, others);
  if (!isWay(way)) throw standardRefusal(plan, 'INVALID', { errors: [invalidKey('way', message('noticeWay'))] });
  return way;
}

function refuseOthers(plan: Plan, others: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(others).map((key) => invalidKey(key, message('unknownKey', { key })));
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
}

function objectOf(plan: Plan, body: unknown): Record<string, unknown> {
  if (isObject(body) && !Array.isArray(body)) return { ...body };
  throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
}

function isWay(value: unknown): value is NoticeWayView {
  return WAYS.has(value);
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= LIMITS.noticesAtOnce && value.every((id) => typeof id === 'string');
}
