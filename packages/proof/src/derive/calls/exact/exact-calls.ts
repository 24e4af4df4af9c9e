import { ExactRefused } from '../../../reference/exact/refused.ts';
import { refuse } from '../../../reference/refusal.ts';
import { deriveRecordVariants } from '../../records/record-variants.ts';
import { CaseBuilder } from '../../case-builder.ts';
import type { Cases, DerivationContext } from '../../derivation-context.ts';
import { addressOf, ask, clausesOf, endpointsOf, entityOfCall, NOTHING_SENT, refusalOf, targetOf } from './endpoint.ts';
import { admitted, byBodies, byEverybody, byNothing, callsThat } from './endpoints.ts';
import { deriveExactLists } from './lists.ts';
import { deriveSessionEnd, deriveSessions, deriveSignUps } from './sessions.ts';
import { deriveSignedCalls } from './signed.ts';

/**
 * Point 7's exact calls: each by every kind of actor, with bodies at their limits, on existing and unknown records; and
 * the settings around them. Calls that create records come first, and calls that delete them last.
 */
export function* deriveExactCalls(context: DerivationContext): Cases {
  if (context.plan.answered.calls.length === 0) return;
  context.cannot('fault', ...['errors_internal', 'errors_unavailable'].map((part) => `7.answered.${part}`));
  context.cannot('too large', '7.answered.errors_too_many_requests');
  if (!context.capabilities.derived) yield* documentRecords(context);
  // Records that no exact call can create are created through the derived API.
  else if (needsOthers(context)) yield* deriveRecordVariants(context);
  yield* deriveSignUps(context);
  for (const kinds of [
    ['create'],
    ['read', 'list', 'user', 'refuse', 'nothing'],
    ['update', 'fire', 'add', 'remove'],
  ]) {
    for (const tried of callsThat(context, ...kinds)) {
      yield* byEverybody(context, tried);
      yield* byBodies(context, tried);
      yield* byNothing(context, tried);
    }
  }
  yield* deriveSignedCalls(context);
  yield* deriveExactLists(context);
  yield* deriveSessions(context);
  yield* otherSites(context);
  yield* otherMethods(context);
  for (const kinds of [['delete'], ['delete each'], ['sign out']])
    for (const tried of callsThat(context, ...kinds)) {
      yield* byNothing(context, tried);
      yield* byEverybody(context, tried);
    }
  yield* deriveSessionEnd(context);
}

/** Whether some calls need records that no call creates. */
function needsOthers(context: DerivationContext): boolean {
  const made = new Set(callsThat(context, 'create').map(({ call }) => entityOfCall(call)));
  return callsThat(context, 'read', 'list', 'update', 'fire', 'delete').some(({ call }) => {
    const entity = entityOfCall(call);
    return entity !== null && entity !== 'User' && !made.has(entity);
  });
}

/** The document's own records, as the calls that list them show them; other records are not the document's. */
function* documentRecords(context: DerivationContext): Cases {
  for (const { endpoint, call } of callsThat(context, 'list')) {
    if (call.by !== 'everyone' || targetOf(call.does) !== null) continue;
    const builder = new CaseBuilder(context);
    ask(builder, null, endpoint, NOTHING_SENT, clausesOf(context, call));
    yield builder.prepared(`${endpoint.method} ${endpoint.path}: the records at the start`, clausesOf(context, call));
  }
}

/** Which other sites' pages may read an answer (7: `origins`). */
function* otherSites(context: DerivationContext): Cases {
  const { origins } = context.plan.answered;
  const clauses = ['7.answered.origins'].filter((clause) => clause in context.plan.clauses);
  const tried = callsThat(context, 'list', 'read').find((one) => admitted(context, one) !== null);
  const able = tried === undefined ? null : admitted(context, tried);
  if (tried === undefined || able === null) return;
  const { endpoint, call } = tried;
  const builder = new CaseBuilder(context);
  // A page of another site doesn't get the cookie sent along.
  const as = context.plan.answered.token === null ? null : able.as;
  const from = (origin: string, isAllowed: boolean, answer: string) =>
    ask(builder, as, endpoint, able.request, [...clauses, ...clausesOf(context, call)], {
      headers: { origin },
      expect: isAllowed
        ? { headers: { 'access-control-allow-origin': answer } }
        : { without: ['access-control-allow-origin'] },
    });
  const elsewhere = 'https://elsewhere.example';
  from(elsewhere, origins === 'any', '*');
  if (origins !== null && origins !== 'any') for (const origin of origins) from(origin, true, origin);
  if (origins !== null) {
    const origin = Array.isArray(origins) ? String(origins[0]) : elsewhere;
    const headers = { origin, 'access-control-request-method': endpoint.method };
    const expect = { status: 204, headers: { 'access-control-allow-methods': endpoint.method } };
    builder.ask({ as: null, method: 'OPTIONS', path: addressOf(endpoint, able.request), headers, clauses, expect });
  }
  yield builder.done('Pages of other sites', clauses);
}

/** Methods and paths that the document does not state are not found. */
function* otherMethods(context: DerivationContext): Cases {
  const endpoints = endpointsOf(context);
  const builder = new CaseBuilder(context);
  const clauses = ['7.answered.base'].filter((clause) => clause in context.plan.clauses);
  const expect = refusalOf(context, null, new ExactRefused(refuse(context.lookup, 'METHOD_NOT_ALLOWED'), null));
  const patterns = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
  for (const [, here] of patterns) {
    const [endpoint] = here;
    if (endpoint === undefined) continue;
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x');
    const missing = (['PUT', 'DELETE', 'POST'] as const).find(
      (method) => !endpoints.some((other) => other.method === method && isAt(other.path, path)),
    );
    if (missing === undefined) continue;
    const own = here.flatMap(({ blocks }) => blocks.flatMap((call) => clausesOf(context, call)));
    const body = missing === 'DELETE' ? {} : { body: {} };
    builder.ask({ as: null, method: missing, path, ...body, clauses: [...clauses, ...own], expect });
  }
  const base = context.plan.answered.base;
  const path = `${base}/nothing/of/this/name/stands/here`;
  // If point 2 is open, the document does not say what is at an address.
  const isOpen =
    context.capabilities.derived && context.plan.openPoints.includes('screens') && !base.startsWith('/api');
  builder.ask({ as: null, method: 'GET', path, clauses, expect: { status: isOpen ? 501 : 404 } });
  yield builder.done('Methods and paths that are not stated', clauses);
}

/** Whether an address matches a call's path. */
function isAt(pattern: string, address: string): boolean {
  const [stated, asked] = [pattern, address].map((path) => path.split('/'));
  return (
    stated?.length === asked?.length &&
    stated?.every((part, place) => part.startsWith('{') || part === asked?.[place]) === true
  );
}
