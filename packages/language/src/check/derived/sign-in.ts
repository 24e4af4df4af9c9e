import type { Model } from '../../model/model.ts';
import type { Role } from '../../model/roles.ts';

/** The address of the sign-in page of a product whose document states none; no stated screen can have it. */
export const SIGN_IN_ROUTE = '/-/sign-in';

type Screens = Pick<Model, 'screens' | 'roles' | 'entities'>;

/**
 * Whether the language adds a screen to sign in on (2): the document states screens, none of them is a `sign in`, and
 * some role is for people who are signed in.
 */
export function derivesSignIn({ screens, roles, entities }: Screens): boolean {
  if (screens.length === 0 || screens.some(({ kind }) => kind === 'sign in')) return false;
  return entities.some(({ name }) => name === 'User') && roles.some(takesUser);
}

/** Whether every screen is for people who are signed in, so that somebody without an account sees none. */
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
