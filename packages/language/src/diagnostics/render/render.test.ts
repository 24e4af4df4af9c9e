import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../source/span.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { columns, excerpt } from './excerpt.ts';
import { lineMap } from '../../source/lines.ts';
import { renderGithub } from './github.ts';
import { renderJson, reportDiagnostics } from './json.ts';
import { renderText, summarize } from './text.ts';

const text = '# A\n\n| rule | on |\n| --- | --- |\n| V1 | Clam |\n| V2 | 日本 x |\n';
const files: SourceFile[] = [
  { path: 'spec.md', text },
  { path: 'more.md', text: 'a\tb\n' },
];

function at(words: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(words);
  const span = { file: 'spec.md', start, end: start + words.length };
  const details = { type: words, nearest: null };
  return { code: 'N301', severity: 'error', details, message: `No \`${words}\``, span, ...more };
}

const plain = { color: false, width: 80 };

describe('text', () => {
  test('shows the source, the range, what is related and the fix', () => {
    const clam = at('Clam', {
      clause: '5.V1',
      related: [{ span: { file: 'more.md', start: 2, end: 3 }, message: 'stated here' }],
      fix: { title: 'Write the known name', edits: [{ span: at('Clam').span, text: 'Claim' }] },
    });
    expect(renderText([clam], files, plain)).toBe(`error N301: No \`Clam\` (5.V1)
 --> spec.md:5:8
5 | | V1 | Clam |
  |        ^^^^
 --> more.md:1:3
1 | a    b
  |      - stated here
  = fix: Write the known name: \`Claim\`

1 error
`);
  });

  test('gaps come last, and each severity is counted', () => {
    const gap = at('# A', { severity: 'gap', message: 'a gap' });
    const hint = at('V1', { severity: 'hint', message: 'a hint' });
    const first = at('rule', { severity: 'warning', message: 'a warning' });
    const shown = renderText([gap, hint, first, hint], files, plain);
    expect(shown.match(/a \w+$/gm)).toEqual(['a warning', 'a hint', 'a hint', 'a gap']);
    expect(summarize([gap, hint, first, hint])).toBe('1 warning, 1 gap and 2 hints');
    expect(summarize([])).toBe('Nothing to report');
  });

  test('many gaps of one place are shown as one, with the clauses of the others', () => {
    const gaps = ['a', 'b', 'c', 'd'].map((name) => at('# A', { severity: 'gap', message: name, clause: `6.${name}` }));
    const shown = renderText(gaps, files, plain);
    expect(shown).toMatch(/^gap N301: a[^]*\n {2}= and 3 more here: 6\.b, 6\.c, 6\.d\n\n4 gaps\n$/);
    expect(shown.match(/^gap/gm)).toHaveLength(1);
    expect(renderText(gaps.slice(1), files, plain).match(/^gap/gm)).toHaveLength(3);
  });

  test('disclosures are counted, or reported where they are asked for', () => {
    const disclosure = at('V1', { severity: 'disclosure', message: 'it shows' });
    expect(renderText([disclosure, at('V1')], files, plain)).not.toContain('it shows');
    expect(renderText([disclosure, at('V1')], files, plain)).toMatch(/1 error\n1 disclosure: .*--disclosures/);
    expect(renderText([disclosure], files, { ...plain, disclosures: true })).toMatch(/it shows[^]*\n1 disclosure\n$/);
  });

  test('colours only when asked to', () => {
    expect(renderText([at('V1')], files, plain)).not.toContain('\u001b');
    expect(renderText([at('V1')], files, { ...plain, color: true })).toContain('\u001b[1;31merror N301\u001b[0m');
  });

  test('shows a file that could not be read by its name alone', () => {
    const span = { file: 'lost.md', start: 5, end: 9 };
    expect(renderText([at('V1', { span })], files, plain)).toContain(' --> lost.md\n');
  });

  test('control characters are escaped', () => {
    const evil = [{ path: 'spec.md', text: 'a\u001b[2Jb\u202ec' }];
    const found = at('V1', { message: 'x\u001b[2J', span: { file: 'spec.md', start: 1, end: 2 } });
    const shown = renderText([found], evil, plain);
    expect(shown).not.toContain('\u001b');
    expect(shown).not.toContain('\u202e');
    expect(shown).toContain('a<U+001B>[2Jb<U+202E>c');
    expect(shown).toContain(' ^^^^^^^^\n');
  });
});

describe('an excerpt', () => {
  const cut = (source: string, start: number, end: number, width: number) =>
    excerpt(lineMap({ path: 'a.md', text: source }), { file: 'a.md', start, end }, width);

  test.each<[string, string, number, number, number, number]>([
    ['wide characters take two columns', '日本 x', 3, 4, 5, 1],
    ['wide characters are marked whole', '日本 x', 0, 2, 0, 4],
    ['tabs take four', '\tx', 1, 2, 4, 1],
    ['marks above letters take none', 'e\u0301x', 2, 3, 1, 1],
    ['emoji take two', '👩‍💻x', 5, 6, 2, 1],
    ['an empty range is marked', 'ab', 2, 2, 2, 1],
    ['a range over two lines is marked to the end of its first', 'ab\ncd', 1, 5, 1, 1],
  ])('%s', (_, source, start, end, markStart, markWidth) => {
    expect(cut(source, start, end, 80)).toMatchObject({ markStart, markWidth });
  });

  test.each([
    [0, 4],
    [100, 104],
    [196, 200],
    [10, 190],
    [0, 200],
    [200, 200],
  ])('of a long line fits around %i to %i', (start, end) => {
    const source = 'abcd'.repeat(50);
    const { text: shown, markStart, markWidth } = cut(source, start, end, 40);
    expect(columns(shown)).toBeLessThanOrEqual(40);
    expect(markStart + markWidth).toBeLessThanOrEqual(41);
    const marked = shown.slice(markStart, markStart + markWidth).replace('…', '');
    expect(source.slice(start, end).startsWith(marked)).toBe(true);
  });
});

test('JSON has every property, with ranges in code points', () => {
  const report = reportDiagnostics([at('x', { severity: 'gap' }), at('V1')], files);
  expect(report.counts).toEqual({ error: 1, warning: 0, gap: 1, disclosure: 0, hint: 0 });
  expect(report.diagnostics[0]).toEqual({
    code: 'N301',
    severity: 'error',
    message: 'No `V1`',
    clause: null,
    file: 'spec.md',
    range: { start: { line: 5, column: 3 }, end: { line: 5, column: 5 } },
    related: [],
    fix: null,
  });
  expect(report.diagnostics[1]?.range.start).toEqual({ line: 6, column: 11 });
  expect(JSON.parse(renderJson([at('V1')], files))).toEqual(reportDiagnostics([at('V1')], files));
});

test('annotations are one line each, escaped', () => {
  const found = at('V1', { message: '100 %\nof it', severity: 'gap' });
  expect(renderGithub([found], files, (path) => `a,b/${path}`)).toBe(
    '::notice file=a%2Cb/spec.md,line=5,endLine=5,col=3,endColumn=5,title=N301::100 %25%0Aof it\n',
  );
});
