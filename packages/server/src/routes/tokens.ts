import type { ApiTokenView, NewApiTokenView } from '@nonet/client';
import type { ApiToken, FieldError, NewApiToken } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { personOf } from '../session/person.ts';

const STANDARD_DAYS = 90;
const KEYS: ReadonlySet<string> = new Set(['name', 'roles', 'days']);

/** `/api/-/tokens`: one's own API tokens; for people who are signed in, so that no token begets another. */
export function tokenRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/tokens', { config }, async (request): Promise<ApiTokenView[]> => {
    const tokens = await runningOf(request).apiTokens.list(personOf(request).id);
    return tokens.map(tokenView);
  });

  server.post('/api/-/tokens', { config }, async (request, reply): Promise<NewApiTokenView> => {
    const { plan, apiTokens } = runningOf(request);
    const { secret, token } = await apiTokens.make(personOf(request), readNewToken(plan, request.body));
    reply.code(201).header('cache-control', 'no-store');
    return { ...tokenView(token), token: secret };
  });

  server.delete<{ Params: { id: string } }>('/api/-/tokens/:id', { config }, async (request, reply) => {
    const { plan, apiTokens } = runningOf(request);
    if (!(await apiTokens.revoke(personOf(request).id, request.params.id))) throw standardRefusal(plan, 'NOT_FOUND');
    return reply.code(204).send();
  });
}

function tokenView({ id, name, roles, createdAt, expiresAt, usedAt }: ApiToken): ApiTokenView {
  return {
    id,
    name,
    roles: roles && [...roles],
    created_at: createdAt,
    expires_at: expiresAt,
    used_at: usedAt,
  };
}

/** Checks the form alone; the engine refuses what is out of range. */
function readNewToken(plan: Plan, body: unknown): NewApiToken {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const { name, roles = null, days = STANDARD_DAYS } = body as Record<string, unknown>;
  const wrong: FieldError[] = Object.keys(body)
    .filter((key) => !KEYS.has(key))
    .map((key) => invalidKey(key, message('unknownKey', { key })));
  if (typeof name !== 'string') wrong.push(invalidKey('name', message('textKey', { key: 'name' })));
  if (roles !== null && !isTexts(roles)) wrong.push(invalidKey('roles', message('textsOrNone', { key: 'roles' })));
  if (typeof days !== 'number') wrong.push(invalidKey('days', message('numberKey', { key: 'days' })));
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  return { name: name as string, roles: roles as string[] | null, days: days as number };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
