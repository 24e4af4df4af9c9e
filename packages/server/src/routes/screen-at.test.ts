import type { Plan } from '@nonet/language';
import { expect, test } from 'vitest';
import { screenAt } from './screen-at.ts';

const plan = {
  screens: ['/', '/claims', '/claims/{claim}', '/claims/new', '/claims/{claim}/lines', '/{slug}/new', '/caf\u00e9'].map(
    (route) => ({ route }),
  ),
} as unknown as Plan;

test.each([
  ['/', '/'],
  ['/claims', '/claims'],
  ['/claims/', '/claims'],
  ['/claims/new', '/claims/new'],
  ['/claims/0199-7', '/claims/{claim}'],
  ['/claims/new/lines', '/claims/{claim}/lines'],
  ['/people/new', '/{slug}/new'],
  ['/caf%C3%A9', '/café'],
  ['/claims/%zz', '/claims/{claim}'],
  ['/nowhere', null],
  ['/claims/new/other', null],
])('fixed routes beat parameters (2): %s → %s', (path, route) => {
  expect(screenAt(plan, path)?.route ?? null).toBe(route);
});
