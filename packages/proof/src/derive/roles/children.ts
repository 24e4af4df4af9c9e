import { type Entity, type Expression, type Field, type Role, clauseSubject } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { isHeld, viewIn } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { candidates, mutated, plainDraft } from '../../search/draft.ts';
import { cellsFor, actorsOf } from './cells.ts';
import { ChildIds } from '../records/child-ids.ts';
import { reach } from '../records/reach.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The maximum number of children that are tried, each with other values. */
const TRIED = 12;

/** Point 6 for owned children with rows of their own: added, changed and removed with their owner, by everybody. */
export function* deriveChildren(context: DerivationContext): Cases {
  for (const child of context.plan.entities) {
    const rows = context.lookup.permissions(child.name)?.actions ?? null;
    if (child.owner === null || rows === null) continue;
    const owner = context.lookup.entity(child.owner.entity);
    const list = owner.fields.find((field) => field.type.kind === 'children' && field.type.entity === child.name);
    if (list === undefined || owner.owner !== null) continue;
    yield* ofOwner(context, owner, list, child);
  }
}

function* ofOwner(context: DerivationContext, owner: Entity, list: Field, child: Entity): Cases {
  const states = context.lookup.workflow(owner.name)?.states.map(({ name }) => name) ?? [];
  const relations = context.plan.roles.filter(
    ({ given }) => given.kind === 'relationship' && given.of[owner.name] !== undefined,
  );
  const seen = new Set<Role>();
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(context, {
      entity: owner.name,
      state,
      budget: 60,
      about: conditionsOn(context, child),
      want: (world, id) => (world.children(id, child.name).length > 0 ? 0 : 0.5),
    });
    if (found === null) continue;
    const { builder, id } = found;
    const shown = new Set([child.clause]);
    const learnt = new Set<string>();
    for (const actor of actorsOf(context, () => builder.world, id))
      for (const clause of changes(builder, id, list, child, actor, learnt)) shown.add(clause);
    for (const role of relations) if (holders(context, builder.world, id, role).length > 0) seen.add(role);
    yield builder.done(`The ${list.label} of a ${owner.name}${state === null ? '' : ` in ${state}`}`, [...shown]);
  }
  for (const role of relations) if (!seen.has(role)) yield* ofRelated(context, owner, list, child, role);
}

/** Cases of an actor with this relationship to the owner, if none has been tried yet. */
function* ofRelated(context: DerivationContext, owner: Entity, list: Field, child: Entity, role: Role): Cases {
  const condition = role.given.kind === 'relationship' ? (role.given.of[owner.name] ?? null) : null;
  const found = reach(context, {
    entity: owner.name,
    state: null,
    budget: 60,
    about: [condition],
    want: (world, id) => {
      const isThere = world.children(id, child.name).length > 0 && holders(context, world, id, role).length > 0;
      return isThere ? 0 : 0.5;
    },
  });
  if (found === null) return;
  const { builder, id } = found;
  const [actor] = holders(context, builder.world, id, role);
  if (actor === undefined) return;
  const shown = changes(builder, id, list, child, actor, new Set());
  yield builder.done(`The ${list.label} of a ${owner.name} by its ${role.label}`, [child.clause, ...shown]);
}

/** The actors who hold a role on a record and may read it. */
function holders(context: DerivationContext, world: World, id: string, role: Role): Actor[] {
  const record = world.view(id);
  if (record === null) return [];
  return context.actors.filter(
    (actor) => isHeld(world, world.view(actor), role, record) && mayDo(actor, 'read', record),
  );
}

/**
 * One is added (of several kinds, for their rows may ask for something of it), one is changed, one is removed. `learnt`:
 * the children that an answer of this case has shown to somebody. A child whose id no answer tells can't be named, so
 * that nothing more can be said of the list.
 */
function changes(
  builder: CaseBuilder,
  id: string,
  list: Field,
  child: Entity,
  actor: Actor,
  learnt: Set<string>,
): string[] {
  const { context } = builder;
  const shown: string[] = [];
  const present = () => builder.world.children(id, child.name);
  const ids = new ChildIds(builder, id, list, child, learnt);
  const kept = () => present().map((one): Body => ({ id: one.id }));
  const send = (children: readonly Body[], action: 'create' | 'update' | 'delete', about: string | null) => {
    const view = about === null ? null : viewIn(builder.world, about);
    const clauses = cellsFor(context, builder.world, actor, child.name, action, view);
    const body = { [list.name]: children };
    shown.push(...clauses);
    builder.act(actor, { kind: 'update', entity: clauseSubject(list.clause), id, body }, clauses);
    if (!builder.reads(actor, id)) return;
    builder.see(actor, id, clauses);
    ids.noteSeen(actor);
  };
  const drafting = context.drafting(actor, builder.world);
  const focus = new Set(child.fields.map(({ name }) => `${child.name}.${name}`));
  const most = Number(list.maximum?.value ?? 4);
  let draft = plainDraft(drafting, child.name);
  for (let turn = 0; turn < TRIED && present().length < most; turn += 1) {
    if (!ids.learn(actor)) return shown;
    send([...kept(), draft], 'create', null);
    draft = mutated(drafting, child.name, { ...draft, ...plainDraft(drafting, child.name) }, focus);
  }
  const [first] = present();
  if (first === undefined || !ids.learn(actor)) return shown;
  const changed = child.fields.find(({ name, type }) => name in draft && SIMPLE.has(type.kind));
  const values = changed === undefined ? [] : candidates(drafting, changed);
  const value = values.find((one) => one !== null && one !== first.values[changed?.name ?? '']);
  if (changed !== undefined && value !== undefined) {
    const others = kept().filter((one) => one.id !== first.id);
    send([{ id: first.id, [changed.name]: value }, ...others], 'update', first.id);
  }
  send(kept().slice(1), 'delete', first.id);
  return shown;
}

/** Kinds of fields that can change without a change of another record. */
const SIMPLE: ReadonlySet<string> = new Set(['text', 'long text', 'integer', 'decimal', 'money', 'date', 'boolean']);

function conditionsOn(context: DerivationContext, child: Entity): Expression[] {
  const actions = Object.values(context.lookup.permissions(child.name)?.actions ?? {});
  return actions.flat().flatMap(({ cell }) => (cell.kind === 'when' ? [cell.condition] : []));
}
