import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../plan/plan.ts';
import { checkConversions, isSameConversion } from './conversions.ts';
import { checkText, documentOf } from './testing/harness.ts';

const document = (rows: string, more = ''): string =>
  documentOf({
    entities: `### Thing\n\n| field | type | rules |\n| --- | --- | --- |\n| title | text | |\n${rows}\n\n${more}`,
  });

function planned(text: string): { plan: Plan; check: ReturnType<typeof checkText> } {
  const check = checkText(text);
  if (check.plan === null)
    throw new Error(check.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return { plan: check.plan, check };
}

/** What is told of a document that follows another one: its code and the source that it marks. */
function told(former: string, after: string): readonly string[] {
  const text = after;
  const { plan, check } = planned(text);
  return checkConversions(check.tree, plan, planned(former).plan).map(
    ({ code, span }) => `${code} ${text.slice(span.start, span.end)}`,
  );
}

const FORMER = '| weight | integer | |\n| code | text | optional |\n| colour | enum(red, blue) | |';

describe('a conversion is checked with the names of the former document', () => {
  test.each<[what: string, row: string, told: readonly string[]]>([
    ['a field that it has', '| kilos | decimal(8,3) | from weight / 1000 |', []],
    ['a field that it does not have', '| kilos | decimal(8,3) | from wieght / 1000 |', ['N055 wieght']],
    ['a field that comes with the document', '| a | text | |\n| b | text | from a |', ['N055 a']],
    ['what may be empty', '| mark | text | from `code` |', ['N064 code']],
    ['what may be empty, for what may be so too', '| mark | text | optional, from code |', []],
    ['another type', '| day | date | from weight |', ['N060 weight']],
    [
      'a choice that there is not',
      '| tone | enum(warm, cold) | from if colour == "red" then "wram" else "cold" |',
      ['N063 "wram"'],
    ],
    [
      'a choice that is none of the former ones',
      '| colour | enum(crimson, blue) | from if colour == "red" then "crimson" else colour |',
      [],
    ],
    ['places after the point in a whole number', '| kilos | integer | from weight / 1000 |', ['N060 weight / 1000']],
  ])('%s', (_what, row, expected) => {
    expect(told(document(FORMER), document(row))).toEqual(expected);
  });

  test('by the former name of its entity, and of what it refers to', () => {
    const more = (name: string) => `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |`;
    const former = document('| maker | Maker | optional |', more('Maker'));
    const after = document('| made_by | Producer | optional, from maker |', more('Producer (was: Maker)'));
    expect(told(former, after)).toEqual([]);
  });

  test('but where the former one states it already, however it is laid out', () => {
    const stated = (from: string) => document(`| kilos | decimal(8,3) | from ${from} |`);
    expect(told(stated('weight / 1000'), stated('weight/1000'))).toEqual([]);
    expect(told(stated('weight / 1000'), stated('weight / 100'))).toEqual(['N055 weight']);
    expect(isSameConversion({ text: '"a b"' }, { text: '"ab"' })).toBe(false);
  });
});

describe('the examples of the reference', () => {
  const page = readFileSync(new URL('../../../../docs/language/changes.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```diff\n(.*?)```/gs)].map(([, text = '']) => text.trim().split('\n'));

  test.each(examples.map((lines) => [lines]))('%s', (lines) => {
    const rows = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
    expect(told(document(rows('-')), document(rows('+')))).toEqual([]);
  });
});
