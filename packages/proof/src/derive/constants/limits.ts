import type { Actor } from '../../reference/permissions.ts';
import { refuse } from '../../reference/refusal.ts';
import { settable } from '../../search/draft.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { collection, refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { derivePreference } from './preferences.ts';

/** The maximum number of requests in a test of a limit. */
const MOST_REQUESTS = 1500;
const MOST_BYTES = 60_000_000;

/** Point 9: the constants that the product itself reads, at their value and above it. */
export function* deriveLimits(context: DerivationContext): Cases {
  const stated = (name: string) => `9.${name}` in context.plan.clauses;
  yield settings(context);
  if (stated('SESSION_LENGTH')) yield* session(context);
  if (stated('SESSION_IDLE')) yield* idleSession(context);
  if (stated('LOGIN_ATTEMPTS')) yield* attempts(context);
  if (stated('MAX_UPLOAD')) yield* upload(context);
  if (stated('PERSONAL_TIME_ZONE')) yield* derivePreference(context, 'PERSONAL_TIME_ZONE');
  if (stated('PERSONAL_REGION')) yield* derivePreference(context, 'PERSONAL_REGION');
  if (stated('PAGE_SIZE') || stated('MAX_PAGE_SIZE')) yield* pages(context);
  if (stated('MAX_BODY')) yield* body(context);
  if (stated('REQUESTS_PER_MINUTE')) yield* rate(context);
  yield* unknownPage(context);
}

function settings(context: DerivationContext) {
  const { settings } = context.plan;
  const builder = new CaseBuilder(context);
  const { currency, locale, timeZone, pageSize, maximumUploadBytes, passwordLength } = settings;
  const { title, purpose } = context.plan;
  const shown = { currency, locale, timeZone, pageSize, maximumUploadBytes, passwordLength };
  const parts = { title: settings.brandName ?? title, summary: purpose.summary, settings: shown };
  const names = ['CURRENCY', 'LOCALE', 'TIME_ZONE', 'PAGE_SIZE', 'MAX_UPLOAD', 'PASSWORD_LENGTH', 'BRAND_NAME'];
  const clauses = [...names.map((name) => `9.${name}`), '1.summary'].filter((clause) => clause in context.plan.clauses);
  builder.look(null, '/api/-/product', { kind: 'parts', parts }, clauses);
  return builder.done('The settings of the product', clauses);
}

function* session(context: DerivationContext): Cases {
  const clauses = ['9.SESSION_LENGTH'];
  const account = context.accounts.find(({ fields }) => Object.keys(fields).length === 0);
  const isDemo = context.plan.entities.some(({ name, demoRecords }) => name === 'User' && demoRecords.length > 0);
  if (account === undefined || !isDemo) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const headers = { 'set-cookie': `Max-Age=${context.plan.settings.sessionSeconds}` };
  const step = { as: null, method: 'POST', path: '/api/-/dev/session', body: { id: account.id }, clauses } as const;
  builder.ask({ ...step, expect: { status: 200, headers } });
  yield builder.done('How long a session lasts', clauses);
}

/** The last use of a session is known to the minute. */
const MINUTE_MILLISECONDS = 60_000;

/** A session that is used stays open, and one that nobody uses ends. */
function* idleSession(context: DerivationContext): Cases {
  const clauses = ['9.SESSION_IDLE'];
  const [account] = context.accounts;
  if (!context.capabilities.clock || context.plan.answered.calls.length > 0) return context.cannot('clock', ...clauses);
  if (account === undefined) return context.cannot('not found', ...clauses);
  const { sessionIdleSeconds, sessionSeconds } = context.plan.settings;
  const idle = (sessionIdleSeconds ?? 0) * 1000;
  const used = Math.max(idle - MINUTE_MILLISECONDS, MINUTE_MILLISECONDS / 2);
  // A session ends by its length before it could end for being idle.
  if (used >= sessionSeconds * 1000) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const look = (user: unknown) =>
    builder.look(account.id, '/api/-/session', { kind: 'parts', parts: { user } }, clauses);
  const pass = (milliseconds: number) =>
    builder.wait(new Date(Date.parse(builder.world.now) + milliseconds).toISOString(), clauses, {
      keepsSessions: true,
    });
  // The time that has gone by so far is not the session's.
  builder.wait(builder.world.now, clauses);
  look({ id: account.id });
  pass(used);
  look({ id: account.id });
  pass(idle + 2 * MINUTE_MILLISECONDS);
  look(null);
  yield builder.done('A session that nobody uses', clauses);
}

function* attempts(context: DerivationContext): Cases {
  const { count } = context.plan.settings.loginAttempts;
  const clauses = ['9.LOGIN_ATTEMPTS'];
  if (count > 60) return context.cannot('too large', ...clauses);
  const builder = new CaseBuilder(context);
  const body = { email: 'nobody.of.this.name@nonet.example', password: 'not the password' };
  const path = '/api/-/session';
  builder.steps.push({
    kind: 'burst',
    as: null,
    method: 'POST',
    path,
    body,
    times: count + 1,
    status: 401,
    last: 429,
    clauses,
  });
  // Requests that arrive in one moment are counted one by one, too.
  const again = { ...body, email: 'nobody.else.of.this.name@nonet.example' };
  const ask = { kind: 'ask', at: builder.world.now, as: null, method: 'POST', path, body: again, clauses } as const;
  const asks = Array.from({ length: count + 4 }, (_, place) => ({
    ...ask,
    expect: { status: place < count ? 401 : 429 },
  }));
  builder.steps.push({ kind: 'together', asks, areAlike: true });
  yield builder.done('Attempts to sign in, up to their limit and beyond', clauses);
}

function* upload(context: DerivationContext): Cases {
  const clauses = ['9.MAX_UPLOAD'];
  const size = context.plan.settings.maximumUploadBytes;
  if (size > MOST_BYTES) return context.cannot('too large', ...clauses);
  const found = uploader(context);
  // No actor may put a file into any field.
  if (found === null) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const at = builder.world.now;
  const step = { kind: 'upload', at, ...found, clauses } as const;
  builder.steps.push({ ...step, size, id: builder.world.addFile({ type: found.type, size, by: found.as }) });
  const { code, status, errors } = refuse(context.lookup, 'TOO_LARGE');
  const refused = { code, status, errors, words: null };
  builder.steps.push({
    ...step,
    size: size + 1,
    id: builder.world.addFile({ type: found.type, by: found.as }),
    refused,
  });
  yield builder.done('An upload as large as it may be, and one byte more', clauses);
}

/** An actor who may put a file into a field of a new record, and a type that the field takes. */
function uploader(context: DerivationContext): { as: string; type: string } | null {
  for (const { name, owner } of context.plan.entities)
    for (const as of creatorsOf(context, owner?.entity ?? name)) {
      const fields = as === null ? [] : settable(context.drafting(as), name);
      for (const { type } of fields) {
        if (as !== null && type.kind === 'file') return { as, type: type.types[0] ?? 'pdf' };
        if (as !== null && type.kind === 'image') return { as, type: 'png' };
      }
    }
  return null;
}

/** One record more than a page holds. */
function* pages(context: DerivationContext): Cases {
  const { pageSize, maximumPageSize } = context.plan.settings;
  const clauses = ['9.PAGE_SIZE', '9.MAX_PAGE_SIZE'].filter((clause) => clause in context.plan.clauses);
  if (maximumPageSize > 250) return context.cannot('too large', ...clauses);
  const filled = filledBy(context, maximumPageSize + 1, clauses);
  if (filled === null) return context.cannot('not found', ...clauses);
  const { builder, entity, creator } = filled;
  const path = collection(context, entity);
  builder.look(creator, path, { kind: 'length', length: pageSize }, clauses);
  builder.look(creator, `${path}?limit=${maximumPageSize}`, { kind: 'length', length: maximumPageSize }, clauses);
  yield builder.done('As many records as a page holds', clauses);
}

/** So many new records of one entity, by somebody who reads each of them. */
function filledBy(
  context: DerivationContext,
  count: number,
  clauses: readonly string[],
): { builder: CaseBuilder; entity: string; creator: Actor } | null {
  const entities = context.plan.entities.filter(({ name, owner }) => owner === null && name !== 'User');
  const pairs = entities.flatMap(({ name }) => creatorsOf(context, name).map((creator) => ({ entity: name, creator })));
  for (const { entity, creator } of pairs) {
    const builder = new CaseBuilder(context);
    const isMade = () => {
      const { draft } = plainFixture(context, entity, [], creator);
      const { refused, id } = builder.act(creator, { kind: 'create', entity, body: draft }, clauses);
      return refused === null && id !== null && builder.reads(creator, id);
    };
    // The first one that fails ends it.
    if (Array.from({ length: count }).every(isMade)) return { builder, entity, creator };
  }
  return null;
}

function* body(context: DerivationContext): Cases {
  const clauses = ['9.MAX_BODY'];
  const size = context.plan.settings.maximumBodyBytes;
  const [actor] = context.accounts;
  const entity = context.plan.entities.find(({ owner }) => owner === null);
  if (size > MOST_BYTES) return context.cannot('too large', ...clauses);
  if (actor === undefined || entity === undefined) return;
  const builder = new CaseBuilder(context);
  const expect = { ...refusal(refuse(context.lookup, 'TOO_LARGE')) };
  builder.ask({
    as: actor.id,
    method: 'POST',
    path: collection(context, entity.name),
    body: 'x'.repeat(size),
    clauses,
    expect,
  });
  yield builder.done('A body that is too large', clauses);
}

function* rate(context: DerivationContext): Cases {
  const clauses = ['9.REQUESTS_PER_MINUTE'];
  const { count, seconds } = context.plan.settings.requests;
  const account = context.accounts.at(-1);
  if (count > MOST_REQUESTS || seconds < 20) return context.cannot('too large', ...clauses);
  if (account === undefined) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const path = '/api/-/session';
  builder.steps.push({
    kind: 'burst',
    as: account.id,
    method: 'GET',
    path,
    times: count + 1,
    status: 200,
    last: 429,
    seconds,
    clauses,
  });
  yield builder.done('Requests in a minute, up to their limit and beyond', clauses);
}

/** The words of what is not there (8: `NOT_FOUND`). */
function* unknownPage(context: DerivationContext): Cases {
  const clauses = ['8.NOT_FOUND'].filter((clause) => clause in context.plan.clauses);
  const [actor] = context.accounts;
  if (actor === undefined) return;
  const builder = new CaseBuilder(context);
  builder.look(actor.id, '/api/nothing-of-this-name', refuse(context.lookup, 'NOT_FOUND'), clauses);
  yield builder.done('Unknown addresses', clauses);
}
