import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@nonet/testing/database';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCheck, readBriefs } from './briefs/brief.ts';
import type { BriefsReport } from './briefs/report.ts';
import { takeBrief } from './briefs/take-brief.ts';
import { tableOf, totalOf } from './briefs/total.ts';
import { documentsIn } from '../packages/cli/src/fixtures/corpus/documents.ts';
import { readSchema, SCHEMAS } from './schemas.ts';

const BRIEFS = readBriefs();
const NODE = path.resolve(import.meta.dirname, '../node_modules/node/bin/node');
const REPLAY = `${NODE} ${path.resolve(import.meta.dirname, 'briefs/replay.ts')}`;
const DOCUMENTED = new Set(documentsIn('examples/products').map(({ name }) => path.basename(name)));
/** These stand for the others in `npm test`. */
const SAMPLE = new Set(['leave', 'help-desk']);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-briefs-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a brief', () => {
  test('names what its checks use, and states enough of them', () => {
    expect(BRIEFS.length).toBeGreaterThanOrEqual(20);
    expect(BRIEFS.filter(({ text }) => !/^Names: /m.test(text)).map(({ name }) => name)).toEqual([]);
    expect(BRIEFS.filter(({ checks }) => checks.filter(isCheck).length < 6).map(({ name }) => name)).toEqual([]);
  });

  test('can be met for each product of the gallery', () => {
    expect([...DOCUMENTED].filter((name) => !BRIEFS.some((brief) => brief.name === name))).toEqual([]);
  });
});

describe('the document of examples/products meets the brief', () => {
  const documented = BRIEFS.filter(({ name }) => DOCUMENTED.has(name));
  describe.each([
    { part: 'in each run', tags: [], briefs: documented.filter(({ name }) => SAMPLE.has(name)) },
    { part: 'in a thorough run', tags: ['thorough'], briefs: documented.filter(({ name }) => !SAMPLE.has(name)) },
  ])('$part', ({ tags, briefs }) => {
    test.each(briefs)('$name', { tags }, async (brief) => {
      const agent = { command: REPLAY, mostRounds: 2 };
      const report = await takeBrief(brief, agent, path.join(folder, brief.name), createTestDatabase);
      expect(report.checks.failed).toEqual([]);
      expect(report).toMatchObject({ isMet: true, rounds: [{ exitCode: 0, errors: {}, warnings: {}, gaps: {} }] });
    });
  });
});

const SMALL = {
  name: 'small',
  text: '# Brief: Small\n',
  checks: BRIEFS.flatMap(({ name, checks }) => (name === 'leave' ? checks.slice(0, 2) : [])),
};

describe('the rounds of an agent', () => {
  test('it is handed what the checker says, corrects it, and is measured', async () => {
    const place = path.join(folder, 'corrects');
    const text = await readFile(path.resolve(import.meta.dirname, '../examples/products/leave.md'), 'utf8');
    await writeFile(path.join(folder, 'right.md'), text);
    await writeFile(path.join(folder, 'wrong.md'), text.replace('| requested | initial |', '| requested | initally |'));
    const command = `if grep -q error report.txt 2>/dev/null; then cp ../right.md spec.md; else cp ../wrong.md spec.md; fi; echo '{"bytesRead": 9, "inputTokens": 7}' > usage.json`;
    const report = await takeBrief(SMALL, { command, mostRounds: 4 }, place, createTestDatabase);
    expect(report.rounds.length).toBe(2);
    expect(Object.keys(report.rounds[0]?.errors ?? {}).length).toBeGreaterThan(0);
    expect(report.rounds[1]?.errors).toEqual({});
    expect(report).toMatchObject({ isMet: true, checks: { passed: 2, of: 2 }, usage: { bytesRead: 9 } });
    expect(report.handed.reports).toBeGreaterThan(50);

    const whole: BriefsReport = { agent: 'test', mostRounds: 4, briefs: [report], total: totalOf([report]) };
    const validate = new Ajv({ allowUnionTypes: true }).compile(readSchema(SCHEMAS.briefs));
    validate(JSON.parse(JSON.stringify(whole)));
    expect(validate.errors).toBeNull();
    expect(tableOf(whole)).toContain('| small | yes | 2 |');
  });

  test.each([
    { what: 'writes nothing', command: 'false', rounds: 2, exitCode: 1 },
    { what: 'leaves errors as they are', command: 'echo "# Specification: X" > spec.md', rounds: 2, exitCode: 0 },
  ])('one that $what is asked again once, and meets nothing', async ({ what, command, rounds, exitCode }) => {
    const place = path.join(folder, what.replaceAll(' ', '-'));
    const report = await takeBrief(SMALL, { command, mostRounds: 4 }, place, createTestDatabase);
    expect(report.rounds.map((round) => round.exitCode)).toEqual(Array.from({ length: rounds }, () => exitCode));
    expect(report).toMatchObject({ isMet: false, checks: { of: 2 } });
  });
});
