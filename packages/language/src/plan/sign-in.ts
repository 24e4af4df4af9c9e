import { derivesSignIn, SIGN_IN_ROUTE } from '../check/derived/sign-in.ts';
import { builtInLabel } from '../check/resolve/names.ts';
import type { Model } from '../model/model.ts';
import type { Screen } from '../model/screens.ts';
import { lineAt, lineMap } from '../source/lines.ts';
import type { ClauseText, PlanScreen } from './plan.ts';

const NAME = 'sign_in';

/** The stated screens, and a derived one if people can sign in and no screen is a `sign in` (2). */
export function withSignIn(model: Model, language: string): readonly PlanScreen[] {
  if (!derivesSignIn(model)) return model.screens;
  return [...model.screens, signIn(freeSlug(model.screens), language)];
}

/** The clause of a derived screen: its place is the start of point 2, and its text says that nothing states it. */
export function derivedClauses({ tree }: Model, screens: readonly PlanScreen[]): Readonly<Record<string, ClauseText>> {
  const heading = tree.points.screens?.heading.span;
  const file = tree.files.find(({ path }) => path === heading?.file);
  if (heading === undefined || file === undefined) return {};
  const line = lineAt(lineMap(file), heading.start) + 1;
  const derived = screens.filter((screen) => screen.derived);
  return Object.fromEntries(
    derived.map(({ clause, name, route }) => {
      const why = 'derived, for point 6 has roles of people who are signed in, and no screen is a `sign in`';
      return [clause, { file: file.path, line, text: `${name} \`${route}\`: ${why}.` }];
    }),
  );
}

function freeSlug(screens: readonly Screen[]): string {
  const taken = new Set(screens.map(({ slug }) => slug));
  let slug = NAME;
  while (taken.has(slug)) slug = `derived_${slug}`;
  return slug;
}

function signIn(slug: string, language: string): PlanScreen {
  return {
    clause: `2.${slug}`,
    slug,
    name: builtInLabel(NAME, language),
    route: SIGN_IN_ROUTE,
    parameters: [],
    kind: 'sign in',
    entity: null,
    for: 'everyone',
    where: null,
    groups: [],
    filters: [],
    search: [],
    order: [],
    pageSize: null,
    actions: [],
    related: [],
    empty: null,
    body: '',
    board: null,
    days: null,
    gallery: null,
    rows: null,
    colour: null,
    also: [],
    tiles: [],
    open: [],
    derived: true,
  };
}
