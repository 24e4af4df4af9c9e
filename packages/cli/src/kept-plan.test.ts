import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { planFor } from './check-document.ts';
import { type DocumentSource, readDocument } from './document.ts';
import { planOnce, planStore } from './kept-plan.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '..', '..', '..', 'examples');
const folder = mkdtempSync(path.join(os.tmpdir(), 'nonet-plans-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MAIN = `# Specification: Shop

## 1. What the product does and for whom

It keeps notes.

## 9. Business constants and limits

[include](constants.md)

### Terms

#### even(size integer) boolean

given by functions.js#isEven
`;

describe('the plan of a document that was checked before', () => {
  const store = { folder: path.join(folder, 'plans'), program: 'a build' };
  let checks = 0;
  const check = (document: DocumentSource) => {
    checks += 1;
    return planFor(document);
  };
  const file = path.join(folder, 'spec.md');
  const plan = (of = store) => planOnce(of, readDocument('spec.md', file), check);
  beforeEach(() => {
    rmSync(store.folder, { recursive: true, force: true });
    writeFileSync(file, MAIN);
    writeFileSync(path.join(folder, 'constants.md'), '| name | value |\n| --- | --- |\n| CURRENCY | "EUR" |\n');
    writeFileSync(path.join(folder, 'functions.js'), 'export const isEven = (size) => size % 2 === 0;\n');
    checks = 0;
  });

  it('is the same, and nothing is checked again', () => {
    const first = plan();
    expect(plan()).toEqual(JSON.parse(JSON.stringify(first)));
    expect(checks).toBe(1);
  });

  it.each([
    ['its text has changed', () => writeFileSync(file, `${MAIN}\n`)],
    ['a file that it includes has changed', () => writeFileSync(path.join(folder, 'constants.md'), '')],
    ['a function that it is given has changed', () => writeFileSync(path.join(folder, 'functions.js'), '')],
    ['a file that it includes is gone', () => rmSync(path.join(folder, 'constants.md'))],
    [
      'what is kept can not be read',
      () => readdirSync(store.folder).forEach((name) => writeFileSync(path.join(store.folder, name), '{')),
    ],
  ])('is not used if %s', (_why, change) => {
    plan();
    change();
    try {
      plan();
    } catch {
      // The changed document may have errors, which its check says.
    }
    expect(checks).toBe(2);
  });

  it('is not used by another build', () => {
    plan();
    plan({ ...store, program: 'another build' });
    expect(checks).toBe(2);
  });

  it('is not kept where nothing can be written', () => {
    writeFileSync(path.join(folder, 'taken'), '');
    const nowhere = { ...store, folder: path.join(folder, 'taken', 'plans') };
    expect(plan(nowhere)).toEqual(plan(nowhere));
    expect(checks).toBe(2);
  });
});

it('is kept by the built program alone', () => {
  expect(planStore('/somewhere/src/commands/serve.ts', {})).toBeNull();
  expect(planStore('/somewhere/dist/serve-LfYXIafn.js', { XDG_CACHE_HOME: '/caches' })).toEqual({
    folder: path.join('/caches', 'nonet', 'plans'),
    program: `serve-LfYXIafn.js ${process.version}`,
  });
});

it('says of every example what its check says', () => {
  const documents = readdirSync(EXAMPLES)
    .map((name) => path.join(EXAMPLES, name, 'spec.md'))
    .filter(existsSync);
  expect(documents.length).toBeGreaterThan(3);
  const store = { folder: path.join(folder, 'examples'), program: 'a build' };
  for (const document of documents) {
    const source = readDocument(document);
    const checked = planOnce(store, source, planFor);
    const kept = planOnce(store, source, () => {
      throw new Error(`${document} is checked again.`);
    });
    expect(JSON.stringify(kept)).toBe(JSON.stringify(checked));
  }
});
