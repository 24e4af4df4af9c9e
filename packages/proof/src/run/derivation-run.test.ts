import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Derivation } from '../derive/derivations.ts';
import { DerivationContext } from '../derive/derivation-context.ts';
import { planOf } from '../fixtures/plan.ts';
import type { AskStep, Case } from './case.ts';
import { DerivationRun } from './derivation-run.ts';
import type { ProofEvent } from './events.ts';
import type { Host } from './host.ts';
import { Runner } from './case-runner.ts';
import { EVERY_CASE } from './selection.ts';

const AT = '2026-03-16T09:00:00.000Z';
const plan = planOf();

const ask = (method: AskStep['method'], path: string, status: number): AskStep => ({
  kind: 'ask',
  at: AT,
  as: null,
  method,
  path,
  clauses: ['9.CURRENCY'],
  expect: { status },
});
const caseOf = (title: string, ...steps: AskStep[]): Case => ({ clauses: ['9.CURRENCY'], title, steps });
const WRITE = caseOf('a write', ask('POST', '/200', 200));

/**
 * The report of a derivation of these cases on a product that answers each path with the status that the path
 * contains.
 */
async function reportOf(derive: Derivation['derive']) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const host: Host = {
    url,
    derived: true,
    addAccount: null,
    signIn: async () => '',
    setTime: null,
    settle: null,
    receiver: null,
    browser: null,
    reset: null,
  };
  const capabilities = { clock: false, receiver: false, accounts: false, browser: false, derived: true };
  const context = new DerivationContext({ plan, seed: 1, now: AT, environment: {}, capabilities });
  const reported: string[] = [];
  const report = (event: ProofEvent) => {
    if (event.kind === 'broken') reported.push(`broken: ${event.why}`);
    if (event.kind === 'case')
      reported.push(`${event.derived.title}: ${event.result.passed ? 'passed' : event.result.reason.text}`);
  };
  const start = async () => {
    asked.push('put back');
    return new Runner(host, plan, AT);
  };
  const means = { selection: EVERY_CASE, signal: undefined, canRestart: true, report, start };
  const begun = { context, seeded: [], isOverdue: false, people: [] };
  const attempts = { failed: new Set<string>(), reported: new Set<string>() };
  try {
    await new DerivationRun(means, { about: 'something', derive }, begun, null, attempts).run(false);
    return { reported, asked };
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a derivation that breaks down fails by itself, and what came before it is reported', async () => {
  const { reported } = await reportOf(function* () {
    yield WRITE;
    throw new TypeError('there is no record');
  });
  expect(reported).toEqual([
    'a write: passed',
    'Deriving the cases of something: deriving the case after “a write” broke down: there is no record',
    'broken: Deriving the cases of something broke down',
  ]);
});

test('a search that throws fails alone, and the derivation continues', async () => {
  const { reported } = await reportOf(function* (context) {
    context.broken.push({ what: 'Looking for a record of Claim', error: new TypeError('there is no record') });
    yield WRITE;
  });
  expect(reported).toEqual([
    'Looking for a record of Claim: it broke down: there is no record',
    'broken: Looking for a record of Claim broke down',
    'a write: passed',
  ]);
});

test.each<[what: string, failing: Case, asked: string[]]>([
  [
    'was not to be done puts the product back, and repeats what has passed',
    caseOf('failing', ask('POST', '/201', 403)),
    ['put back', 'POST /200', 'POST /201', 'put back', 'POST /200', 'GET /200'],
  ],
  [
    'is refused has changed nothing',
    caseOf('failing', ask('POST', '/500', 201)),
    ['put back', 'POST /200', 'POST /500', 'GET /200'],
  ],
  [
    'only looks has changed nothing',
    caseOf('failing', ask('GET', '/404', 200)),
    ['put back', 'POST /200', 'GET /404', 'GET /200'],
  ],
  [
    'is refused after another write puts the product back',
    caseOf('failing', ask('PUT', '/200', 200), ask('POST', '/500', 201)),
    ['put back', 'POST /200', 'PUT /200', 'POST /500', 'put back', 'POST /200', 'GET /200'],
  ],
])('a failed case that %s', async (_what, failing, asked) => {
  const found = await reportOf(function* () {
    yield WRITE;
    yield failing;
    yield caseOf('a look', ask('GET', '/200', 200));
  });
  expect(found.asked).toEqual(asked);
  expect(found.reported.at(-1)).toBe('a look: passed');
});

test('nothing that fails ends it', async () => {
  const { reported } = await reportOf(function* () {
    for (let time = 0; time < 40; time += 1) yield caseOf('failing', ask('GET', '/500', 200));
    yield WRITE;
  });
  expect(reported.filter((each) => each.startsWith('failing'))).toHaveLength(40);
  expect(reported.at(-1)).toBe('a write: passed');
});
