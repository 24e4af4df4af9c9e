import { message } from '@nonet/language';
import { expect, test } from 'vitest';
import { guessablePassword, type PasswordOwner } from './common-passwords.ts';

const PLAN = { title: 'Expense claims', settings: { commonPasswords: 'refused' } } as unknown as Parameters<
  typeof guessablePassword
>[0];
const EMMA: PasswordOwner = { email: 'emma.jansen@example.com', name: 'Emma Jansen-Vos', others: ['40012345'] };

const CASES: readonly [password: string, refused: 'commonPassword' | 'repeatedPassword' | 'ownPassword' | null][] = [
  ['password1234', 'commonPassword'],
  ['Password1234', 'commonPassword'],
  ['P@ssw0rd2026!!', 'commonPassword'],
  ['1234567890', 'commonPassword'],
  ['qwertyuiop', 'commonPassword'],
  ['!!!dragon!!!2026', 'commonPassword'],
  ['aaaaaaaaaaaaaaaa', 'repeatedPassword'],
  ['abcabcabcabcabc', 'repeatedPassword'],
  ['emma.jansen@example.com', 'ownPassword'],
  ['Emma.Jansen2026', 'ownPassword'],
  ['jansen-vos-emma', 'ownPassword'],
  ['Expense claims 1', 'ownPassword'],
  ['40012345-2026-1', 'ownPassword'],
  ['a long enough password', null],
  ['Emma rides a green tandem', null],
  ['kV7pQ2xWz9Lm', null],
  ['193847561029', null],
  ['wachtwoordzin van een ander', null],
];

test.each(CASES)('%s', async (password, refused) => {
  expect(await guessablePassword(PLAN, password, EMMA)).toEqual(refused && message(refused));
});

test('a product may allow all of them', async () => {
  const allowing = { ...PLAN, settings: { ...PLAN.settings, commonPasswords: 'allowed' as const } };
  expect(await guessablePassword(allowing, 'password1234', EMMA)).toBeNull();
});
