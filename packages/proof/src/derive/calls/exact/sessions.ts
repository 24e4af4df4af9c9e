import type { View } from '../../../reference/evaluate.ts';
import { fits } from '../../../reference/fire.ts';
import { storedOf } from '../../../reference/record-view.ts';
import { CaseBuilder } from '../../case-builder.ts';
import type { Cases, DerivationContext } from '../../derivation-context.ts';
import { plainBody } from './bodies.ts';
import { ask, clausesOf, NOTHING_SENT, shownClauses, tokenOf, withValue } from './endpoint.ts';
import { admitted, byBodies, callsThat, type Tried } from './endpoints.ts';
import { plainRequest } from './requests.ts';
import { PASSWORD } from '../../../reference/exact/carry-out.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';

/** The number of people who sign up for the tests. */
const PEOPLE = 3;

/** Point 7's sign-ups: people who act in the tests from then on. */
export function* deriveSignUps(context: DerivationContext): Cases {
  for (const tried of callsThat(context, 'sign up')) {
    const { endpoint, call } = tried;
    for (let number = 1; number <= PEOPLE; number += 1) {
      const builder = new CaseBuilder(context);
      const clauses = [...clausesOf(context, call), ...shownClauses(context, call)];
      const { world } = builder;
      const outcome = ask(builder, null, endpoint, plainRequest(builder, null, endpoint, call), clauses);
      const view = builder.world.view(outcome.signedIn);
      if (view !== null) {
        // Looks at the records that rows of point 4 named `create` have changed.
        builder.lookAtOtherRecords(world, view.id, clauses);
        builder.shows(...rowsTaken(builder, view));
        const { values } = storedOf(view);
        const { name } = view;
        context.accounts.push({
          id: view.id,
          email: String(values.email),
          name: typeof name === 'string' ? name : null,
          roles: [],
          fields: {},
        });
      }
      yield builder.prepared(`${endpoint.method} ${endpoint.path}: somebody new`, clauses);
      if (view === null) continue;
      // An account that has not signed up does not act in tests.
      const isThere = context.world.get(view.id) !== null;
      if (!isThere)
        context.accounts.splice(
          context.accounts.findIndex(({ id }) => id === view.id),
          1,
        );
    }
    yield* byBodies(context, tried);
  }
}

/** The row of point 4 that has made somebody who signed up, if no other one could have. */
function rowsTaken({ context: { lookup }, world }: CaseBuilder, view: View): string[] {
  const workflow = lookup.workflow('User');
  const rows = (lookup.event('User', 'create')?.transitions ?? []).filter(
    (row) => row.from === 'new' && (row.by.length === 0 || fits({ world, lookup, actor: null }, row, view)),
  );
  const [row, ...others] = rows;
  return workflow === null || row === undefined || others.length > 0 ? [] : [row.clause, workflow.clause];
}

/** Signing in with the right password and with another one, what a token is worth, and for how long. */
export function* deriveSessions(context: DerivationContext): Cases {
  for (const tried of callsThat(context, 'sign in')) yield* signingIn(context, tried);
  yield* ownPassword(context);
  yield* strangers(context);
  for (const tried of callsThat(context, 'sign out')) yield* signingOut(context, tried);
}

/** The name and password of an account that has signed up. */
function known(context: DerivationContext): { id: string; name: string; password: string } | null {
  const field = context.lookup.entity('User').signInBy ?? 'email';
  for (const { id } of context.accounts) {
    const values = context.world.get(id)?.values ?? {};
    const [name, password] = [values[field], values[PASSWORD]];
    if (typeof name === 'string' && typeof password === 'string') return { id, name, password };
  }
  return null;
}

function* signingIn(context: DerivationContext, { endpoint, call }: Tried): Cases {
  const somebody = known(context);
  const { does } = call;
  if (does?.kind !== 'sign in' || somebody === null) return context.cannot('not found', ...clausesOf(context, call));
  const request = (name: unknown, password: unknown) =>
    withValue(withValue({ ...NOTHING_SENT, body: {} }, does.name, name), does.password, password);
  const builder = new CaseBuilder(context);
  const clauses = [...clausesOf(context, call), ...shownClauses(context, call)];
  const { name, password } = somebody;
  ask(builder, null, endpoint, request(name, `${password}?`), clauses);
  ask(builder, null, endpoint, request('nobody.of.this.name@nonet.example', password), clauses);
  ask(builder, null, endpoint, request(name, ''), clauses);
  if (context.capabilities.derived) ask(builder, null, endpoint, { ...NOTHING_SENT, body: null }, clauses);
  const former = tokenOf(context, somebody.id);
  ask(builder, null, endpoint, request(name, password), clauses);
  // The new token counts, and the former one continues to.
  const [reading] = callsThat(context, 'user');
  const given = context.tokens.get(somebody.id);
  for (const token of [given, former]) {
    if (reading === undefined || token === undefined || token === null) continue;
    context.tokens.set(somebody.id, token);
    ask(builder, somebody.id, reading.endpoint, NOTHING_SENT, [...clauses, ...clausesOf(context, reading.call)]);
  }
  if (given !== undefined) context.tokens.set(somebody.id, given);
  yield builder.done(`${endpoint.method} ${endpoint.path}: the right password, and others`, clauses);
}

/** A caller who sets their own password signs in with the new one from then on. */
function* ownPassword(context: DerivationContext): Cases {
  const [signIn] = callsThat(context, 'sign in');
  for (const { endpoint, call } of callsThat(context, 'update')) {
    const { does } = call;
    if (does?.kind !== 'update' || signIn?.call.does?.kind !== 'sign in') continue;
    const property = shapeNamed(context.lookup, does.body.shape).properties.find(
      ({ value }) => value.kind === 'password',
    );
    const somebody = known(context);
    if (property === undefined || somebody === null) continue;
    const builder = new CaseBuilder(context);
    const clauses = [...clausesOf(context, call), property.clause];
    const body = {
      ...plainBody(context, shapeNamed(context.lookup, does.body.shape), somebody.id),
      [property.name]: 'another password altogether',
    };
    const sent = does.body.path.reduceRight<unknown>((value, key) => ({ [key]: value }), body);
    const plain = plainRequest(builder, somebody.id, endpoint, call);
    ask(builder, somebody.id, endpoint, { ...plain, body: sent }, clauses);
    const { name, password } = signIn.call.does;
    const now = builder.world.get(somebody.id)?.values.email ?? somebody.name;
    for (const tried of [somebody.password, 'another password altogether'])
      ask(
        builder,
        null,
        signIn.endpoint,
        withValue(withValue({ ...NOTHING_SENT, body: {} }, name, now), password, tried),
        clauses,
      );
    yield builder.done(`${endpoint.method} ${endpoint.path}: one's own password`, clauses);
  }
}

/** An invalid token signs nobody in. */
function* strangers(context: DerivationContext): Cases {
  const guarded = context.plan.answered.calls.find(({ by }) => by !== 'everyone' && by !== null);
  const clauses = ['7.answered.token', '7.answered.session'].filter((clause) => clause in context.plan.clauses);
  const tried = callsThat(context, 'read', 'list', 'user').find(
    ({ call }) => call === guarded || call.by !== 'everyone',
  );
  if (tried === undefined || clauses.length === 0) return;
  const builder = new CaseBuilder(context);
  const all = [...clauses, ...clausesOf(context, tried.call)];
  const request = plainRequest(builder, null, tried.endpoint, tried.call);
  ask(builder, null, tried.endpoint, request, all);
  ask(builder, null, tried.endpoint, request, all, { token: 'nothing-that-was-ever-given' });
  const able = admitted(context, tried);
  if (context.plan.answered.token !== null && able !== null && able.as !== null) {
    ask(builder, able.as, tried.endpoint, able.request, all);
    const headers = { authorization: `Other ${tokenOf(context, able.as)}` };
    ask(builder, null, tried.endpoint, able.request, all, { headers });
  }
  yield builder.done(`${tried.endpoint.method} ${tried.endpoint.path} with a token that opens nothing`, all);
}

/** A session is over when its time has come (7: `lasts`). */
export function* deriveSessionEnd(context: DerivationContext): Cases {
  const clauses = ['7.answered.lasts'].filter((clause) => clause in context.plan.clauses);
  const seconds = context.plan.answered.lastsSeconds;
  const [signIn] = callsThat(context, 'sign in', 'sign up');
  const [reading] = callsThat(context, 'user');
  const [signingOut] = callsThat(context, 'sign out');
  const asking = reading ?? signingOut;
  if (clauses.length === 0 || seconds === null) return;
  if (signIn === undefined || asking === undefined) return context.cannot('not found', ...clauses);
  if (!context.capabilities.clock) return context.cannot('clock', ...clauses);
  const builder = new CaseBuilder(context);
  const [signUp] = callsThat(context, 'sign up');
  if (signUp === undefined) return context.cannot('not found', ...clauses);
  // The time that has gone by so far is not the session's.
  builder.wait(builder.world.now, clauses);
  const signedUp = () =>
    ask(builder, null, signUp.endpoint, plainRequest(builder, null, signUp.endpoint, signUp.call), clauses).signedIn;
  const first = signedUp();
  // Nobody is signed in any more who has signed out.
  const second = asking === reading ? first : signedUp();
  const began = Date.parse(builder.world.now);
  const at = (after: number) => builder.wait(new Date(began + after * 1000).toISOString(), clauses);
  at(seconds - 60);
  ask(builder, first, asking.endpoint, NOTHING_SENT, clauses);
  at(seconds + 60);
  ask(builder, null, asking.endpoint, NOTHING_SENT, clauses, { token: context.tokens.get(second ?? '') ?? 'none' });
  yield builder.done('How long a session lasts', clauses);
}

function* signingOut(context: DerivationContext, { endpoint, call }: Tried): Cases {
  const account = context.accounts.find(({ id }) => context.tokens.has(id));
  const [reading] = callsThat(context, 'user');
  if (account === undefined) return context.cannot('not found', ...clausesOf(context, call));
  const builder = new CaseBuilder(context);
  const clauses = clausesOf(context, call);
  const token = context.tokens.get(account.id);
  ask(builder, account.id, endpoint, NOTHING_SENT, clauses);
  if (reading !== undefined && token !== undefined)
    ask(builder, null, reading.endpoint, NOTHING_SENT, clauses, { token });
  yield builder.done(`${endpoint.method} ${endpoint.path}`, clauses);
}
