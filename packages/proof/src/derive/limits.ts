import { refuse } from '../reference/refusal.ts';
import { settable } from '../search/draft.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { collection, refusal, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** More than this no test sends. */
const MOST_REQUESTS = 1500;
const MOST_BYTES = 60_000_000;

/** Point 9: the constants that the product itself reads, at their value and above it. */
export function* deriveLimits(stage: Stage): Cases {
  const stated = (name: string) => `9.${name}` in stage.plan.clauses;
  yield settings(stage);
  if (stated('SESSION_LENGTH')) yield* session(stage);
  if (stated('LOGIN_ATTEMPTS')) yield* attempts(stage);
  if (stated('MAX_UPLOAD')) yield* upload(stage);
  if (stated('PAGE_SIZE') || stated('MAX_PAGE_SIZE')) yield* pages(stage);
  if (stated('MAX_BODY')) yield* body(stage);
  if (stated('REQUESTS_PER_MINUTE')) yield* rate(stage);
  yield* unknownPage(stage);
}

function settings(stage: Stage) {
  const { settings } = stage.plan;
  const scene = new Scene(stage);
  const { currency, locale, timeZone, pageSize, maximumUploadBytes, passwordLength } = settings;
  const { title, purpose } = stage.plan;
  const shown = { currency, locale, timeZone, pageSize, maximumUploadBytes, passwordLength };
  const parts = { title, summary: purpose.summary, settings: shown };
  const names = ['CURRENCY', 'LOCALE', 'TIME_ZONE', 'PAGE_SIZE', 'MAX_UPLOAD', 'PASSWORD_LENGTH'];
  const clauses = [...names.map((name) => `9.${name}`), '1.summary'].filter((clause) => clause in stage.plan.clauses);
  scene.look(null, '/api/-/product', { kind: 'parts', parts }, clauses);
  return scene.done('The settings of the product', clauses);
}

function* session(stage: Stage): Cases {
  const clauses = ['9.SESSION_LENGTH'];
  const account = stage.accounts.find(({ fields }) => Object.keys(fields).length === 0);
  const isDemo = stage.plan.entities.some(({ name, demoRecords }) => name === 'User' && demoRecords.length > 0);
  if (account === undefined || !isDemo) return stage.cannot('not found', ...clauses);
  const scene = new Scene(stage);
  const headers = { 'set-cookie': `Max-Age=${stage.plan.settings.sessionSeconds}` };
  const step = { as: null, method: 'POST', path: '/api/-/dev/session', body: { id: account.id }, clauses } as const;
  scene.ask({ ...step, expect: { status: 200, headers } });
  yield scene.done('How long a session lasts', clauses);
}

function* attempts(stage: Stage): Cases {
  const { count } = stage.plan.settings.loginAttempts;
  const clauses = ['9.LOGIN_ATTEMPTS'];
  if (count > 60) return stage.cannot('too large', ...clauses);
  const scene = new Scene(stage);
  const body = { email: 'nobody.of.this.name@nonet.example', password: 'not the password' };
  const path = '/api/-/session';
  scene.steps.push({
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
  // Those that arrive in one moment are counted one by one, too.
  const again = { ...body, email: 'nobody.else.of.this.name@nonet.example' };
  const ask = { kind: 'ask', at: scene.world.now, as: null, method: 'POST', path, body: again, clauses } as const;
  const asks = Array.from({ length: count + 4 }, (_, place) => ({
    ...ask,
    expect: { status: place < count ? 401 : 429 },
  }));
  scene.steps.push({ kind: 'together', asks, areAlike: true });
  yield scene.done('Attempts to sign in, up to their limit and beyond', clauses);
}

function* upload(stage: Stage): Cases {
  const clauses = ['9.MAX_UPLOAD'];
  const size = stage.plan.settings.maximumUploadBytes;
  if (size > MOST_BYTES) return stage.cannot('too large', ...clauses);
  const found = uploader(stage);
  // No field takes a file from anybody.
  if (found === null) return stage.cannot('not found', ...clauses);
  const scene = new Scene(stage);
  const at = scene.world.now;
  const step = { kind: 'upload', at, ...found, clauses } as const;
  scene.steps.push({ ...step, size, id: scene.world.addFile({ type: found.type, size, by: found.as }) });
  const { code, status, errors } = refuse(stage.lookup, 'TOO_LARGE');
  const refused = { code, status, errors, words: null };
  scene.steps.push({ ...step, size: size + 1, id: scene.world.addFile({ type: found.type, by: found.as }), refused });
  yield scene.done('An upload as large as it may be, and one byte more', clauses);
}

/** Somebody who may put a file into a field of a new record, and a type that it takes. */
function uploader(stage: Stage): { as: string; type: string } | null {
  for (const { name, owner } of stage.plan.entities)
    for (const as of creatorsOf(stage, owner?.entity ?? name)) {
      const fields = as === null ? [] : settable(stage.drafting(as), name);
      for (const { type } of fields) {
        if (as !== null && type.kind === 'file') return { as, type: type.types[0] ?? 'pdf' };
        if (as !== null && type.kind === 'image') return { as, type: 'png' };
      }
    }
  return null;
}

/** One record more than a page holds. */
function* pages(stage: Stage): Cases {
  const { pageSize, maximumPageSize } = stage.plan.settings;
  const clauses = ['9.PAGE_SIZE', '9.MAX_PAGE_SIZE'].filter((clause) => clause in stage.plan.clauses);
  if (maximumPageSize > 250) return stage.cannot('too large', ...clauses);
  const entity = stage.plan.entities.find(
    ({ name, owner }) => owner === null && name !== 'User' && creatorsOf(stage, name).length > 0,
  );
  const [creator] = entity === undefined ? [] : creatorsOf(stage, entity.name);
  if (entity === undefined || creator === undefined) return stage.cannot('not found', ...clauses);
  const scene = new Scene(stage);
  for (let made = 0; made <= maximumPageSize; made += 1) {
    const { draft } = plainPlot(stage, entity.name, [], creator);
    const outcome = scene.act(creator, { kind: 'create', entity: entity.name, body: draft }, clauses);
    if (outcome.refused !== null) return stage.cannot('not found', ...clauses);
  }
  const path = collection(stage, entity.name);
  scene.look(creator, path, { kind: 'length', length: pageSize }, clauses);
  scene.look(creator, `${path}?limit=${maximumPageSize}`, { kind: 'length', length: maximumPageSize }, clauses);
  yield scene.done('As many records as a page holds', clauses);
}

function* body(stage: Stage): Cases {
  const clauses = ['9.MAX_BODY'];
  const size = stage.plan.settings.maximumBodyBytes;
  const [actor] = stage.accounts;
  const entity = stage.plan.entities.find(({ owner }) => owner === null);
  if (size > MOST_BYTES) return stage.cannot('too large', ...clauses);
  if (actor === undefined || entity === undefined) return;
  const scene = new Scene(stage);
  const expect = { ...refusal(refuse(stage.lookup, 'TOO_LARGE')) };
  scene.ask({
    as: actor.id,
    method: 'POST',
    path: collection(stage, entity.name),
    body: 'x'.repeat(size),
    clauses,
    expect,
  });
  yield scene.done('A body that is too large', clauses);
}

function* rate(stage: Stage): Cases {
  const clauses = ['9.REQUESTS_PER_MINUTE'];
  const { count, seconds } = stage.plan.settings.requests;
  const account = stage.accounts.at(-1);
  if (count > MOST_REQUESTS || seconds < 20) return stage.cannot('too large', ...clauses);
  if (account === undefined) return stage.cannot('not found', ...clauses);
  const scene = new Scene(stage);
  const path = '/api/-/session';
  scene.steps.push({
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
  yield scene.done('Requests in a minute, up to their limit and beyond', clauses);
}

/** The words of what is not there (8: `NOT_FOUND`). */
function* unknownPage(stage: Stage): Cases {
  const clauses = ['8.NOT_FOUND'].filter((clause) => clause in stage.plan.clauses);
  const [actor] = stage.accounts;
  if (actor === undefined) return;
  const scene = new Scene(stage);
  scene.look(actor.id, '/api/nothing-of-this-name', refuse(stage.lookup, 'NOT_FOUND'), clauses);
  yield scene.done('What is not there', clauses);
}
