import { globSync, readFileSync } from 'node:fs';
import type { PaperPiece, ReadPaper } from '@nonet/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfFindings } from '../fixtures/pdf-ua.ts';
import { planFrom } from '../fixtures/plans.ts';
import { paperToSet } from './set-paper.ts';
import { Typesetter } from './typesetter.ts';

const typesetter = new Typesetter();
afterAll(() => typesetter.close());

const PLAN = planFrom('invoices.md');
const PICTURE = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>').toString('base64')}`;

async function set(body: readonly PaperPiece[], more: Partial<ReadPaper> = {}): Promise<Uint8Array> {
  const paper: ReadPaper = {
    title: 'Title <&> é א',
    header: ['Header'],
    footer: ['Page ', { number: 'page' }, ' of ', { number: 'pages' }],
    body,
    language: 'en',
    size: 'a4',
    isLandscape: false,
    logo: PICTURE,
    ...more,
  };
  const { paper: text, picture } = paperToSet(PLAN, paper);
  return typesetter.set(text, picture);
}

const findings = async (body: readonly PaperPiece[], more?: Partial<ReadPaper>): Promise<string[]> =>
  pdfFindings(await set(body, more));

describe('PDF/UA-1: nothing is found in a paper', () => {
  const CASES: readonly (readonly [what: string, body: readonly PaperPiece[], more: Partial<ReadPaper>])[] = [
    ['without words', [], {}],
    ['with headings that leave levels out', ['### c\n\n# a\n\n### c\n\n###### f\n\n## b\n\n#### d'], {}],
    ['with lists within lists', ['- a\n  - b\n\n    c\n- d\n\n1. e\n2. f'], {}],
    ['with a table whose cells are empty', ['| a | |\n| --- | ---: |\n| 1 | 2 |\n| | |'], {}],
    ['with a table of several pages', [`| a | b |\n| --- | --- |\n${'| 1 | 2 |\n'.repeat(200)}`], {}],
    [
      'with links, quotes, code and lines',
      ['> [a](https://a.example) ~~[b](https://b.example)~~ `c`\n\n---\n\n```\nd\n```'],
      {},
    ],
    ['with what is left out', ['a ', { leftOut: 'note' }, '\n\n', { value: '<b>*x*</b>' }], {}],
    ['from right to left', ['# مرحبا\n\n- א\n- ', { value: 'ب 12' }], { language: 'ar' }],
    [
      'in another language, without a header',
      ['# Hallo'],
      { language: 'de-AT', header: null, footer: null, logo: null },
    ],
    ['on a small page, landscape', ['# Hallo\n\nWelt'], { size: 'a6', isLandscape: true }],
  ];
  test.each(CASES)('%s', async (_what, body, more) => {
    expect(await findings(body, more)).toEqual([]);
  });

  // A run of letters without a blank, marks or signs without an end.
  test.each([
    ['letters', 'x'.repeat(5_000)],
    ['marks over one letter', `a${'\u0301'.repeat(2_000)}`],
    ['emoji', '\u{1f600}'.repeat(500)],
    ['signs of directions', 'a \u202e b \u2066 c \u2069\u2069 \u200f end'],
    ['signs that no font has', '\u4e2d\u6587 \ue123 \u{1f9ff}'],
    ['ends of objects', '\nendobj\nendstream\ntrailer << >> startxref 1 %%EOF </rdf:RDF>'],
  ])('with %s as its title and words', async (_what, text) => {
    expect(await findings([{ value: text }], { title: text, header: [{ value: text }] })).toEqual([]);
  });

  const root = new URL('../../../../', import.meta.url).pathname;
  const documents = globSync(['examples/**/*.md', 'docs/language/7-calls.md', 'docs/cookbook/*.md'], { cwd: root });
  const stated = documents.flatMap((file) =>
    papersOf(readFileSync(`${root}${file}`, 'utf8')).map((words) => [file, words] as const),
  );
  test.each(stated)('of %s', async (_file, words) => {
    const pieces = words.split(/(\{[^{}]*\})/).map((part) => (part.startsWith('{') ? { value: 'Value 1' } : part));
    expect(await findings(pieces)).toEqual([]);
  });
});

describe('what breaks a point is found', () => {
  const BREAKS: readonly (readonly [point: string, written: string, instead: string])[] = [
    ['01-007', '/Marked true', '/Marked null'],
    ['02-001', '/S /Table', '/S /Tabel'],
    ['06-002', '<pdfuaid:part>1', '<pdfuaid:part>x'],
    ['07-001', '/DisplayDocTitle true', '/DisplayDocTitle null'],
    ['11-006', '/Lang (en)', '/Lang (..)'],
    ['13-004', '/Alt (', '/Alx ('],
    ['14-003', '/S /H2', '/S /H4'],
    ['15-003', '/Scope', '/Scopx'],
    ['28-009', '/Tabs /S', '/Tabs /R'],
    ['28-012', '/Contents (', '/Contentx ('],
    ['31-009', '/FontFile', '/FontFilx'],
    ['31-027', '/ToUnicode', '/ToUnicodx'],
  ];
  test.each(BREAKS)('%s', async (point, written, instead) => {
    const pdf = await set(['# a\n\n## b\n\n[c](https://c.example)\n\n| d |\n| --- |\n| e |']);
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).toContain(written);
    const broken = Buffer.from(text.replaceAll(written, instead), 'latin1');
    expect((await pdfFindings(broken)).map((finding) => finding.slice(0, 6))).toContain(point);
  });
});

/** The words of the papers that a document states, with each part once. */
function papersOf(text: string): readonly string[] {
  const [, papers = ''] = text.split(/^### Papers$/m);
  const [own = ''] = papers.split(/^## /m);
  return [...own.matchAll(/^```markdown\n([\s\S]*?)^```$/gm)].map(([, words = '']) =>
    words.replaceAll(/^\|?\s*\{(?:if|else|for|end)\b[^}]*\}[\s|]*\n/gm, ''),
  );
}
