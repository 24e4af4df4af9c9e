import type { Screen } from '@nonet/language';
import { roleHeld } from '../sql/permissions.ts';
import { FALSE, or, TRUE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { actorContext, readRows, type ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';

/** The screen, for who may open it (2: `for`). */
export async function openScreen(scope: ReadScope, slug: string): Promise<Screen> {
  const { index } = scope;
  const screen = index.screen(slug);
  if (screen === null) {
    throw index.plan.openPoints.includes('screens')
      ? refuse(index, 'NOT_SPECIFIED', { clause: '2' })
      : refuse(index, 'NOT_FOUND');
  }
  if (screen.for === null) throw refuse(index, 'NOT_SPECIFIED', { clause: `${screen.clause}.for` });
  if (await mayOpen(scope, slug, screen.for)) return screen;
  throw refuse(index, scope.actor.userId === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', {
    clause: `${screen.clause}.for`,
  });
}

/**
 * Whether an actor holds one of these roles. Every signed-in actor counts as holding a relationship role: their
 * records decide. `what` distinguishes the audience from others.
 */
export async function mayOpen(
  scope: ReadScope,
  what: string,
  audience: readonly string[] | 'everyone',
): Promise<boolean> {
  if (audience === 'everyone') return true;
  const roles = audience.map((name) => scope.index.role(name));
  const opens = (parameters: Parameters) =>
    or(
      ...roles.map((role) => {
        if (role.given.kind === 'relationship') return scope.actor.userId === null ? FALSE : TRUE;
        return roleHeld(actorContext(scope, parameters), scope.authority, role, null);
      }),
    );
  const condition = opens(new Parameters());
  if (condition === TRUE || condition === FALSE) return condition === TRUE;
  const [row] = await readRows<{ opens: boolean }>(
    scope,
    `audience ${what}`,
    (parameters) => `select ${opens(parameters)} as opens`,
  );
  return row?.opens === true;
}

const NONE: ReadonlySet<string> = new Set();

/** The roles about the user alone that an actor holds now (6). An actor who is not signed in holds none. */
export async function heldRoles(scope: ReadScope): Promise<ReadonlySet<string>> {
  const roles = scope.index.plan.roles.filter(({ given }) => given.kind === 'user');
  if (roles.length === 0 || scope.actor.userId === null) return NONE;
  const [row] = await readRows<{ roles: string[] }>(scope, 'roles about the user alone', (parameters) => {
    const context = actorContext(scope, parameters);
    const held = roles.map(
      (role) =>
        `case when ${roleHeld(context, scope.authority, role, null)} then ${parameters.bind(role.name, 'text')} end`,
    );
    return `select array_remove(array[${held.join(', ')}], null) as roles`;
  });
  return new Set(row?.roles);
}
