import type { ApiTokenView, NewApiTokenView } from '@nonet/client';
import type { ApiToken, FieldError, NewApiToken } from '@nonet/engine';
import { isObject, message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { calendarAddress, subscribedScreen } from '../calendars/subscribed.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import { personOf } from '../session/person.ts';

const STANDARD_DAYS = 90;
const KEYS: ReadonlySet<string> = new Set(['name', 'roles', 'days']);

/**
 * `/api/-/tokens`: a user's own API tokens, and with `user` another person's, for users who may disable that person.
 * Only for people who are signed in with a session, so that a token can't create another.
 */
export function tokenRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;
  const ofUser = { ...config, ownQuery: true } as const;

  server.get('/api/-/tokens', { config: ofUser }, async (request): Promise<ApiTokenView[]> => {
    const tokens = await runningOf(request).apiTokens.list(await holderOf(request));
    return tokens.map(tokenView);
  });

  server.post('/api/-/tokens', { config }, async (request, reply): Promise<NewApiTokenView> => {
    const { plan, apiTokens } = runningOf(request);
    const calendar = readNewCalendar(plan, request.body);
    if (calendar !== null) {
      const made = await makeForCalendar(request, calendar);
      reply.code(201).header('cache-control', 'no-store');
      return made;
    }
    const { secret, token } = await apiTokens.make(personOf(request), readNewToken(plan, request.body));
    reply.code(201).header('cache-control', 'no-store');
    return { ...tokenView(token), token: secret };
  });

  server.delete<{ Params: { id: string } }>('/api/-/tokens/:id', { config: ofUser }, async (request, reply) => {
    const { plan, apiTokens } = runningOf(request);
    if (!(await apiTokens.revoke(await holderOf(request), request.params.id))) throw standardRefusal(plan, 'NOT_FOUND');
    return reply.code(204).send();
  });
}

/**
 * The owner of the tokens in a request: `user` of its query, otherwise the sender.
 * @throws {Refusal} NOT_FOUND for a user whom they may not read, FORBIDDEN for one whom they may not disable.
 */
async function holderOf(request: FastifyRequest): Promise<string> {
  const { plan, engine } = runningOf(request);
  const person = personOf(request);
  const query = readQuery(plan, request.originalUrl);
  onlyKeys(plan, query, ['user']);
  const user = query.get('user');
  if (user === undefined || user === person.id) return person.id;
  const { fields } = await engine.can(request.actor, 'User', user);
  if (!fields.includes('disabled')) throw standardRefusal(plan, 'FORBIDDEN');
  return user;
}

/** A token with which other programs read a calendar that the person may open (2, `subscribe`). */
async function makeForCalendar(request: FastifyRequest, { screen: slug, name }: NewCalendar): Promise<NewApiTokenView> {
  const { plan, apiTokens } = runningOf(request);
  const person = personOf(request);
  const calendar = subscribedScreen(await rightsOf(request), slug);
  if (calendar === null)
    throw standardRefusal(plan, 'INVALID', { errors: [invalidKey('screen', message('noCalendar'))] });
  const { locale = plan.settings.locale } = request.actor;
  const { secret, token } = await apiTokens.makeForCalendar(person, {
    name: name ?? calendar.name,
    screen: slug,
    locale,
  });
  return { ...tokenView(token), token: secret, address: calendarAddress(secret) };
}

function tokenView({ id, name, roles, screen, createdAt, expiresAt, usedAt }: ApiToken): ApiTokenView {
  return {
    id,
    name,
    roles: roles && [...roles],
    screen,
    created_at: createdAt,
    expires_at: expiresAt,
    used_at: usedAt,
  };
}

interface NewCalendar {
  readonly screen: string;
  readonly name: string | null;
}

/** The body of a calendar's token; null if it names no screen. */
function readNewCalendar(plan: Plan, body: unknown): NewCalendar | null {
  if (!isObject(body) || Array.isArray(body) || !('screen' in body)) return null;
  const { screen, name = null } = body;
  const wrong = Object.keys(body)
    .filter((key) => key !== 'screen' && key !== 'name')
    .map((key) => invalidKey(key, message('unknownKey', { key })));
  const isScreen = typeof screen === 'string';
  const isName = name === null || typeof name === 'string';
  if (!isScreen) wrong.push(invalidKey('screen', message('textKey', { key: 'screen' })));
  if (!isName) wrong.push(invalidKey('name', message('textKey', { key: 'name' })));
  if (wrong.length > 0 || !isScreen || !isName) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  return { screen, name };
}

/** Checks the form alone; the engine refuses what is out of range. */
function readNewToken(plan: Plan, body: unknown): NewApiToken {
  if (!isObject(body) || Array.isArray(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const { name, roles = null, days = STANDARD_DAYS } = body;
  const wrong: FieldError[] = Object.keys(body)
    .filter((key) => !KEYS.has(key))
    .map((key) => invalidKey(key, message('unknownKey', { key })));
  const isText = typeof name === 'string';
  const areRoles = roles === null || isTexts(roles);
  const isNumber = typeof days === 'number';
  if (!isText) wrong.push(invalidKey('name', message('textKey', { key: 'name' })));
  if (!areRoles) wrong.push(invalidKey('roles', message('textsOrNone', { key: 'roles' })));
  if (!isNumber) wrong.push(invalidKey('days', message('numberKey', { key: 'days' })));
  if (wrong.length > 0 || !isText || !areRoles || !isNumber) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  return { name, roles, days };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
