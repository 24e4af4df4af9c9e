import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const ask = (method: string, headers: Record<string, string>, publicOrigin: string | null = null) =>
  isSameOrigin(
    { method, headers, protocol: 'http', host: 'localhost:4000' } as unknown as FastifyRequest,
    publicOrigin,
  );

test.each([
  ['GET', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['POST', {}, true],
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, true],
  ['POST', { 'sec-fetch-site': 'same-site' }, false],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' }, false],
  ['POST', { origin: 'http://localhost:4000' }, true],
  ['DELETE', { origin: 'http://localhost:4001' }, false],
  ['PATCH', { origin: 'null' }, false],
  ['POST', { origin: 'https://localhost:4000' }, false],
])('%s with %j: %s', (method, headers, allowed) => {
  expect(ask(method, headers)).toBe(allowed);
});

test('the public origin counts behind a proxy', () => {
  expect(ask('POST', { origin: 'https://claims.example' }, 'https://claims.example')).toBe(true);
  expect(ask('POST', { origin: 'http://localhost:4000' }, 'https://claims.example')).toBe(false);
});
