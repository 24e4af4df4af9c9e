import { isEntrance, screenShows } from '@nonet/language';
import type { EntityView, ProductView, ScreenView } from '@nonet/client';

/** The address of the screen that shows the document itself. */
export const DOCUMENT_ROUTE = '/-/document';

/** Where somebody chooses a password with a link, or asks for one. */
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
    ({ kind, entity }) => entity !== null || !screenShows(kind, 'records', 'record', 'entries') || isEntrance({ kind }),
  );
  return { ...product, screens };
}

/** The screens of the menu: those without parameters, in the document's order; no form, and no way in for who is in. */
export function menuOf(product: ProductView): ScreenView[] {
  return product.screens.filter(
    (screen) => screen.parameters.length === 0 && !(isEntrance(screen) && product.user !== null),
  );
}

/** Where somebody who comes without an address begins. */
export function startOf(product: ProductView): string | null {
  const first = menuOf(product).find((screen) => screen.kind !== 'form' && !isEntrance(screen));
  if (first) return first.route;
  const signIn = signInOf(product);
  if (signIn) return signIn.route;
  return product.document ? DOCUMENT_ROUTE : null;
}

export function signInOf(product: ProductView): ScreenView | null {
  return product.user === null ? (product.screens.find((screen) => screen.kind === 'sign in') ?? null) : null;
}

export function signUpOf(product: ProductView): ScreenView | null {
  return product.user === null ? (product.screens.find((screen) => screen.kind === 'sign up') ?? null) : null;
}

/** Where somebody was going, if that is an address of this product; never of another. */
export function addressAfter(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** The address of a record's own screen, where this reader may open one. */
export function recordAddress(entity: EntityView | undefined, id: string): string | null {
  return entity?.recordRoute?.replace(/\{[^}]*\}/, encodeURIComponent(id)) ?? null;
}

/** The screens on the way to one: those whose routes begin its own. */
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
