import type { View } from '../reference/evaluate.ts';
import { mayDo, mayUpdateField, type Actor } from '../reference/permissions.ts';
import type { Account } from './cast.ts';
import { fieldCellsFor } from './cells.ts';
import { deriveGround } from './ground.ts';
import { plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 6: with the next request after an assigned role was taken from somebody, what it gave is gone; and what another gives is there. */
export function* deriveRevoked(stage: Stage): Cases {
  const assigned = stage.plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
  const seen = new Set<string>();
  const holders = stage.accounts.filter(({ roles: [role, another] }) => {
    return role !== undefined && another === undefined && !seen.has(role) && seen.add(role);
  });
  const given = holders.flatMap((holder) => {
    const giver = giverOf(stage, holder);
    return giver === undefined ? [] : [{ holder, giver }];
  });
  if (given.length === 0) return;
  yield* deriveGround(stage);
  for (const { name, owner } of stage.plan.entities) {
    const found = owner === null && name !== 'User' ? reach(stage, { entity: name, state: null, budget: 25 }) : null;
    if (found !== null) yield found.scene.prepared(`A ${name} to be read`, []);
  }
  for (const { holder, giver } of given) yield* revoked(stage, holder, giver, assigned);
}

/** Somebody else who may change their roles. */
function giverOf(stage: Stage, { id }: Account): Actor | undefined {
  const view = stage.world.view(id) as View;
  return stage.actors.find((actor) => {
    return actor !== id && mayDo(actor, 'read', view) && mayUpdateField(actor, view, 'roles');
  });
}

/** Another role in the place of the one, then none, then the one again: who acts in the tests stays who they are. */
function* revoked(stage: Stage, { id, name, roles }: Account, giver: Actor, assigned: readonly string[]): Cases {
  const scene = new Scene(stage);
  const clauses = fieldCellsFor(stage, stage.world, giver, 'User', 'update', stage.world.view(id) as View, ['roles']);
  const others = assigned.filter((role) => !roles.includes(role)).map((role) => [role]);
  tryOut(scene, id, clauses);
  for (const next of [...others, [], roles]) {
    scene.act(giver, { kind: 'update', entity: 'User', id, body: { roles: next } }, clauses);
    tryOut(scene, id, clauses);
  }
  yield scene.done(`${name} with other roles`, clauses);
}

/** The latest record of each entity, its list, and a new one: what a role may open. */
function tryOut(scene: Scene, actor: Actor, clauses: readonly string[]): void {
  const { stage } = scene;
  for (const { name, owner } of stage.plan.entities) {
    const latest = owner === null ? scene.world.living(name).at(-1) : undefined;
    if (latest === undefined || name === 'User') continue;
    scene.see(actor, latest.id, clauses);
    scene.act(actor, { kind: 'create', entity: name, body: plainPlot(stage, name, [], actor).draft }, clauses);
  }
}
