import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../plan/plan.ts';
import { checkConversions } from './check-conversions.ts';
import { isSameConversion } from './conversions.ts';
import { checkText, documentOf } from '../../fixtures/harness.ts';

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

/** The diagnostics of a document that follows another one: each with its code and the source that it marks. */
function reported(former: string, after: string): readonly string[] {
  const text = after;
  const { plan, check } = planned(text);
  return checkConversions(check.tree, plan, planned(former).plan).map(
    ({ code, span }) => `${code} ${text.slice(span.start, span.end)}`,
  );
}

const FORMER = '| weight | integer | |\n| code | text | optional |\n| colour | enum(red, blue) | |';

describe('a conversion is checked with the names of the former document', () => {
  test.each<[what: string, row: string, reported: readonly string[]]>([
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
    ['a way back', '| weight | decimal(8,3) | from weight / 1000, back trunc(weight * 1000) |', []],
    [
      'a way back that comes to another type',
      '| weight | decimal(8,3) | from weight / 1000, back weight * 1000 |',
      ['N060 weight * 1000'],
    ],
    ['a way back to nothing', '| mark | text | optional, from code, back weight = mark |', ['N060 mark']],
    [
      'a way back that may be empty, to what is required',
      '| sum | integer | optional, from weight, back sum |',
      ['N064 sum'],
    ],
    [
      'a way back to one of several fields',
      '| both | text | optional, from if code == null then null else code + colour, back both |',
      ['N333 both'],
    ],
    [
      'a way back to each of several fields',
      '| both | text | optional, from if code == null then null else code + colour, back code = both, back colour = "red" |',
      [],
    ],
    ['a way back to a field that it does not have', '| sum | integer | from weight, back wieght = sum |', ['N333 sum']],
  ])('%s', (_what, row, expected) => {
    expect(reported(document(FORMER), document(row))).toEqual(expected);
  });

  test.each<[what: string, from: string, row: string, reported: readonly string[]]>([
    ['its records', 'Thing where weight > 5', '| mass | integer | from weight |', []],
    ['what its condition knows', 'Thing where code != null', '| mark | text | from code |', []],
    ['what its key knows', 'Thing, key code', '| mark | text | from code |', []],
    ['what may be empty', 'Thing', '| mark | text | from `code` |', ['N064 code']],
    ['the former record', 'Thing', '| thing | Thing | from this |', []],
    ['an entity that there is not', 'Thnig', '| mark | text | from code |', ['N334 Thnig']],
    ['a condition of another type', 'Thing where `weight`', '| mark | text | optional |', ['N060 weight']],
    ['a field that it does not have', 'Thing, key `wieght`', '| mark | text | optional |', ['N055 wieght']],
    ['a key of no use', 'Thing, key tags', '| mark | text | optional |', ['N334 tags']],
  ])('records from which others are made: %s', (_what, from, row, expected) => {
    const tag = '### Tag\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n';
    const former = `${FORMER}\n| tags | many Tag | |`;
    const other = `### Other\n\n| field | type | rules |\n| --- | --- | --- |\n${row}\n\n| setting | is |\n| --- | --- |\n| from | ${from} |\n\n${tag}`;
    expect(reported(document(former, tag), document(former, other))).toEqual(expected);
  });

  test('a reference to what is made: by the former record, or by the key', () => {
    const other = (from: string) =>
      `### Other\n\n| field | type | rules |\n| --- | --- | --- |\n| mark | text | optional |\n\n| setting | is |\n| --- | --- |\n| from | ${from} |`;
    const after = (from: string, value: string) =>
      document(`${FORMER}\n| other | Other | optional, from \`${value}\` |`, other(from));
    expect(reported(document(FORMER), after('Thing', 'this'))).toEqual([]);
    expect(reported(document(FORMER), after('Thing, key code', 'code'))).toEqual([]);
    expect(reported(document(FORMER), after('Thing, key code', 'this'))).toEqual(['N060 this']);
    expect(reported(document(FORMER), after('Thing', 'code'))).toEqual(['N060 code']);
  });

  test('by the former name of its entity, and of what it refers to', () => {
    const more = (name: string) => `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |`;
    const former = document('| maker | Maker | optional |', more('Maker'));
    const after = document('| made_by | Producer | optional, from maker |', more('Producer (was: Maker)'));
    expect(reported(former, after)).toEqual([]);
  });

  test('but where the former one states it already, however it is laid out', () => {
    const stated = (from: string) => document(`| kilos | decimal(8,3) | from ${from} |`);
    expect(reported(stated('weight / 1000'), stated('weight/1000'))).toEqual([]);
    expect(reported(stated('weight / 1000'), stated('weight / 100'))).toEqual(['N055 weight']);
    expect(isSameConversion({ text: '"a b"' }, { text: '"ab"' })).toBe(false);
  });
});

describe('the examples of the reference', () => {
  const page = readFileSync(new URL('../../../../../docs/language/changes.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```diff\n(.*?)```/gs)].map(([, text = '']) => text.trim().split('\n'));

  test.each(examples.map((lines) => [lines]))('%s', (lines) => {
    const rows = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
    // The rows are those of one entity.
    const after = document(rows('+').replaceAll('Customer', 'Thing'));
    expect(reported(document(rows('-')), after)).toEqual([]);
  });
});
