import type { Expression, Rule } from '@nonet/language';
import { holds, viewIn } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import type { Body } from '../../reference/body.ts';
import { mutated, settable } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { reach } from '../records/reach.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The maximum number of changes that are tried. */
const BUDGET = 120;

/**
 * Point 3: `restore` checks the rules again, including those for new records only. A change may break one of them, and
 * then the record can't be restored.
 */
export function* deriveRestored(context: DerivationContext): Cases {
  for (const rule of context.plan.rules) {
    const { condition, entity, on } = rule;
    const { owner, delete: deletion } = context.lookup.entity(entity);
    if (condition === null || owner !== null || deletion !== 'soft') continue;
    if (!on.includes('create') || on.includes('update')) continue;
    const builder = takenBack(context, rule, condition);
    if (builder !== null)
      yield builder.done(
        `A deleted ${entity} that ${rule.name} does not admit any more is restored`,
        clausesOf(context, rule),
      );
  }
}

function clausesOf(context: DerivationContext, { clause, error }: Rule): string[] {
  const errors = context.plan.errors.filter(({ code }) => code === error).map((one) => one.clause);
  return [clause, ...errors];
}

function takenBack(context: DerivationContext, rule: Rule, condition: Expression): CaseBuilder | null {
  const { entity } = rule;
  const whoMay = (world: World, id: string, action: 'update' | 'delete' | 'restore'): Actor | undefined => {
    const view = viewIn(world, id);
    return context.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, action, view));
  };
  const found = reach(context, {
    entity,
    state: null,
    budget: 40,
    want: (world, id) =>
      (['update', 'delete', 'restore'] as const).filter((action) => whoMay(world, id, action) === undefined).length / 3,
  });
  if (found === null) return null;
  const { builder, id } = found;
  const updater = whoMay(builder.world, id, 'update');
  const body = updater === undefined ? null : breaking(context, builder.world, id, updater, entity, condition);
  if (updater === undefined || body === null) return null;
  const clauses = clausesOf(context, rule);
  builder.act(updater, { kind: 'update', entity, id, body }, clauses);
  const remover = whoMay(builder.world, id, 'delete') ?? null;
  if (builder.act(remover, { kind: 'delete', entity, id }, clauses).refused !== null) return null;
  const { refused } = builder.act(
    whoMay(builder.world, id, 'restore') ?? null,
    { kind: 'restore', entity, id },
    clauses,
  );
  return refused?.errors.some(({ clause }) => clause === rule.clause) === true ? builder : null;
}

/** A change that is admitted, and after which the condition does not hold. */
function breaking(
  context: DerivationContext,
  world: World,
  id: string,
  as: Actor,
  entity: string,
  condition: Expression,
): Body | null {
  const focus = focusOf(context.lookup, [condition]);
  const drafting = context.drafting(as, world);
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
