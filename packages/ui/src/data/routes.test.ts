import type { ProductView, ScreenView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { crumbsOf, DOCUMENT_ROUTE, matchScreen, menuOf, pathFilters, startOf, withinReach } from './routes.ts';

function screen(route: string, kind: ScreenView['kind'] = 'list'): ScreenView {
  const parameters = [...route.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => ({ name, entity: 'A', field: 'id' }));
  return { slug: route, name: route, route, kind, parameters } as unknown as ScreenView;
}

function product(screens: ScreenView[], rest: Partial<ProductView> = {}): ProductView {
  return { screens, user: null, document: false, ...rest } as ProductView;
}

const SCREENS = [screen('/a/{a}'), screen('/a'), screen('/a/new', 'form'), screen('/a/{a}/b/{b}'), screen('/', 'page')];

describe('the screen at an address', () => {
  test.each([
    ['/a', '/a', []],
    ['/a/', '/a', []],
    ['/', '/', []],
    ['/a/new', '/a/new', []],
    ['/a/17', '/a/{a}', ['17']],
    ['/a/x%20y', '/a/{a}', ['x y']],
    ['/a/%zz', '/a/{a}', ['%zz']],
    ['/a/1/b/2', '/a/{a}/b/{b}', ['1', '2']],
  ])('%s is %s', (path, route, parameters) => {
    const match = matchScreen(SCREENS, path);
    expect([match?.screen.route, match?.parameters]).toEqual([route, parameters]);
  });

  test.each(['/b', '/a/1/b', '/a/1/b/2/3'])('%s is no route', (path) => {
    expect(matchScreen(SCREENS, path)).toBeNull();
  });

  test('its parameters as its list takes them', () => {
    expect(pathFilters(screen('/a/{a}/b/{b}'), ['1', '2'])).toEqual({ 'path.a': '1', 'path.b': '2' });
  });
});

test('a screen of records of which nothing may be known is not there, any other is', () => {
  const open = { ...screen('/open'), entity: 'A' };
  const screens = [open, { ...screen('/closed', 'form'), entity: null }, { ...screen('/', 'page'), entity: null }];
  expect(withinReach(product(screens)).screens.map(({ route }) => route)).toEqual(['/open', '/']);
});

describe('the menu', () => {
  test('has no routes with parameters, and no sign-in for who is signed in', () => {
    const screens = [screen('/in', 'sign in'), ...SCREENS];
    expect(menuOf(product(screens)).map(({ route }) => route)).toEqual(['/in', '/a', '/a/new', '/']);
    const user = { id: '1', name: null, email: 'x@example.com', roles: [] };
    expect(menuOf(product(screens, { user })).map(({ route }) => route)).toEqual(['/a', '/a/new', '/']);
  });

  test('leads to the route under which a screen is', () => {
    expect(crumbsOf(product(SCREENS), SCREENS[3] as ScreenView).map(({ route }) => route)).toEqual(['/a']);
  });

  test.each([
    ['the first screen that is no form', product([screen('/n', 'form'), screen('/a')]), '/a'],
    ['the sign-in', product([screen('/in', 'sign in')]), '/in'],
    [
      'the sign-in, where nothing but prose is for everyone',
      product([screen('/p', 'page'), screen('/in', 'sign in')]),
      '/in',
    ],
    ['the prose of its first page', product([screen('/', 'page'), screen('/in', 'sign in')]), '/'],
    ['what everyone may see', product([screen('/p', 'page'), screen('/in', 'sign in'), screen('/a')]), '/a'],
    ['the document, where nothing else is', product([], { document: true }), DOCUMENT_ROUTE],
    ['nothing', product([]), null],
  ])('begins with %s', (_, view, start) => {
    expect(startOf(view)).toBe(start);
  });
});
