import { expect, test } from 'vitest';
import { hasRowSecurity } from './row-security.ts';

test.each([
  [{}, false],
  [{ ROW_SECURITY: '' }, false],
  [{ ROW_SECURITY: 'off' }, false],
  [{ ROW_SECURITY: 'on' }, true],
])('row security is on where %o says so', (environment, expected) => {
  expect(hasRowSecurity(environment)).toBe(expected);
});

test('another value is a mistake, and not one of both', () => {
  expect(() => hasRowSecurity({ ROW_SECURITY: 'yes' })).toThrow('ROW_SECURITY is `on` or `off`, not `yes`.');
});
