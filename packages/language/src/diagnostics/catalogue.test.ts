import { describe, expect, test } from 'vitest';
import type { Included } from '../syntax/include.ts';
import { parse } from '../syntax/parse.ts';
import { CATALOGUE, CODE_TABLES, findCode } from './catalogue.ts';
import { DOCUMENT_CODES } from './codes/document.ts';
import { PURPOSE_CODES } from './codes/purpose.ts';

/** The files that examples of pages include. */
const FILES: Readonly<Record<string, string>> = {
  'items.md': '### Item\n\n| field | type |\n| --- | --- |\n| name | text |\n',
  'loans.md':
    '# Loans\n\n## 3. Entities and their fields\n\n### Loan\n\n| field | type |\n| --- | --- |\n| due | date |\n',
};

function readInclude(path: string): Included {
  const text = FILES[path];
  return text === undefined ? { kind: 'missing' } : { kind: 'file', text };
}

function codesOf(text: string): string[] {
  return parse({ path: 'spec.md', text }, readInclude).diagnostics.map((diagnostic) => diagnostic.code);
}

/** The fenced example behind a mark in a page; null if the page has none. */
function example(page: string, mark: '❌' | '✅'): string | null {
  return new RegExp(`${mark}[^~]*?(~{3,})markdown\\n([\\s\\S]*?)\\n\\1\\n`).exec(page)?.[2] ?? null;
}

describe('the catalogue of codes', () => {
  test('has each code once, in the range of its table', () => {
    const ids = CODE_TABLES.flatMap((table) => Object.keys(table));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const first = CODE_TABLES.indexOf(PURPOSE_CODES);
    CODE_TABLES.forEach((table, index) => {
      const digit = Math.max(0, index - first + 1);
      // The numbers of the text of a document are all taken: its later codes are the last ones of point 1.
      // Those of point 7 are taken, too: its later codes are behind the few of point 8.
      const ranges: Readonly<Record<number, RegExp>> = { 0: /^N(0\d\d|19[89])$/, 7: /^N(7\d\d|81[2-9]|8[2-9]\d)$/ };
      const range = ranges[digit] ?? new RegExp(`^N${digit}\\d\\d$`);
      const strangers = Object.keys(table).filter((id) => !range.test(id));
      expect(strangers).toEqual([]);
    });
  });

  test('gives every code a title and a page', () => {
    const bare = [...CATALOGUE].filter(([, code]) => code.title.trim() === '' || code.page.trim() === '');
    expect(bare.map(([id]) => id)).toEqual([]);
  });

  test("shows on every page what is wrong and how to fix it, unless the code says why it can't", () => {
    const bare = [...CATALOGUE].filter(
      ([, code]) => (code.withoutExample === undefined) !== (code.page.includes('❌') && code.page.includes('✅')),
    );
    expect(bare.map(([id]) => id)).toEqual([]);
  });

  test('says on every page why, before it shows how', () => {
    const bare = [...CATALOGUE].filter(([, code]) => /^[❌✅~|]/u.test(code.page.trim()));
    expect(bare.map(([id]) => id)).toEqual([]);
  });

  test('is found by id in any letter case', () => {
    expect(findCode(' n041 ')).toBe(DOCUMENT_CODES.N041);
    expect(findCode('N000')).toBeUndefined();
  });
});

describe('the pages of the codes of parsing', () => {
  const pages = Object.entries(DOCUMENT_CODES).filter(([, code]) => example(code.page, '❌') !== null);

  test.each(pages)('%s: ❌ is reported, ✅ is not', (id, code) => {
    expect(codesOf(example(code.page, '❌') ?? '')).toContain(id);
    expect(codesOf(example(code.page, '✅') ?? '')).not.toContain(id);
  });

  test('leave out only what parsing alone can not find', () => {
    const without = Object.keys(DOCUMENT_CODES).filter((id) => !pages.some(([page]) => page === id));
    expect(without).toEqual(['N026', 'N033', 'N046']);
  });
});
