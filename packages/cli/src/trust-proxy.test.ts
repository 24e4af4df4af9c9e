import { expect, test } from 'vitest';
import { readProxies } from './trust-proxy.ts';

test.each([
  ['1', 1],
  ['12', 12],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['fd00::/8', ['fd00::/8']],
])('--trust-proxy %s', (text, proxies) => {
  expect(readProxies(text)).toEqual(proxies);
});

test.each(['', '0', '-1', 'true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,'])(
  '--trust-proxy %s says nothing',
  (text) => {
    expect(() => readProxies(text)).toThrow('how many proxies');
  },
);
