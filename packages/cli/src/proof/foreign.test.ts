import { readFileSync } from 'node:fs';
import { coverageOf, prove, renderText } from '@nonet/proof';
import { describe, expect, test } from 'vitest';
import { FAULTS, type Fault } from '../fixtures/notes-faults.ts';
import { startNotesServer } from '../fixtures/notes-server.ts';
import { planOf } from '../fixtures/proof.ts';
import { remoteHost } from '../remote-host.ts';

const plan = planOf(readFileSync(new URL('../fixtures/notes.md', import.meta.url), 'utf8'));

async function proofOf(fault: Fault | null, only?: readonly string[]) {
  const server = await startNotesServer(fault);
  try {
    const host = await remoteHost(server.url);
    const now = new Date().toISOString();
    const options = { plan, host, like: ['--url', server.url], seed: 1, now, environment: {}, most: 3 };
    return await prove({ ...options, ...(only === undefined ? {} : { only }) });
  } finally {
    await server.stop();
  }
}

const ALL_FAULTS = Object.entries(FAULTS) as [Fault, string][];
/** Every tenth is a sample of the others; `npm run test:thorough` runs all. */
const isSample = (_fault: unknown, at: number) => at % 10 === 0;
const TIERS: readonly (readonly [name: string, faults: typeof ALL_FAULTS, tags: 'thorough'[]])[] = [
  ['some', ALL_FAULTS.filter(isSample), []],
  ['the others', ALL_FAULTS.filter((fault, at) => !isSample(fault, at)), ['thorough']],
];

describe.each(TIERS)('a server that is not of Nonet is found out (%s)', (_tier, faults, tags) => {
  test.each(faults)('where %s', { tags }, async (fault, named) => {
    const proof = await proofOf(fault);
    const failed = coverageOf(proof).clauses.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map(({ clause }) => clause)).toContain(named);
  });
});

describe('a server that is not of Nonet', () => {
  test('which answers the calls of the document passes, and the report names the clauses that it need not have', async () => {
    const proof = await proofOf(null);
    expect(proof.failures.map(({ derived, result }) => `${derived.title}: ${result.reason.text}`)).toEqual([]);
    const { clauses, share } = coverageOf(proof);
    expect(share).toBe(1);
    const left = clauses.filter(({ clause, verdict }) => clause.startsWith('7.') && verdict !== 'proven');
    expect(left).toEqual([]);
    expect(clauses.find(({ clause }) => clause === '6.Note.delete.author')?.reason).toBe('elsewhere');
  });

  test('is tested again by the command of the report', async () => {
    const proof = await proofOf('nothing is deleted');
    const plain = (part: string) => part;
    const shown = renderText(proof, 'notes.md', { bold: plain, dim: plain, red: plain, green: plain });
    const again = /again: nonet test notes\.md --url (\S+) --seed 1 --only (\S+)/.exec(shown);
    expect(again?.[1]).toBe(proof.like[1]);
    const repeated = await proofOf('nothing is deleted', [again?.[2] ?? '']);
    expect(repeated.failures.length).toBeGreaterThan(0);
  });
});
