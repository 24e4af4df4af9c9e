import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkDocument } from '../../check.ts';

const VAULT = readFileSync(new URL('../../../../../engine/src/fixtures/vault.md', import.meta.url), 'utf8');
const CASES: readonly [sent: string, codes: readonly string[]][] = [
  ['{account.token}', []],
  ['{"Key " + account.token}', []],
  ['{if account.spare != null then account.spare else account.token}', []],
  ['{upper(account.token)}', ['N327']],
  ['{if account.token == "x" then 1 else 2}', ['N327']],
  ['{size(account.token)}', ['N327']],
];

test.each(CASES)('a secret is sent as it is: %s', (sent, codes) => {
  const text = VAULT.replace('{account.token}', sent);
  const { diagnostics } = checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('The document includes nothing.');
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(codes);
});

test('an event may ask for a secret, which nobody ever reads', () => {
  const { diagnostics } = checkDocument({ path: 'spec.md', text: VAULT }, () => {
    throw new Error('The document includes nothing.');
  });
  expect(diagnostics.filter(({ severity }) => severity === 'warning').map(({ code }) => code)).toEqual([]);
});
