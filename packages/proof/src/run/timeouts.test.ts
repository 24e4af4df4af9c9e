import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Plan } from '@nonet/language';
import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { prove } from '../prove.ts';
import type { Case, Step } from './case.ts';
import type { Host } from './host.ts';
import { Runner } from './case-runner.ts';

const AT = '2026-03-16T09:00:00.000Z';
const clauses = ['9.CURRENCY'];
const plan: Plan = planOf();
const asked = {
  kind: 'ask',
  at: AT,
  as: null,
  method: 'GET',
  path: '/api/books',
  clauses,
  expect: { status: 200 },
} as const;
const never = () => new Promise<never>(() => {});

/** The limit of a request that nothing answers; a whole case may take longer, however slow the machine. */
const timeouts = { request: 0.2, rest: 0.2, start: 0.2, case: 600 };
/** The limit of a request that is answered. */
const answering = { ...timeouts, request: 600 };

function hostAt(url: string, capabilities: Partial<Host>): Host {
  return {
    url,
    derived: true,
    addAccount: null,
    signIn: never,
    setTime: null,
    settle: null,
    receiver: null,
    browser: null,
    reset: null,
    ...capabilities,
  };
}

/** The result of one step at a product with these answers. */
async function take(step: Step, answer: RequestListener, capabilities: Partial<Host>, within: typeof timeouts) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = hostAt(`http://127.0.0.1:${port}`, capabilities);
  const derived: Case = { clauses, title: 'A case', steps: [step] };
  try {
    const runner = new Runner(host, plan, AT, within);
    runner.bindings.bind('@User:1', 'mo');
    return await runner.run(derived);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test.each<[what: string, step: Step, answer: RequestListener, capabilities: Partial<Host>, reason: string]>([
  ['a request that nobody answers', asked, () => {}, {}, 'there is no answer after 0.2 s'],
  [
    'an answer without an end',
    asked,
    (_request, response) => response.write('{'),
    {},
    'there is no answer after 0.2 s',
  ],
  [
    'a connection that breaks',
    asked,
    (_request, response) => response.destroy(),
    {},
    'there is no answer: other side closed',
  ],
  ['who is never signed in', { ...asked, as: '@User:1' }, () => {}, {}, '@User:1 is not signed in after 0.2 s'],
  [
    'what the product never ends doing',
    { kind: 'wait', until: AT, clauses },
    () => {},
    { settle: never },
    'the product’s own work is not done after 0.2 s',
  ],
  [
    'a screen that never opens',
    {
      kind: 'open',
      at: AT,
      as: null,
      role: 'nobody signed in',
      route: '/books',
      screen: '2.books',
      parts: null,
      records: [],
      menu: [],
      clauses,
    },
    () => {},
    { browser: { open: never } },
    '/books does not open after 0.2 s',
  ],
])('%s fails with its clause, and holds up nothing', async (_what, step, answer, capabilities, reason) => {
  const within = reason.endsWith('after 0.2 s') ? timeouts : answering;
  expect(await take(step, answer, capabilities, within)).toMatchObject({
    passed: false,
    clauses,
    reason: { text: reason },
  });
});

test.each([
  [2, '0.2'],
  [101, '0.4'],
])('a case of %i steps that takes too long is reported with the step and its request', async (steps, seconds) => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = hostAt(`http://127.0.0.1:${port}`, {});
  try {
    const runner = new Runner(host, plan, AT, { ...timeouts, request: 600, case: 0.2 });
    const result = await runner.run({ clauses, title: 'A case', steps: Array.from({ length: steps }, () => asked) });
    expect(result).toMatchObject({
      passed: false,
      clauses,
      reason: {
        text: expect.stringMatching(
          new RegExp(`^the case takes more than ${seconds} s: step 1 of ${steps} \\(\\d\\.\\d s\\) is not done yet$`),
        ),
      },
      request: { method: 'GET', path: '/api/books' },
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.each<[what: string, later: string, isForgetting: boolean, waits: number[]]>([
  ['that counts requests anew is asked again without a wait', '40', true, []],
  ['that counts them on is asked again after the wait that it names, which is told', '0', false, [50]],
])('a limit of requests fails no case: a product %s', async (_what, later, isForgetting, expected) => {
  let counted = 0;
  // The second of three requests exceeds the limit.
  const server = createServer((_request, response) => {
    counted += 1;
    response.writeHead(counted === 2 ? 429 : 200, { 'retry-after': later }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waits: number[] = [];
  try {
    const capabilities = isForgetting ? { forgetRequests: () => void (counted = 0) } : {};
    const runner = new Runner(hostAt(`http://127.0.0.1:${port}`, capabilities), plan, AT, answering);
    const derived: Case = { clauses, title: 'A case', steps: [asked, asked] };
    const result = await runner.run(derived, undefined, (milliseconds) => waits.push(milliseconds));
    expect({ result, waits }).toEqual({ result: { passed: true }, waits: expected });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('9: what has to be refused for its number is not sent again', async () => {
  let counted = 0;
  const server = createServer((_request, response) => {
    counted += 1;
    response.writeHead(counted === 2 ? 429 : 200, { 'retry-after': '0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const asks = [200, 429].map((status) => ({ ...asked, expect: { status } }));
  const cases: Case[] = [
    { clauses, title: 'One by one', steps: asks },
    { clauses, title: 'In one moment', steps: [{ kind: 'together', asks, areAlike: true }] },
  ];
  try {
    const runner = new Runner(hostAt(`http://127.0.0.1:${port}`, { forgetRequests: () => {} }), plan, AT, answering);
    for (const derived of cases) {
      counted = 0;
      expect({ result: await runner.run(derived), counted }).toEqual({ result: { passed: true }, counted: 2 });
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('connections that the product closes while cases are derived fail no case', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const derived: Case = { clauses, title: 'A case', steps: [{ ...asked, method: 'POST', body: { a: 1 } }] };
  try {
    const runner = new Runner(hostAt(`http://127.0.0.1:${port}`, {}), plan, AT, answering);
    for (let time = 1; time <= 6; time += 1) {
      expect(await runner.run(derived)).toEqual({ passed: true });
      // As after a long derivation: the product has closed idle connections, and this thread has not noticed.
      if (time > 2) setTimeout(() => sockets.forEach((socket) => socket.destroy()), 1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
    expect(sockets.size).toBeGreaterThan(3);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a product that is never reset ends the run, which reports why', async () => {
  const host = hostAt('http://127.0.0.1:9', { reset: never });
  const proof = await prove({ plan, host, seed: 1, now: AT, environment: {}, timeouts });
  expect(proof).toMatchObject({
    isCut: true,
    broken: ['The product is not back in the state of its first start after 0.2 s'],
  });
});
