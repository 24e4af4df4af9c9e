import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const OF = '| of | Claim |';
const SUM = 'Sum: {total}';
const FOOTER = '| footer | {page} of {pages} |';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['an entity is known', OF, '| of | Clam |', ['N207 Clam']],
  ['a paper is of a record', OF, '| of | none |', ['N780 none']],
  ['whose paper it is, is a gap if it is missing', `${OF}\n`, '', ['N048 claim_letter']],
  ['a title is stated', '| title | Claim {number} |\n', '', ['N048 claim_letter']],
  ['a part is known', OF, `${OF}\n| colour | red |`, ['N029 colour']],
  ['a size is known', 'A5 landscape', 'A9', ['N783 A9']],
  ['a size has one way', 'A5 landscape', 'A5 upside down', ['N783 A5 upside down']],
  ['a language is a tag', OF, `${OF}\n| language | Dutch language |`, ['N783 Dutch language']],
  ['a logo is a constant', OF, `${OF}\n| logo | logo.png |`, ['N783 logo.png']],
  ['roles are known', OF, `${OF}\n| for | mangaer |`, ['N208 mangaer']],
  ['a placeholder is known', SUM, 'Sum: {totl}', ['N055 totl']],
  ['pages are numbered on each page alone', SUM, '{page}', ['N055 page']],
  ['a footer has values', FOOTER, '| footer | {number}, {page} |', []],
  ['a line of a list is repeated', SUM, '{for l in lines}\n- {l.amount}\n{end}', []],
  ['a line is read in its part alone', SUM, '{for l in lines}{end}{l.amount}', ['N055 l']],
  ['records of a query are repeated', SUM, '{for p in Payment where claim == this}{p.claim}{end}', []],
  ['parts are in each other', SUM, '{for l in lines}{if l.amount > 5}a{else}b{end}{end}', []],
  ['what begins ends', SUM, '{for l in lines}- {l.amount}', ['N781 for l in lines']],
  ['what ends has begun', SUM, '{end}', ['N781 end']],
  ['one `{else}` is enough', SUM, '{if total > 5}{else}{else}{end}', ['N781 else']],
  ['a condition is one', SUM, '{if number}a{end}', ['N060 number']],
  ['`if … then …` is a value', SUM, '{if total > 5 then "a" else "b"}', []],
  ['a condition narrows its part', SUM, '{if note != null}{size(note)}{end}', []],
  ['a braced word is no placeholder', SUM, '{{end}}', []],
  ['a single brace is a mistake', SUM, '}', ['N080 }']],
  ['HTML has no meaning', SUM, '<b>Sum</b>', ['N753 <b>']],
  ['a link is no value', SUM, '[Sum]({number})', ['N782 number']],
  [
    'words are needed',
    '```markdown\nSum: {total}\n\n{if total > 100}It is much.{end}\n\n[Claims](https://example.com/claims)\n```\n',
    '',
    ['N048 claim_letter'],
  ],
];

describe('the papers of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    const found = checkText(changed(DOCUMENT, from, to)).problems;
    expect(found.filter((problem) => !/^N78[45]/.test(problem))).toEqual(problems);
  });

  test('a paper and a call have names of their own', () => {
    expect(checkText(changed(DOCUMENT, '#### claim_letter', '#### booking')).problems).toEqual(['N037 booking']);
  });

  test('a formatter may align tables, and take the words between rows for rows', () => {
    const table =
      '| Of | Amount |\n| --- | ---: |\n{for l in lines}\n| {number} | {l.amount} |\n{end}\n| Sum | {total} |';
    const aligned =
      '| Of       |     Amount |\n| -------- | ---------: |\n| {for l in lines} |\n| {number} | {l.amount} |\n| {end}    |\n| Sum      |    {total} |';
    const wordsOf = (words: string) => {
      const { model, problems } = checkText(changed(DOCUMENT, SUM, words));
      expect(problems).toEqual(checkText(DOCUMENT).problems);
      return JSON.stringify(
        model.papers.map(({ content }) => content),
        (key, value: unknown) => (key === 'span' ? 0 : value),
      );
    };
    expect(wordsOf(aligned)).toBe(wordsOf(table));
  });
});
