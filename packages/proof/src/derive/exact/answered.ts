import { ExactRefused } from '../../reference/exact/refused.ts';
import { refuse } from '../../reference/refusal.ts';
import { deriveGallery } from '../gallery.ts';
import { Scene } from '../scene.ts';
import type { Cases, Stage } from '../stage.ts';
import { addressOf, ask, clausesOf, doorsOf, entityOfCall, NOTHING_SENT, refusalOf, targetOf } from './door.ts';
import { admitted, byBodies, byEverybody, byNothing, callsThat } from './doors.ts';
import { deriveExactLists } from './lists.ts';
import { deriveSessionEnd, deriveSessions, deriveSignUps } from './sessions.ts';

/**
 * Point 7's exact calls, each as everybody makes it, with bodies at their limits, of records that are there and that are
 * not; and what stands around them. What makes records comes first, and what takes them away last.
 */
export function* deriveAnswered(stage: Stage): Cases {
  if (stage.plan.answered.calls.length === 0) return;
  stage.cannot('fault', ...['errors_internal', 'errors_unavailable'].map((part) => `7.answered.${part}`));
  stage.cannot('too large', '7.answered.errors_too_many_requests');
  if (!stage.powers.derived) yield* whatIsThere(stage);
  // What no exact call makes was made by other means.
  else if (needsOthers(stage)) yield* deriveGallery(stage);
  yield* deriveSignUps(stage);
  for (const kinds of [['create'], ['read', 'list', 'user', 'refuse'], ['update', 'fire', 'add', 'remove']]) {
    for (const tried of callsThat(stage, ...kinds)) {
      yield* byEverybody(stage, tried);
      yield* byBodies(stage, tried);
      yield* byNothing(stage, tried);
    }
  }
  yield* deriveExactLists(stage);
  yield* deriveSessions(stage);
  yield* otherSites(stage);
  yield* otherMethods(stage);
  for (const kinds of [['delete'], ['delete each'], ['sign out']])
    for (const tried of callsThat(stage, ...kinds)) {
      yield* byNothing(stage, tried);
      yield* byEverybody(stage, tried);
    }
  yield* deriveSessionEnd(stage);
}

/** Whether calls are about records that no call makes. */
function needsOthers(stage: Stage): boolean {
  const made = new Set(callsThat(stage, 'create').map(({ call }) => entityOfCall(call)));
  return callsThat(stage, 'read', 'list', 'update', 'fire', 'delete').some(({ call }) => {
    const entity = entityOfCall(call);
    return entity !== null && entity !== 'User' && !made.has(entity);
  });
}

/** The document's own records, as the calls that list them show them; what is there besides is not the document's. */
function* whatIsThere(stage: Stage): Cases {
  for (const { door, call } of callsThat(stage, 'list')) {
    if (call.by !== 'everyone' || targetOf(call.does) !== null) continue;
    const scene = new Scene(stage);
    ask(scene, null, door, NOTHING_SENT, clausesOf(stage, call));
    yield scene.prepared(`${door.method} ${door.path}: what is there at first`, clausesOf(stage, call));
  }
}

/** Which other sites' pages may read an answer (7: `origins`). */
function* otherSites(stage: Stage): Cases {
  const { origins } = stage.plan.answered;
  const clauses = ['7.answered.origins'].filter((clause) => clause in stage.plan.clauses);
  const tried = callsThat(stage, 'list', 'read').find((one) => admitted(stage, one) !== null);
  const able = tried === undefined ? null : admitted(stage, tried);
  if (tried === undefined || able === null) return;
  const { door, call } = tried;
  const scene = new Scene(stage);
  // A page of another site doesn't get the cookie sent along.
  const as = stage.plan.answered.token === null ? null : able.as;
  const from = (origin: string, isAllowed: boolean, answer: string) =>
    ask(scene, as, door, able.request, [...clauses, ...clausesOf(stage, call)], {
      headers: { origin },
      expect: isAllowed
        ? { headers: { 'access-control-allow-origin': answer } }
        : { without: ['access-control-allow-origin'] },
    });
  const elsewhere = 'https://elsewhere.example';
  from(elsewhere, origins === 'any', '*');
  if (Array.isArray(origins)) for (const origin of origins as readonly string[]) from(origin, true, origin);
  if (origins !== null) {
    const origin = Array.isArray(origins) ? String(origins[0]) : elsewhere;
    const headers = { origin, 'access-control-request-method': door.method };
    const expect = { status: 204, headers: { 'access-control-allow-methods': door.method } };
    scene.ask({ as: null, method: 'OPTIONS', path: addressOf(door, able.request), headers, clauses, expect });
  }
  yield scene.done('Pages of other sites', clauses);
}

/** What is not stated is not there. */
function* otherMethods(stage: Stage): Cases {
  const doors = doorsOf(stage);
  const scene = new Scene(stage);
  const clauses = ['7.answered.base'].filter((clause) => clause in stage.plan.clauses);
  const expect = refusalOf(stage, null, new ExactRefused(refuse(stage.lookup, 'METHOD_NOT_ALLOWED'), null));
  const patterns = Map.groupBy(doors, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
  for (const [, here] of patterns) {
    const [door] = here;
    if (door === undefined) continue;
    const path = door.path.replaceAll(/\{\w+\}/g, 'x');
    const missing = (['PUT', 'DELETE', 'POST'] as const).find(
      (method) => !doors.some((other) => other.method === method && isAt(other.path, path)),
    );
    if (missing === undefined) continue;
    const own = here.flatMap(({ blocks }) => blocks.flatMap((call) => clausesOf(stage, call)));
    const body = missing === 'DELETE' ? {} : { body: {} };
    scene.ask({ as: null, method: missing, path, ...body, clauses: [...clauses, ...own], expect });
  }
  const base = stage.plan.answered.base;
  const path = `${base}/nothing/of/this/name/stands/here`;
  // What may be at an address is then not stated either.
  const isOpen = stage.powers.derived && stage.plan.openPoints.includes('screens') && !base.startsWith('/api');
  scene.ask({ as: null, method: 'GET', path, clauses, expect: { status: isOpen ? 501 : 404 } });
  yield scene.done('Methods and paths that are not stated', clauses);
}

/** Whether a call's path could be asked for by an address. */
function isAt(pattern: string, address: string): boolean {
  const [stated, asked] = [pattern, address].map((path) => path.split('/'));
  return (
    stated?.length === asked?.length &&
    stated?.every((part, place) => part.startsWith('{') || part === asked?.[place]) === true
  );
}
