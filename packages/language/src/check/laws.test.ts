import { tiersOf } from '@nonet/testing/tiers';
import { describe, expect, test } from 'vitest';
import { dataLines } from '../fixtures/data-lines.ts';
import { exampleDocuments, includesOf, type RealDocument, realDocuments } from '../fixtures/documents.ts';
import { faultsOf } from '../fixtures/faults.ts';
import { meaningOf, prettied } from '../fixtures/meaning.ts';
import { mutantOf, ORIGINALS } from '../fixtures/mutants.ts';
import { problemOf, statedBy } from '../fixtures/stated.ts';
import type { SourceFile } from '../source/span.ts';
import { format } from '../syntax/format.ts';
import { parse } from '../syntax/parse.ts';
import type { Model } from '../model/model.ts';
import { check, type CheckedDocument, checkDocument } from './check.ts';

/** The examples, and what the commands and the words of the language are tested with. */
const DOCUMENTS = [...exampleDocuments(), ...realDocuments('packages/{cli,language}/src/fixtures/*.md')];
function checkFiles(files: readonly SourceFile[]): CheckedDocument {
  return checkDocument(files[0] as SourceFile, includesOf(files));
}

/** The model as it is read, of a document with mistakes too: nothing is looked for that would fix these. */
function modelOf(files: readonly SourceFile[]): Model {
  const parsed = parse(files[0] as SourceFile, includesOf(files));
  return check(parsed.tree, parsed.diagnostics).model;
}

/** Lines that nobody takes for prose: none of them is left out below. */
const LOOKS_LIKE_DATA = /^\s*(?:#|\||```|\[include\])|^(?:none|not shown)$/;

/** A part of the cases, and all others, which `npm test` leaves to `npm run test:thorough`. */
type Tier<Part> = readonly [name: string, part: Part, tags: 'thorough'[]];

/** The number of lines from which only every fifty-third line of a document is tried. */
const LONG_LINES = 150;
const LINES: readonly Tier<{ readonly isIn: (length: number) => boolean; readonly step: number }>[] = [
  ['each line of a short document', { isIn: (length) => length < LONG_LINES, step: 1 }, []],
  ['every fifty-third line of a long one', { isIn: (length) => length >= LONG_LINES, step: 53 }, []],
  ['each line of a long one', { isIn: (length) => length >= LONG_LINES, step: 1 }, ['thorough']],
];

describe.each(LINES)('%s counts', (_, { isIn, step }, tags) => {
  const documents = DOCUMENTS.filter(({ files }) => isIn(files[0]?.text.split('\n').length ?? 0));
  test.each(documents.map((document): [string, RealDocument] => [document.name, document]))(
    '%s: taking one out changes the model, or is reported',
    { tags },
    (_name, { files }) => {
      const whole = checkFiles(files);
      const stated = statedBy(whole.model);
      expect(statedBy(modelOf(files))).toBe(stated);
      const known = new Set(whole.diagnostics.map((found) => problemOf(found, files)));
      const idle: string[] = [];
      let taken = 0;
      for (const file of files) {
        const lines = file.text.split('\n');
        const data = dataLines(whole.tree, file.path);
        expect(data).toEqual(
          expect.arrayContaining(lines.flatMap((text, line) => (LOOKS_LIKE_DATA.test(text) ? [line] : []))),
        );
        for (const line of data) {
          const text = lines.toSpliced(line, 1).join('\n');
          const changed = files.map((one) => (one === file ? { ...file, text } : one));
          taken += 1;
          if (taken % step > 0) continue;
          // A document with another meaning need not be checked again, which takes most of the time.
          if (statedBy(modelOf(changed)) !== stated) continue;
          const without = checkFiles(changed);
          if (without.diagnostics.some((found) => !known.has(problemOf(found, changed)))) continue;
          if (statedBy(without.model) === stated) idle.push(`${file.path}:${line + 1}: ${lines[line]}`);
        }
      }
      expect(idle).toEqual([]);
      expect(taken).toBeGreaterThan(step);
    },
  );
});

interface Seeds {
  readonly first: number;
  readonly end: number;
}
const SEEDS: readonly Tier<Seeds>[] = [
  ['some', { first: 0, end: 16 }, []],
  ['many', { first: 16, end: 600 }, ['thorough']],
];
const SEEDS_OF_DAMAGE: readonly Tier<Seeds>[] = [
  ['some', { first: 0, end: 10 }, []],
  ['many', { first: 10, end: 600 }, ['thorough']],
];

/** Real documents with a few changes, as each seed of a range gives them. */
function* mutants({ first, end }: Seeds): Generator<[seed: number, files: readonly SourceFile[]]> {
  for (let seed = first; seed < end; seed++) {
    const { files, changes } = mutantOf(seed, 3);
    yield [seed, files(changes)];
  }
}

describe.each(SEEDS_OF_DAMAGE)('whatever a document says (%s)', (_, { first, end }, tags) => {
  test('checking and formatting it end; each diagnostic has a place, each accepted document a plan', { tags }, () => {
    for (let seed = first; seed < end; seed++) {
      const { files, changes } = mutantOf(seed, 12);
      expect(faultsOf(files(changes)), `npm run fuzz -- --seed ${seed} --documents 1`).toEqual([]);
    }
  });
});

describe.each(SEEDS)('the formatter (%s)', (_, seeds, tags) => {
  test('changes nothing that a mutated document states, and twice is once', { tags }, () => {
    for (const [seed, files] of mutants(seeds)) {
      const formatted = files.map((file) => ({ ...file, text: format(file.text) }));
      expect({ seed, ...meaningOf(formatted) }).toEqual({ seed, ...meaningOf(files) });
      for (const { text } of formatted) expect(format(text), `seed ${seed}`).toBe(text);
    }
  });
});

test.each(ORIGINALS.map((document): [string, RealDocument] => [document.name, document]))(
  '%s means the same with the line ends of Windows',
  (_name, { files }) => {
    const others = files.map((file) => ({ ...file, text: file.text.replaceAll(/\r?\n/g, '\r\n') }));
    expect(statedBy(modelOf(others))).toBe(statedBy(modelOf(files)));
  },
);

describe('Prettier', () => {
  describe.each(tiersOf(ORIGINALS, 3))('with real documents (%s)', (_tier, documents, tags) => {
    test.each(documents.map((document): [string, RealDocument] => [document.name, document]))(
      'leaves %s its meaning',
      { tags },
      async (_, { files }) => {
        expect(meaningOf(await prettied(files))).toEqual(meaningOf(files));
      },
    );
  });

  describe.each(tiersOf(ORIGINALS, 4))('with several blanks or tabs (%s)', (_tier, documents, tags) => {
    test('leaves headings and cells their meaning', { tags }, async () => {
      expect(documents.length).toBeGreaterThan(5);
      for (const { files } of documents) {
        const wide = files.map((file) => ({
          ...file,
          text: file.text.replaceAll(/^(?:#|\|).*$/gm, (line) =>
            line.replaceAll(/(?<=[a-z]) (?=[a-z])/g, (_, at: number) => (at % 3 === 0 ? '\t' : '  ')),
          ),
        }));
        expect(meaningOf(await prettied(wide))).toEqual(meaningOf(wide));
      }
    });
  });
});

/** The seeds among which documents without errors are looked for, and the number that is enough. */
const SEEDS_OF_ACCEPTED: readonly Tier<Seeds & { readonly enough: number }>[] = [
  ['some', { first: 0, end: 100, enough: 4 }, []],
  ['many', { first: 16, end: 600, enough: 600 }, ['thorough']],
];

describe.each(SEEDS_OF_ACCEPTED)('Prettier (%s)', (_, seeds, tags) => {
  test('leaves mutated documents without errors their meaning', { tags }, async () => {
    let compared = 0;
    for (const [seed, files] of mutants(seeds)) {
      if (compared === seeds.enough) break;
      if (checkFiles(files).plan === null) continue;
      compared += 1;
      const pretty = meaningOf(await prettied(files));
      expect({ seed, stated: pretty.stated }).toEqual({ seed, stated: meaningOf(files).stated });
      // Prettier may fix what is a warning: a line of a quote without its `>`.
      expect(meaningOf(files).codes, `seed ${seed}`).toEqual(expect.arrayContaining([...pretty.codes]));
    }
    expect(compared).toBeGreaterThan(3);
  });
});
