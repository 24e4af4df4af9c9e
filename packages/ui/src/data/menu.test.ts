import type { ScreenView } from '@nonet/client';
import { expect, test } from 'vitest';
import { groupsOf } from './menu.ts';

const shown = (...routes: string[]) =>
  groupsOf(routes.map((route) => ({ route }) as ScreenView)).map(
    ({ label, screens }) => `${label ?? '–'}: ${screens.map(({ route }) => route).join(' ')}`,
  );

test.each([
  ['a short menu has no headings', ['/', '/desk/lend', '/desk/back'], ['–: / /desk/lend /desk/back']],
  [
    'screens below one segment stand under a heading, and all of them in the order of the document',
    ['/', '/my/loans', '/my/holds', '/desk', '/desk/a', '/desk/b', '/desk/c', '/rules'],
    ['–: /', 'My: /my/loans /my/holds', 'Desk: /desk /desk/a /desk/b /desk/c', '–: /rules'],
  ],
  [
    'screens below one segment that stand apart have no heading',
    ['/', '/my/loans', '/desk/a', '/desk/b', '/my/holds', '/rules', '/x', '/y'],
    ['–: / /my/loans', 'Desk: /desk/a /desk/b', '–: /my/holds /rules /x /y'],
  ],
  [
    'a list and its form are no group',
    ['/claims', '/claims/new', '/a', '/b', '/c', '/d', '/front-desk/x', '/front-desk/y'],
    ['–: /claims /claims/new /a /b /c /d', 'Front desk: /front-desk/x /front-desk/y'],
  ],
  [
    'one heading over everything is none',
    ['/w', '/w/a', '/w/b', '/w/c', '/w/d', '/w/e', '/w/f', '/w/g'],
    ['–: /w /w/a /w/b /w/c /w/d /w/e /w/f /w/g'],
  ],
])('%s', (_rule, routes, expected) => {
  expect(shown(...routes)).toEqual(expected);
});
