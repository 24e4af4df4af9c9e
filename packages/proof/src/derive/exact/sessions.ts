import { storedOf } from '../../reference/world.ts';
import { Scene } from '../scene.ts';
import type { Cases, Stage } from '../stage.ts';
import { plainBody } from './bodies.ts';
import { ask, clausesOf, NOTHING_SENT, shownClauses, tokenOf, withValue } from './door.ts';
import { admitted, byBodies, callsThat, type Tried } from './doors.ts';
import { plainRequest } from './requests.ts';
import { PASSWORD } from '../../reference/exact/act.ts';
import { shapeNamed } from '../../reference/exact/shape.ts';

/** As many people sign up for the tests. */
const PEOPLE = 3;

/** Point 7's sign-ups: people who act in the tests from then on. */
export function* deriveSignUps(stage: Stage): Cases {
  for (const tried of callsThat(stage, 'sign up')) {
    const { door, call } = tried;
    for (let number = 1; number <= PEOPLE; number += 1) {
      const scene = new Scene(stage);
      const clauses = [...clausesOf(stage, call), ...shownClauses(stage, call)];
      const outcome = ask(scene, null, door, plainRequest(scene, null, door, call), clauses);
      const view = scene.world.view(outcome.signedIn);
      if (view !== null) {
        const { values } = storedOf(view);
        stage.accounts.push({
          id: view.id,
          email: String(values.email),
          name: String(values.name),
          roles: [],
          fields: {},
        });
      }
      yield scene.prepared(`${door.method} ${door.path}: somebody new`, clauses);
      if (view === null) continue;
      // Who has not been signed up acts in no test.
      const isThere = stage.world.get(view.id) !== null;
      if (!isThere)
        stage.accounts.splice(
          stage.accounts.findIndex(({ id }) => id === view.id),
          1,
        );
    }
    yield* byBodies(stage, tried);
  }
}

/** Signing in with the right password and with another one, what a token is worth, and for how long. */
export function* deriveSessions(stage: Stage): Cases {
  for (const tried of callsThat(stage, 'sign in')) yield* signingIn(stage, tried);
  yield* ownPassword(stage);
  yield* strangers(stage);
  for (const tried of callsThat(stage, 'sign out')) yield* signingOut(stage, tried);
}

/** Somebody who has signed up, and may sign in. */
function known(stage: Stage): { id: string; name: string; password: string } | null {
  const field = stage.lookup.entity('User').signInBy ?? 'email';
  for (const { id } of stage.accounts) {
    const values = stage.world.get(id)?.values ?? {};
    const [name, password] = [values[field], values[PASSWORD]];
    if (typeof name === 'string' && typeof password === 'string') return { id, name, password };
  }
  return null;
}

function* signingIn(stage: Stage, { door, call }: Tried): Cases {
  const somebody = known(stage);
  const { does } = call;
  if (does?.kind !== 'sign in' || somebody === null) return stage.cannot('not found', ...clausesOf(stage, call));
  const request = (name: unknown, password: unknown) =>
    withValue(withValue({ ...NOTHING_SENT, body: {} }, does.name, name), does.password, password);
  const scene = new Scene(stage);
  const clauses = [...clausesOf(stage, call), ...shownClauses(stage, call)];
  const { name, password } = somebody;
  ask(scene, null, door, request(name, `${password}?`), clauses);
  ask(scene, null, door, request('nobody.of.this.name@nonet.example', password), clauses);
  ask(scene, null, door, request(name, ''), clauses);
  if (stage.powers.derived) ask(scene, null, door, { ...NOTHING_SENT, body: null }, clauses);
  const former = tokenOf(stage, somebody.id);
  ask(scene, null, door, request(name, password), clauses);
  // The new token counts, and the former one goes on to.
  const [reading] = callsThat(stage, 'user');
  const given = stage.tokens.get(somebody.id);
  for (const token of [given, former]) {
    if (reading === undefined || token === undefined || token === null) continue;
    stage.tokens.set(somebody.id, token);
    ask(scene, somebody.id, reading.door, NOTHING_SENT, [...clauses, ...clausesOf(stage, reading.call)]);
  }
  if (given !== undefined) stage.tokens.set(somebody.id, given);
  yield scene.done(`${door.method} ${door.path}: the right password, and others`, clauses);
}

/** Whoever sets their own password signs in with the new one from then on. */
function* ownPassword(stage: Stage): Cases {
  const [signIn] = callsThat(stage, 'sign in');
  for (const { door, call } of callsThat(stage, 'update')) {
    const { does } = call;
    if (does?.kind !== 'update' || signIn?.call.does?.kind !== 'sign in') continue;
    const property = shapeNamed(stage.lookup, does.body.shape).properties.find(
      ({ value }) => value.kind === 'password',
    );
    const somebody = known(stage);
    if (property === undefined || somebody === null) continue;
    const scene = new Scene(stage);
    const clauses = [...clausesOf(stage, call), property.clause];
    const body = {
      ...plainBody(stage, shapeNamed(stage.lookup, does.body.shape), somebody.id),
      [property.name]: 'another password altogether',
    };
    const sent = does.body.path.reduceRight<unknown>((value, key) => ({ [key]: value }), body);
    const plain = plainRequest(scene, somebody.id, door, call);
    ask(scene, somebody.id, door, { ...plain, body: sent }, clauses);
    const { name, password } = signIn.call.does;
    const now = scene.world.get(somebody.id)?.values.email ?? somebody.name;
    for (const tried of [somebody.password, 'another password altogether'])
      ask(
        scene,
        null,
        signIn.door,
        withValue(withValue({ ...NOTHING_SENT, body: {} }, name, now), password, tried),
        clauses,
      );
    yield scene.done(`${door.method} ${door.path}: one's own password`, clauses);
  }
}

/** A token that opens nothing is nobody's. */
function* strangers(stage: Stage): Cases {
  const guarded = stage.plan.answered.calls.find(({ by }) => by !== 'everyone' && by !== null);
  const clauses = ['7.answered.token', '7.answered.session'].filter((clause) => clause in stage.plan.clauses);
  const tried = callsThat(stage, 'read', 'list', 'user').find(({ call }) => call === guarded || call.by !== 'everyone');
  if (tried === undefined || clauses.length === 0) return;
  const scene = new Scene(stage);
  const all = [...clauses, ...clausesOf(stage, tried.call)];
  const request = plainRequest(scene, null, tried.door, tried.call);
  ask(scene, null, tried.door, request, all);
  ask(scene, null, tried.door, request, all, { token: 'nothing-that-was-ever-given' });
  const able = admitted(stage, tried);
  if (stage.plan.answered.token !== null && able !== null && able.as !== null) {
    ask(scene, able.as, tried.door, able.request, all);
    const headers = { authorization: `Other ${tokenOf(stage, able.as)}` };
    ask(scene, null, tried.door, able.request, all, { headers });
  }
  yield scene.done(`${tried.door.method} ${tried.door.path} with a token that opens nothing`, all);
}

/** A session is over when its time has come (7: `lasts`). */
export function* deriveSessionEnd(stage: Stage): Cases {
  const clauses = ['7.answered.lasts'].filter((clause) => clause in stage.plan.clauses);
  const seconds = stage.plan.answered.lastsSeconds;
  const [signIn] = callsThat(stage, 'sign in', 'sign up');
  const [reading] = callsThat(stage, 'user');
  if (clauses.length === 0 || seconds === null) return;
  if (signIn === undefined || reading === undefined) return stage.cannot('not found', ...clauses);
  if (!stage.powers.clock) return stage.cannot('clock', ...clauses);
  const scene = new Scene(stage);
  const [signUp] = callsThat(stage, 'sign up');
  if (signUp === undefined) return stage.cannot('not found', ...clauses);
  // The time that has gone by so far is not the session's.
  scene.wait(scene.world.now, clauses);
  const { signedIn } = ask(scene, null, signUp.door, plainRequest(scene, null, signUp.door, signUp.call), clauses);
  const began = Date.parse(scene.world.now);
  const at = (after: number) => scene.wait(new Date(began + after * 1000).toISOString(), clauses);
  at(seconds - 60);
  ask(scene, signedIn, reading.door, NOTHING_SENT, clauses);
  at(seconds + 60);
  ask(scene, null, reading.door, NOTHING_SENT, clauses, { token: stage.tokens.get(signedIn ?? '') ?? 'none' });
  yield scene.done('How long a session lasts', clauses);
}

function* signingOut(stage: Stage, { door, call }: Tried): Cases {
  const account = stage.accounts.find(({ id }) => stage.tokens.has(id));
  const [reading] = callsThat(stage, 'user');
  if (account === undefined) return stage.cannot('not found', ...clausesOf(stage, call));
  const scene = new Scene(stage);
  const clauses = clausesOf(stage, call);
  const token = stage.tokens.get(account.id);
  ask(scene, account.id, door, NOTHING_SENT, clauses);
  if (reading !== undefined && token !== undefined) ask(scene, null, reading.door, NOTHING_SENT, clauses, { token });
  yield scene.done(`${door.method} ${door.path}`, clauses);
}
