import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf, NONET, runNonet, SOURCES } from '../fixtures/nonet-command.ts';

const ROOT = new URL('../../../../', import.meta.url);
const room = new URL('examples/reading-room/spec.md', ROOT);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-programs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const nonet = (input: string, ...words: string[]) => runNonet({ folder }, words, input);

/** The JSON of an output, which fits the schema of that name. */
function fitting(schema: string, stdout: string): unknown {
  const validate = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(new URL(`docs/schemas/${schema}.schema.json`, ROOT), 'utf8')) as object,
  );
  const report: unknown = JSON.parse(stdout);
  validate(report);
  expect(validate.errors).toBeNull();
  return report;
}

test('check reads a document from standard input, and tells what can’t be read from errors', () => {
  const text = readFileSync(room, 'utf8');
  const wrong = text.replace('calendar of Booking', 'calendar of Bookings');
  expect(nonet(text, 'check', '-')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('standard input:42:5'),
  });
  const { status, stdout } = nonet(wrong, 'check', '-', '--format', 'json');
  const report = fitting('diagnostics', stdout) as { diagnostics: { file: string }[]; counts: { error: number } };
  expect([status, report.counts.error, report.diagnostics[0]?.file]).toEqual([1, 1, 'standard input']);
  expect(nonet('\u0000', 'check', '-').status).not.toBe(3);
  expect(nonet(text, 'check', '-', '--fix')).toMatchObject({
    status: 2,
    stderr: 'nonet: Standard input can be checked once, and not be written: --fix and --watch take a file.\n',
  });
});

test('a process that an older Node has handed over to ends with that one', async () => {
  copyFileSync(room, path.join(folder, 'handed-over.md'));
  const child = spawn(process.execPath, [SOURCES, 'check', 'handed-over.md', '--watch', '--format', 'json'], {
    cwd: folder,
    env: environmentOf({ NONET_HANDED_OVER: '1' }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout ?? child, 'data');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

test('check --watch reports again after each change, also where the file was away', async () => {
  const file = path.join(folder, 'watched.md');
  copyFileSync(room, file);
  const child = spawn(process.execPath, [NONET, 'check', 'watched.md', '--watch', '--format', 'json'], {
    cwd: folder,
    env: environmentOf(),
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = (await lines.next()) as { value: string };
    const { counts } = JSON.parse(value) as { counts: { error: number; gap: number } };
    return [counts.error, counts.gap];
  };
  expect(await next()).toEqual([0, 3]);
  await rm(file);
  expect(await next()).toEqual([1, 0]);
  writeFileSync(
    file,
    readFileSync(room, 'utf8').replace('| read, create | yes |', '| read, create | yes |\n| delete | no |'),
  );
  expect(await next()).toEqual([0, 2]);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('check and gaps name what is given; check --watch follows its file', async () => {
  const recipe = readFileSync(new URL('docs/cookbook/a-check-digit.md', ROOT), 'utf8');
  const block = (language: string) => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(recipe)?.[1] ?? '';
  const functions = path.join(folder, 'functions.js');
  writeFileSync(path.join(folder, 'given.md'), block('markdown'));
  expect(nonet('', 'check', 'given.md')).toMatchObject({ status: 1, stdout: expect.stringContaining('error N574') });
  writeFileSync(functions, block('js'));
  const listed = 'given: 1, not proven: 9.iban_valid (functions.js#ibanValid)\n';
  expect(nonet('', 'check', 'given.md')).toMatchObject({ status: 0, stdout: `Nothing to report\n${listed}` });
  expect(nonet('', 'gaps', 'given.md').stdout).toBe(`No gaps.\n${listed}`);
  const gaps = fitting('gaps', nonet('', 'gaps', 'given.md', '--format', 'json').stdout);
  expect(gaps).toMatchObject({ given: [{ clause: '9.iban_valid', file: 'functions.js', exported: 'ibanValid' }] });
  const child = spawn(process.execPath, [NONET, 'check', 'given.md', '--watch', '--format', 'json'], {
    cwd: folder,
    env: environmentOf(),
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const codes = async () =>
    [...String((await lines.next()).value).matchAll(/"code":"(N\d+)"/g)].map(([, code]) => code);
  expect(await codes()).toEqual([]);
  writeFileSync(functions, 'export const ibanValid = async () => true;');
  expect(await codes()).toEqual(['N579']);
  child.kill('SIGINT');
  await once(child, 'exit');
});

test('a program asks for what is open, and gives answers', { tags: ['thorough'] }, () => {
  const file = path.join(folder, 'asked.md');
  copyFileSync(room, file);
  const asked = fitting('questions', nonet('', 'ask', 'asked.md', '--format', 'json').stdout) as {
    questions: { clause: string; choices: string[] }[];
    others: { clause: string }[];
  };
  expect(asked.questions.map(({ clause }) => clause)).toEqual(['6.Booking.update', '6.Booking.delete', '6.User']);
  const [choice = ''] = asked.questions[0]?.choices ?? [];
  const answers = [
    { clause: '6.Booking.update', answer: choice },
    { clause: '6.Booking.delete', answer: 'nobody == nothing' },
    { clause: '6.Booking.read', answer: 'yes' },
    { clause: '6.User', answer: 'not shown' },
  ];
  const given = nonet(JSON.stringify(answers), 'ask', 'asked.md', '--answers', '-');
  const report = fitting('answers', given.stdout) as {
    answers: { result: string; errors: unknown[] }[];
    questions: { clause: string }[];
  };
  expect(given.status).toBe(1);
  expect(report.answers.map(({ result }) => result)).toEqual(['written', 'refused', 'refused', 'left open']);
  expect(report.answers[1]?.errors).not.toEqual([]);
  expect(report.questions.map(({ clause }) => clause)).toEqual(['6.Booking.delete', '6.User']);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\| update \\| ${choice} \\|`));
  for (const [wrong, says] of [
    ['{', 'Standard input is no JSON'],
    ['{}', 'Standard input is no list of answers'],
    ['[{"clause": 6}]', 'Standard input has no clause and answer at 1'],
  ] as const)
    expect(nonet(wrong, 'ask', 'asked.md', '--answers', '-')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(says),
    });
});

test('explain prints the pages of all codes, or of one, as JSON', { tags: ['thorough'] }, () => {
  const all = (
    fitting('codes', nonet('', 'explain', '--all', '--format', 'json').stdout) as {
      codes: { code: string; page: string }[];
    }
  ).codes;
  const one = (fitting('codes', nonet('', 'explain', 'n312', '--format', 'json').stdout) as { codes: unknown[] }).codes;
  expect(all.length).toBeGreaterThan(200);
  expect(one).toEqual(all.filter(({ code }) => code === 'N312'));
  expect(nonet('', 'explain').status).toBe(2);
  expect(nonet('', 'explain', 'N312', '--all').status).toBe(2);
});

test('gaps as JSON fit their schema', () => {
  copyFileSync(room, path.join(folder, 'room.md'));
  expect(fitting('gaps', nonet('', 'gaps', 'room.md', '--format', 'json').stdout)).toMatchObject({
    counts: { total: 3 },
  });
});

test('model prints a part, and a form that is no longer than needed', { tags: ['thorough'] }, () => {
  const example = new URL('examples/expenses/spec.md', ROOT);
  copyFileSync(example, path.join(folder, 'claims.md'));
  const printed = (...words: string[]) => nonet('', 'model', 'claims.md', ...words).stdout;
  const part = JSON.parse(printed('--only', 'Project')) as { entities: { name: string }[]; title: string; states?: [] };
  expect([part.title, part.entities.map(({ name }) => name), part.states]).toEqual([
    'Expense claims',
    ['Project'],
    undefined,
  ]);
  const state = JSON.parse(printed('--only', '4.Claim.status', '--short')) as { states: { clause: string }[] };
  expect(state.states.map(({ clause }) => clause)).toEqual(['4.Claim.status']);
  const short = printed('--short');
  // Indented, it was 21 times as long as the document.
  expect(JSON.stringify(JSON.parse(short)).length / readFileSync(example, 'utf8').length).toBeLessThan(4);
  expect(short).toContain('"to >= from"');
  expect(short).not.toMatch(/"range":|: (?:null|false|\[\]|\{\}),?\n/);
  expect(nonet('', 'model', 'claims.md', '--only', 'Clam')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'nonet: claims.md says nothing about Clam. Did you mean Claim?\n',
  });
});
