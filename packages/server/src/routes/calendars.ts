import type { ListQuery } from '@nonet/engine';
import type { Screen } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calendarText } from '../calendars/calendar-text.ts';
import { readCalendar } from '../calendars/read-calendar.ts';
import { isSubscribed } from '../calendars/subscribed.ts';
import { notSpecified, standardRefusal } from '../problem/standard.ts';
import { answerTag } from '../request/entity-tag.ts';
import { rightsIn, runningOf } from '../request/context.ts';
import { inAskedLanguage } from '../request/language.ts';
import { alreadyHas } from '../request/preconditions.ts';
import { onlyKeys, readListQuery, readQuery } from '../request/query.ts';
import { originOf } from '../session/same-origin.ts';

interface CalendarParams {
  calendar: string;
}

/**
 * `GET /api/-/calendars/{calendar}/calendar.ics`: a calendar screen to which people subscribe (2, `subscribe`), in the form of
 * iCalendar, as whoever asks may read it at this moment. `calendar` is the slug of the screen, or a token that opens it for
 * who made it.
 */
export function calendarRoute(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'], ownQuery: true } as const;
  server.get<{ Params: CalendarParams }>(
    '/api/-/calendars/:calendar/calendar.ics',
    { config },
    async (request, reply) => {
      const opened = request.calendar;
      const asked = runningOf(request);
      const running = opened === null ? asked : inAskedLanguage(asked, opened.locale);
      const { plan } = running;
      const screen = plan.screens.find(({ slug }) => slug === (opened?.screen ?? request.params.calendar));
      const filters = parametersOf(request, screen ?? NO_SCREEN);
      if (screen === undefined || !isSubscribed(screen)) throw standardRefusal(plan, 'NOT_FOUND');
      const actor = { ...request.actor, locale: opened?.locale ?? request.actor.locale ?? plan.settings.locale };
      const rights = await rightsIn(running, actor);
      if (screen.for === null) {
        running.engine.hit(`${screen.clause}.for`, actor.roles);
        throw notSpecified(plan, `${screen.clause}.for`);
      }
      if (!rights.opens(screen)) throw refusal(request, `${screen.clause}.for`);
      const calendar = await readCalendar(running, { rights, actor }, screen, filters, originOf(request));
      if (calendar === null) throw refusal(request, `6.${screen.entity ?? ''}.read`);
      const text = calendarText(calendar);
      const tag = answerTag(200, text);
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      const since = opened === null ? null : await asked.apiTokens.noteContent(opened.token, tag);
      if (since !== null) reply.header('last-modified', new Date(since).toUTCString());
      if (alreadyHas(request, tag) || isUnmodified(request, since)) return reply.code(304).send();
      return answerCalendar(reply, screen.slug, text);
    },
  );
}

function answerCalendar(reply: FastifyReply, slug: string, text: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `inline; filename="${slug}.ics"`)
    .send(text);
}

function refusal(request: FastifyRequest, clause: string) {
  const { plan } = runningOf(request);
  return standardRefusal(plan, request.account === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', { clause });
}

const NO_SCREEN: Pick<Screen, 'parameters' | 'where'> = { parameters: [], where: null };

/** The values of the route's parameters; a calendar takes nothing else. */
function parametersOf(request: FastifyRequest, { parameters, where }: typeof NO_SCREEN): ListQuery['filters'] {
  const { plan } = runningOf(request);
  const query = readQuery(plan, request.originalUrl);
  onlyKeys(
    plan,
    query,
    parameters.map(({ name }) => `path.${name}`),
  );
  return where === null ? [] : readListQuery(plan, query).filters;
}

/** Whether nothing has changed since the moment that a client names (`If-Modified-Since`), where it names no tag. */
function isUnmodified({ headers }: FastifyRequest, since: string | null): boolean {
  const named = headers['if-modified-since'];
  if (since === null || named === undefined || headers['if-none-match'] !== undefined) return false;
  return Math.floor(Date.parse(since) / 1000) * 1000 <= Date.parse(named);
}
