import type { PreferencesView } from '@nonet/client';
import { DEVICE_ZONE } from '@nonet/engine';
import { isObject, isTimeZone, message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { personOf } from '../session/person.ts';

/** `/api/-/preferences`: what a person has chosen for themselves, as far as the document allows it (9). */
export function preferenceRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/preferences', { config }, async (request): Promise<PreferencesView> => {
    return { time_zone: choosing(request).timeZone ?? null };
  });

  server.patch('/api/-/preferences', { config }, async (request): Promise<PreferencesView> => {
    const { plan, sessions } = runningOf(request);
    const person = choosing(request);
    const timeZone = readTimeZone(plan, request.body);
    await sessions.chooseTimeZone(person.id, timeZone);
    return { time_zone: timeZone };
  });
}

/** @throws {Refusal} NOT_FOUND where the document lets nobody choose; UNAUTHENTICATED; FORBIDDEN for an API token. */
function choosing(request: FastifyRequest) {
  const { plan } = runningOf(request);
  if (plan.settings.personalTimeZone === 'refused') throw standardRefusal(plan, 'NOT_FOUND');
  return personOf(request);
}

/** IANA, or `device`; null: the product's. */
function readTimeZone(plan: Plan, body: unknown): string | null {
  if (!isObject(body) || Array.isArray(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const { time_zone: timeZone, ...others }: Record<string, unknown> = { ...body };
  const wrong = Object.keys(others).map((key) => invalidKey(key, message('unknownKey', { key })));
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  if (timeZone === null || timeZone === DEVICE_ZONE || (typeof timeZone === 'string' && isTimeZone(timeZone)))
    return timeZone;
  throw standardRefusal(plan, 'INVALID', { errors: [invalidKey('time_zone', message('personalTimeZone'))] });
}
