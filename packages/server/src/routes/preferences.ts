import type { PreferencesView } from '@nonet/client';
import { type Account, DEVICE_ZONE, type Sessions } from '@nonet/engine';
import { isObject, isRegion, isTimeZone, message, type Message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { personOf } from '../session/person.ts';

/** One thing that people choose for themselves. */
interface Preference {
  readonly name: keyof PreferencesView;
  readonly setting: 'personalTimeZone' | 'personalRegion';
  isOne(text: string): boolean;
  /** The message about any other value but null. */
  readonly wrong: Message;
  of(account: Account): string | null;
  keep(sessions: Sessions, userId: string, chosen: string | null): Promise<void>;
}

const PREFERENCES: readonly Preference[] = [
  {
    name: 'time_zone',
    setting: 'personalTimeZone',
    isOne: (text) => text === DEVICE_ZONE || isTimeZone(text),
    wrong: message('personalTimeZone'),
    of: ({ timeZone }) => timeZone ?? null,
    keep: (sessions, userId, chosen) => sessions.chooseTimeZone(userId, chosen),
  },
  {
    name: 'region',
    setting: 'personalRegion',
    isOne: isRegion,
    wrong: message('personalRegion'),
    of: ({ region }) => region ?? null,
    keep: (sessions, userId, chosen) => sessions.chooseRegion(userId, chosen),
  },
];

/** `/api/-/preferences`: what a person has chosen for themselves, as far as the document allows it (9). */
export function preferenceRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/preferences', { config }, async (request): Promise<PreferencesView> => {
    const allowed = allowedIn(request);
    const person = personOf(request);
    return Object.fromEntries(allowed.map((preference) => [preference.name, preference.of(person)]));
  });

  server.patch('/api/-/preferences', { config }, async (request): Promise<PreferencesView> => {
    const allowed = allowedIn(request);
    const person = personOf(request);
    const { plan, sessions } = runningOf(request);
    const chosen = readChosen(plan, allowed, request.body);
    for (const { preference, value } of chosen) await preference.keep(sessions, person.id, value);
    const now = new Map(chosen.map(({ preference, value }) => [preference, value]));
    return Object.fromEntries(
      allowed.map((preference) => [preference.name, now.has(preference) ? now.get(preference) : preference.of(person)]),
    );
  });
}

/** @throws {Refusal} NOT_FOUND where the document lets nobody choose anything */
function allowedIn(request: FastifyRequest): readonly Preference[] {
  const { plan } = runningOf(request);
  const allowed = PREFERENCES.filter(({ setting }) => plan.settings[setting] === 'allowed');
  if (allowed.length === 0) throw standardRefusal(plan, 'NOT_FOUND');
  return allowed;
}

/** @throws {Refusal} INVALID with each key that is wrong, or with the first one that is allowed where none is given */
function readChosen(
  plan: Plan,
  allowed: readonly Preference[],
  body: unknown,
): readonly { readonly preference: Preference; readonly value: string | null }[] {
  if (!isObject(body) || Array.isArray(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const given: Record<string, unknown> = { ...body };
  const wrong = Object.keys(given)
    .filter((key) => allowed.every(({ name }) => name !== key))
    .map((key) => invalidKey(key, message('unknownKey', { key })));
  const chosen = allowed.flatMap((preference) => {
    const value = given[preference.name];
    if (value === undefined) return [];
    if (value === null || (typeof value === 'string' && preference.isOne(value))) return [{ preference, value }];
    wrong.push(invalidKey(preference.name, preference.wrong));
    return [];
  });
  const [first] = allowed;
  if (first !== undefined && Object.keys(given).length === 0) wrong.push(invalidKey(first.name, first.wrong));
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  return chosen;
}
