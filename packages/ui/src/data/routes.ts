import { isSignInOrUp, screenShows } from '@nonet/language';
import type { EntityView, ProductView, ScreenView } from '@nonet/client';

/** The address of the screen that shows the document itself. */
export const DOCUMENT_ROUTE = '/-/document';

/** The inbox: what a signed-in person is told about records. */
export const INBOX_ROUTE = '/-/inbox';

/** The page on which people choose a password with a link, or ask for one. */
export const PASSWORD_ROUTE = '/-/password';

export interface Match<S = ScreenView> {
  readonly screen: S;
  /** Values of the route's parameters, in their order. */
  readonly parameters: readonly string[];
}

/** The screen at an address. Fixed segments beat parameters (2). */
export function matchScreen<S extends Pick<ScreenView, 'route'>>(screens: readonly S[], path: string): Match<S> | null {
  const segments = segmentsOf(path);
  let best: { match: Match<S>; fixed: string } | null = null;
  for (const screen of screens) {
    const pattern = segmentsOf(screen.route);
    if (pattern.length !== segments.length) continue;
    const fits = pattern.every((part, index) => isParameter(part) || part === segments[index]);
    if (!fits) continue;
    const fixed = pattern.map((part) => (isParameter(part) ? '0' : '1')).join('');
    if (best !== null && best.fixed >= fixed) continue;
    const parameters = segments.filter((_, index) => isParameter(pattern[index] ?? ''));
    best = { match: { screen, parameters }, fixed };
  }
  return best?.match ?? null;
}

/** The values of a route's parameters as a screen's list takes them: `path.claim=…` (2, `where`). */
export function pathFilters(screen: ScreenView, parameters: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    screen.parameters.map((parameter, index) => [`path.${parameter.name}`, parameters[index] ?? '']),
  );
}

/** The product without the screens of records that this reader can neither read nor create: there is nothing on them. */
export function withinReach(product: ProductView): ProductView {
  const screens = product.screens.filter(
    ({ kind, entity }) =>
      entity !== null || !screenShows(kind, 'records', 'record', 'entries') || isSignInOrUp({ kind }),
  );
  return { ...product, screens };
}

/** The screens of the menu: those without parameters, in the document's order; no form, and no way in for who is in. */
export function menuOf(product: ProductView): ScreenView[] {
  return product.screens.filter(
    (screen) => screen.parameters.length === 0 && !(isSignInOrUp(screen) && product.user !== null),
  );
}

/** The start page for people who come without an address: a page of prose alone is no reason not to sign in first. */
export function startOf(product: ProductView): string | null {
  const screens = menuOf(product).filter((screen) => screen.kind !== 'form' && !isSignInOrUp(screen));
  const signIn = signInOf(product);
  const first = screens.find(({ kind, route }) => signIn === null || kind !== 'page' || route === '/');
  if (first) return first.route;
  if (signIn) return signIn.route;
  return product.document ? DOCUMENT_ROUTE : null;
}

export function signInOf(product: ProductView): ScreenView | null {
  return product.user === null ? (product.screens.find((screen) => screen.kind === 'sign in') ?? null) : null;
}

export function signUpOf(product: ProductView): ScreenView | null {
  return product.user === null ? (product.screens.find((screen) => screen.kind === 'sign up') ?? null) : null;
}

/** The address to which a person was going, if it belongs to this product. */
export function addressAfter(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** The address of a record's own screen, where this reader may open one. */
export function recordAddress(entity: EntityView | undefined, id: string): string | null {
  return entity?.recordRoute?.replace(/\{[^}]*\}/, encodeURIComponent(id)) ?? null;
}

/** The screens above one: those whose routes begin its own. */
export function crumbsOf(product: ProductView, screen: ScreenView): ScreenView[] {
  const own = segmentsOf(screen.route);
  return menuOf(product).filter((other) => {
    const segments = segmentsOf(other.route);
    return segments.length > 0 && segments.length < own.length && segments.every((part, index) => part === own[index]);
  });
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (isParameter(segment) ? segment : decode(segment)));
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

/** The server's own page with the mails that `nonet dev` would have sent. */
export const MAILS_PAGE = '/-/mails';
