import { viewIn } from '../../reference/evaluate.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { Account } from '../records/accounts.ts';
import { fieldCellsFor } from './cells.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/**
 * Point 6: as soon as an assigned role is taken from an actor, the next request lacks its rights; a newly given role
 * has its rights at once.
 */
export function* deriveRevoked(context: DerivationContext): Cases {
  const assigned = context.plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
  const seen = new Set<string>();
  const holders = context.accounts.filter(({ roles: [role, another] }) => {
    return role !== undefined && another === undefined && !seen.has(role) && seen.add(role);
  });
  const given = holders.flatMap((holder) => {
    const giver = giverOf(context, holder);
    return giver === undefined ? [] : [{ holder, giver }];
  });
  if (given.length === 0) return;
  yield* derivePrerequisites(context);
  for (const { name, owner } of context.plan.entities) {
    const found = owner === null && name !== 'User' ? reach(context, { entity: name, state: null, budget: 25 }) : null;
    if (found !== null) yield found.builder.prepared(`A ${name} to be read`, []);
  }
  for (const { holder, giver } of given) yield* revoked(context, holder, giver, assigned);
}

/** Another actor who may change this account's roles. */
function giverOf(context: DerivationContext, { id }: Account): Actor | undefined {
  const view = viewIn(context.world, id);
  return context.actors.find((actor) => {
    return actor !== id && mayDo(actor, 'read', view) && mayUpdateField(actor, view, 'roles');
  });
}

/** Another role in the place of the one, then none, then the one again: who acts in the tests stays who they are. */
function* revoked(
  context: DerivationContext,
  { id, name, roles }: Account,
  giver: Actor,
  assigned: readonly string[],
): Cases {
  const builder = new CaseBuilder(context);
  const clauses = fieldCellsFor(context, context.world, giver, 'User', 'update', viewIn(context.world, id), ['roles']);
  const others = assigned.filter((role) => !roles.includes(role)).map((role) => [role]);
  tryOut(builder, id, clauses);
  for (const next of [...others, [], roles]) {
    builder.act(giver, { kind: 'update', entity: 'User', id, body: { roles: next } }, clauses);
    tryOut(builder, id, clauses);
  }
  yield builder.done(`${name} with other roles`, clauses);
}

/** The latest record of each entity, its list, and a new one: what a role may open. */
function tryOut(builder: CaseBuilder, actor: Actor, clauses: readonly string[]): void {
  const { context } = builder;
  for (const { name, owner } of context.plan.entities) {
    const latest = owner === null ? builder.world.living(name).at(-1) : undefined;
    if (latest === undefined || name === 'User') continue;
    builder.see(actor, latest.id, clauses);
    builder.act(actor, { kind: 'create', entity: name, body: plainFixture(context, name, [], actor).draft }, clauses);
  }
}
