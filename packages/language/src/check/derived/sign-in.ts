import type { Model } from '../../model/model.ts';
import type { Role } from '../../model/roles.ts';

/** Where people sign in to a product whose document states no screen for it: an address that no stated screen can have. */
export const SIGN_IN_ROUTE = '/-/sign-in';

type Screens = Pick<Model, 'screens' | 'roles' | 'entities'>;

/**
 * Whether the language adds a screen on which people sign in (2): where screens are stated, none of them is a `sign in`,
 * and some role takes somebody who is signed in.
 */
export function derivesSignIn({ screens, roles, entities }: Screens): boolean {
  if (screens.length === 0 || screens.some(({ kind }) => kind === 'sign in')) return false;
  return entities.some(({ name }) => name === 'User') && roles.some(takesUser);
}

/** Whether every screen takes somebody who is signed in, so that whoever comes without an account finds nothing at all. */
export function isAllBehindSignIn({ screens, roles }: Screens): boolean {
  const taking = new Set(roles.filter(takesUser).map(({ name }) => name));
  return screens.every(
    ({ for: audience }) =>
      audience !== null && audience !== 'everyone' && audience.length > 0 && audience.every((role) => taking.has(role)),
  );
}

function takesUser({ given }: Role): boolean {
  return given.kind !== 'anyone' && given.kind !== 'open';
}
