import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { converse } from './conversation.ts';

const example = new URL('../../../../../examples/expenses/spec.md', import.meta.url);
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-ask-'));
  file = path.join(folder, 'spec.md');
  await writeFile(file, await readFile(example));
});
afterEach(() => rm(folder, { recursive: true }));

async function answer(lines: readonly string[]) {
  const said: string[] = [];
  const waiting = [...lines];
  const { answered } = await converse(file, {
    say: (text) => said.push(text),
    listen: async () => waiting.shift() ?? null,
    columns: 100,
    color: false,
  });
  return { answered, said: said.join(''), text: await readFile(file, 'utf8'), left: waiting.length };
}

test('each answer is written where the document left it open', async () => {
  const before = await readFile(file, 'utf8');
  const { answered, text } = await answer(['1', 'none']);
  expect(answered).toBe(2);
  expect(text).toBe(
    before
      .replace('| read payment_reference | not shown |', '| read payment_reference | yes |')
      .replace('| fails | not shown |', '| fails | none |'),
  );
});

test('an answer with an error is not written, and the question is asked again', async () => {
  const { answered, said, text } = await answer(['statos == "paid"', 'status == "paid"']);
  expect(said).toContain('Did you mean “status”?');
  expect(answered).toBe(1);
  expect(text).toContain('| read payment_reference | `status == "paid"` |');
  expect(text).not.toContain('statos');
});

test('a number that no choice has is asked again', async () => {
  const { answered, said } = await answer(['99', '1']);
  expect(said).toContain('The numbers are 1 to 7.');
  expect(answered).toBe(1);
});

test('a write-protected document stays as it is', async () => {
  await chmod(file, 0o444);
  await expect(answer(['1'])).rejects.toThrow('it is write-protected');
});

test('an empty line skips, and so does another word for `not shown`', async () => {
  const before = await readFile(file, 'utf8');
  expect(await answer(['', 'tbd'])).toMatchObject({ answered: 0, text: before, left: 0 });
});

test('in an included file, the answer is written there', async () => {
  const main = await readFile(file, 'utf8');
  const [calls = ''] = /### Made[^]*(?=## 8)/.exec(main) ?? [];
  await writeFile(file, main.replace(calls, '[include](calls.md)\n\n'));
  await writeFile(path.join(folder, 'calls.md'), calls);
  const { answered, said } = await answer(['', 'none']);
  expect(answered).toBe(1);
  expect(said).toContain(`Written to ${path.join(folder, 'calls.md')}.`);
  expect(await readFile(path.join(folder, 'calls.md'), 'utf8')).toContain('| fails | none |');
});

test('a gap that needs headings and tables takes no answer of one line: prose would close the question and state nothing', async () => {
  const undetermined = new URL('../../../../../examples/undetermined/spec.md', import.meta.url);
  await writeFile(file, await readFile(undetermined));
  const { answered, said, text } = await answer(['Lends tools.', 'screens for all', 'none']);
  expect(answered).toBe(2);
  expect(said).toContain('9 questions left. Point 1, What the product does and for whom');
  expect(said).toContain('One line can’t state this');
  expect(text).toContain('Lends tools.');
  expect(text).not.toContain('screens for all');
});
