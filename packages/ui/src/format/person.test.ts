import { expect, test } from 'vitest';
import { hueOfPerson, initialsOf } from './person.ts';

test.each([
  ['Mo Manager', 'MM'],
  ['Ada', 'A'],
  ['Emma van den Berg', 'EB'],
  ['ada.lovelace@example.com', 'A'],
  ['Librarian (stand-in)', 'L'],
  ['Élodie 山田', 'É山'],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a person keeps their hue', () => {
  expect(hueOfPerson('0190-a')).toBe(hueOfPerson('0190-a'));
  expect(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map(hueOfPerson)).size).toBeGreaterThan(3);
});
