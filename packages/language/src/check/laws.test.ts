import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { dataLines } from '../fixtures/data-lines.ts';
import { exampleDocuments, includesOf, type RealDocument, realDocuments } from '../fixtures/documents.ts';
import { changesOf, mutate } from '../fixtures/mutations.ts';
import { problemOf, statedBy } from '../fixtures/stated.ts';
import type { SourceFile } from '../source/span.ts';
import { format } from '../syntax/format.ts';
import { type CheckedDocument, checkDocument } from './check.ts';
import { LIBRARY } from './testing/library.ts';

const examples = exampleDocuments();
const documents: readonly RealDocument[] = [
  ...examples,
  ...realDocuments('packages/*/src/fixtures/*.md'),
  ...realDocuments('bench/*/spec.md'),
  { name: 'library', files: [{ path: 'spec.md', text: LIBRARY }] },
];

function checkFiles(files: readonly SourceFile[]): CheckedDocument {
  return checkDocument(files[0] as SourceFile, includesOf(files));
}

describe('every data line of a document counts', () => {
  test.each(examples.map((document): [string, RealDocument] => [document.name, document]))(
    '%s: taking one out changes the model, or is reported',
    (_, { files }) => {
      const whole = checkFiles(files);
      const stated = statedBy(whole.model);
      const known = new Set(whole.diagnostics.map((found) => problemOf(found, files)));
      const idle: string[] = [];
      let taken = 0;
      for (const file of files) {
        const lines = file.text.split('\n');
        for (const line of dataLines(whole.tree, file.path)) {
          const text = lines.toSpliced(line, 1).join('\n');
          const changed = files.map((one) => (one === file ? { ...file, text } : one));
          const without = checkFiles(changed);
          taken += 1;
          if (without.diagnostics.some((found) => !known.has(problemOf(found, changed)))) continue;
          if (statedBy(without.model) === stated) idle.push(`${file.path}:${line + 1}: ${lines[line]}`);
        }
      }
      expect(idle).toEqual([]);
      expect(taken).toBeGreaterThan(0);
    },
    300_000,
  );
});

/** What a document states and which diagnostics it has. */
function meaningOf(files: readonly SourceFile[]): { readonly stated: string; readonly codes: readonly string[] } {
  const { model, diagnostics } = checkFiles(files);
  return { stated: statedBy(model), codes: diagnostics.map(({ code }) => code).toSorted() };
}

/** Real documents with a few changes, as a seed gives them. */
function* mutants(seeds: number): Generator<[seed: number, files: readonly SourceFile[]]> {
  for (let seed = 0; seed < seeds; seed++) {
    const { files } = documents[seed % documents.length] as RealDocument;
    const [main, ...others] = files;
    if (main) yield [seed, [{ ...main, text: mutate(main.text, changesOf(seed, 3)) }, ...others]];
  }
}

describe('the formatter', () => {
  test('changes nothing that a mutated document states, and twice is once', () => {
    for (const [seed, files] of mutants(300)) {
      const formatted = files.map((file) => ({ ...file, text: format(file.text) }));
      expect({ seed, ...meaningOf(formatted) }).toEqual({ seed, ...meaningOf(files) });
      for (const { text } of formatted) expect(format(text), `seed ${seed}`).toBe(text);
    }
  });
});

describe('Prettier', () => {
  const prettied = async (files: readonly SourceFile[]): Promise<SourceFile[]> =>
    Promise.all(
      files.map(async (file) => ({ ...file, text: await prettier.format(file.text, { parser: 'markdown' }) })),
    );

  test.each(documents.map((document): [string, RealDocument] => [document.name, document]))(
    'leaves %s its meaning',
    async (_, { files }) => {
      expect(meaningOf(await prettied(files))).toEqual(meaningOf(files));
    },
  );

  test('leaves mutated documents without errors their meaning', async () => {
    let compared = 0;
    for (const [seed, files] of mutants(400)) {
      if (checkFiles(files).plan === null) continue;
      compared += 1;
      const pretty = meaningOf(await prettied(files));
      expect({ seed, stated: pretty.stated }).toEqual({ seed, stated: meaningOf(files).stated });
      // Prettier may mend what is a warning: a line of a quote without its `>`.
      expect(meaningOf(files).codes, `seed ${seed}`).toEqual(expect.arrayContaining([...pretty.codes]));
    }
    expect(compared).toBeGreaterThan(40);
  });
});
