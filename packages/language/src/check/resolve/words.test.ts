import { expect, test } from 'vitest';
import { readCell } from '../../syntax/cell.ts';
import { pathOf, pluralOf } from './names.ts';
import { splitEffects, splitList } from './words.ts';

const cellOf = (source: string) => readCell(source, { file: 'a.md', start: 0, end: source.length });

/** Each part as it is read, and as it is in the source. */
function parts(source: string, split: typeof splitList = splitList) {
  return split(cellOf(source)).map(({ text, span }) => [text, source.slice(span.start, span.end)]);
}

const alone = (...texts: string[]) => texts.map((text) => [text, text]);

test.each([
  ['a, b', alone('a', 'b')],
  ['`a`, `b`', alone('a', 'b')],
  ['`a, b`', alone('a', 'b')],
  ['a, `b == "x, y"`', alone('a', 'b == "x, y"')],
  ['`a` or `b`, c', alone('`a` or `b`', 'c')],
  ['`first(a, b)`, /a,b/', alone('first(a, b)', '/a,b/')],
  ['a,,b', alone('a', '', 'b')],
  ['`a\\|\\|b`, c', [['a||b', 'a\\|\\|b'], ...alone('c')]],
])('a list: %s', (source, expected) => expect(parts(source)).toEqual(expected));

test.each([
  ['a = 1; `b = 2`', alone('a = 1', 'b = 2')],
  ['`a = 1`<br>`b = 2`', alone('a = 1', 'b = 2')],
  ['a = 1;', alone('a = 1')],
])('effects: %s', (source, expected) => expect(parts(source, splitEffects)).toEqual(expected));

// The derived API: a collection is called as its entity in the plural.
test.each([
  ['Claim line', 'Claim lines'],
  ['Category', 'Categories'],
  ['Box', 'Boxes'],
  ['Child', 'Children'],
  ['Foster child', 'Foster children'],
  ['Human', 'Humans'],
  ['Analysis', 'Analyses'],
  ['Status', 'Statuses'],
  ['Constructor', 'Constructors'],
])('the plural of %s is %s', (label, plural) => expect(pluralOf(label)).toBe(plural));

test('in a path it is in small letters', () => {
  expect(['FosterChild', 'AdverseEvent', 'Person'].map(pathOf)).toEqual([
    'foster-children',
    'adverse-events',
    'people',
  ]);
});
