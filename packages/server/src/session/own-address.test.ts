import { expect, test } from 'vitest';
import { ownAddress } from './own-address.ts';

test.each([
  ['/', '/'],
  ['/claims/7?status=open&q=a%20b#top', '/claims/7?status=open&q=a%20b#top'],
  ['/a//b', '/a//b'],
  ['', '/'],
  ['claims', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/x\r\nset-cookie: a=b', '/xset-cookie:%20a=b'],
])('%j leads to %j', (given, address) => {
  expect(ownAddress(given)).toBe(address);
  expect(ownAddress(ownAddress(given))).toBe(address);
});
