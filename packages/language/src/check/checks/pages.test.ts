import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../diagnostics/catalogue.ts';
import { DOCUMENT_CODES } from '../../diagnostics/codes/document.ts';
import { PLACES } from '../../fixtures/pages/list.ts';
import type { Changes } from '../../fixtures/pages/place.ts';
import { checkText } from '../../fixtures/harness.ts';
import type { Included } from '../../syntax/include.ts';
import { checkDocument } from '../check.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');

/** The examples behind a mark in a page: the fenced block below it, else the first code span of its line. */
function examples(page: string, mark: '❌' | '✅'): string[] {
  const marked = page.split(/^(?=[❌✅])/mu).filter((part) => part.startsWith(mark));
  return marked.map((part) => {
    const found = /~~~markdown\n(?<text>[\s\S]*?)\n~~~/.exec(part) ?? /(`+) ?(?<text>.*?) ?\1(?!`)/.exec(part);
    if (!found?.groups) throw new Error(`This is no example that could be run: ${part}`);
    return found.groups['text'] ?? '';
  });
}

/** The document of the pages with an example in its place. */
function withExample(changes: Changes, example: string): string {
  if (!changes.some(([, instead]) => instead.includes('□'))) throw new Error(`No place has the example: ${example}`);
  return changes.reduce((text, [stands, instead]) => {
    const [before, after, ...others] = text.split(stands);
    if (before === undefined || after === undefined || others.length > 0)
      throw new Error(`document.md does not have this once: ${stands}`);
    return `${before}${instead.replaceAll('□', () => example)}${after}`;
  }, DOCUMENT);
}

/** Reads the files of the pages about given functions; what is wrong with `broken.js` is said there. */
function readGiven(path: string): Included {
  if (path === 'broken.js') return { kind: 'file', text: 'export function isRound(amount) {' };
  const file = new URL(`../../fixtures/pages/given/${path}`, import.meta.url);
  return existsSync(file) ? { kind: 'file', text: readFileSync(file, 'utf8') } : { kind: 'missing' };
}

/** The errors, and what else is reported by one code. */
function reported(text: string, id: string): string[] {
  const { diagnostics } = checkDocument({ path: 'spec.md', text }, readGiven);
  return [
    ...new Set(diagnostics.filter(({ severity, code }) => severity === 'error' || code === id).map(({ code }) => code)),
  ];
}

describe('the examples of the pages give the diagnostics that they name', () => {
  test('the document around them has no error', () => {
    const { diagnostics } = checkText(DOCUMENT);
    expect(diagnostics.filter(({ severity }) => severity !== 'disclosure')).toEqual([]);
  });

  test.each(Object.entries(PLACES))('%s: ❌ is reported, and nothing else; ✅ is right', (id, place) => {
    const page = CATALOGUE.get(id)?.page ?? '';
    const [wrong, right] = 'wrong' in place ? [place.wrong, place.right] : [place, place];
    const wrongs = examples(page, '❌');
    expect(wrongs).not.toEqual([]);
    for (const example of wrongs) expect(reported(withExample(wrong, example), id), example).toEqual([id]);
    const rights = examples(page, '✅');
    expect(rights).not.toEqual([]);
    for (const example of rights) expect(reported(withExample(right, example), id), example).toEqual([]);
  });

  test('every page is run, here or where documents are parsed, unless its code says why not', () => {
    const unrun = [...CATALOGUE].filter(([id]) => !(id in PLACES) && (!(id in DOCUMENT_CODES) || id === 'N026'));
    expect(unrun.filter(([, code]) => code.withoutExample === undefined).map(([id]) => id)).toEqual([]);
  });
});
