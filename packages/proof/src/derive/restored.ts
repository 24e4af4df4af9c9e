import type { Expression, Rule } from '@nonet/language';
import { holds, type View } from '../reference/evaluate.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import { perform, type Request } from '../reference/perform.ts';
import type { World } from '../reference/world.ts';
import type { Body } from '../reference/body.ts';
import { mutated, settable } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { reach } from './reach.ts';
import type { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** As many changes are tried. */
const BUDGET = 120;

/**
 * Point 3: `restore` checks the rules again, those too that are asked of new records alone: a change may break one of them,
 * and then the record can't be taken back.
 */
export function* deriveRestored(stage: Stage): Cases {
  for (const rule of stage.plan.rules) {
    const { condition, entity, on } = rule;
    const { owner, delete: deletion } = stage.lookup.entity(entity);
    if (condition === null || owner !== null || deletion !== 'soft') continue;
    if (!on.includes('create') || on.includes('update')) continue;
    const scene = takenBack(stage, rule, condition);
    if (scene !== null)
      yield scene.done(`A deleted ${entity} that ${rule.name} admits no more is taken back`, clausesOf(stage, rule));
  }
}

function clausesOf(stage: Stage, { clause, error }: Rule): string[] {
  const errors = stage.plan.errors.filter(({ code }) => code === error).map((one) => one.clause);
  return [clause, ...errors];
}

function takenBack(stage: Stage, rule: Rule, condition: Expression): Scene | null {
  const { entity } = rule;
  const whoMay = (world: World, id: string, action: 'update' | 'delete' | 'restore'): Actor | undefined => {
    const view = world.view(id) as View;
    return stage.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, action, view));
  };
  const found = reach(stage, {
    entity,
    state: null,
    budget: 40,
    want: (world, id) =>
      (['update', 'delete', 'restore'] as const).filter((action) => whoMay(world, id, action) === undefined).length / 3,
  });
  if (found === null) return null;
  const { scene, id } = found;
  const updater = whoMay(scene.world, id, 'update');
  const body = updater === undefined ? null : breaking(stage, scene.world, id, updater, entity, condition);
  if (updater === undefined || body === null) return null;
  const clauses = clausesOf(stage, rule);
  scene.act(updater, { kind: 'update', entity, id, body }, clauses);
  const remover = whoMay(scene.world, id, 'delete') ?? null;
  if (scene.act(remover, { kind: 'delete', entity, id }, clauses).refused !== null) return null;
  const { refused } = scene.act(whoMay(scene.world, id, 'restore') ?? null, { kind: 'restore', entity, id }, clauses);
  return refused?.errors.some(({ clause }) => clause === rule.clause) === true ? scene : null;
}

/** A change that is admitted, and after which the condition does not hold. */
function breaking(
  stage: Stage,
  world: World,
  id: string,
  as: Actor,
  entity: string,
  condition: Expression,
): Body | null {
  const focus = focusOf(stage.lookup, [condition]);
  const drafting = stage.drafting(as, world);
  const names = new Set(settable(drafting, entity, false).map(({ name }) => name));
  for (let tries = 0; tries < BUDGET; tries += 1) {
    const draft = Object.entries(mutated(drafting, entity, {}, focus)).filter(([name]) => names.has(name));
    const body: Body = Object.fromEntries(draft);
    const request: Request = { kind: 'update', entity, id, body };
    const { refused, world: after } = perform(world.fork(), as, request);
    if (refused === null && !holds(after, condition, { this: after.view(id), user: after.view(as) })) return body;
  }
  return null;
}
