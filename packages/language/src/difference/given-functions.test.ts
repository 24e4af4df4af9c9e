import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { documentOf } from '../fixtures/harness.ts';
import type { Plan } from '../plan/plan.ts';
import { differencesOf } from './differences-of.ts';

const TERM = `### Terms

#### even(size integer) boolean

given by functions.js#isEven`;
const FUNCTIONS = 'export const isEven = (size) => size % 2 === 0;\nexport const other = (size) => size > 2;';

function planWith(term: string, functions = FUNCTIONS): Plan {
  const text = documentOf({
    entities: '### Job\n\n| field | type |\n| --- | --- |\n| size | integer |',
    rules: `| rule | on | must hold |\n| --- | --- | --- |\n| V1 | Job | \`${term === '' ? 'size > 3' : 'even(size)'}\` |`,
    constants: term === '' ? 'none' : term,
  });
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'file', text: functions }));
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

test.each<[string, Plan, Plan, readonly string[]]>([
  ['nothing, where only the document moves', planWith(TERM), planWith(`${TERM}\n\nWith a sentence.`), []],
  [
    'its file',
    planWith(TERM),
    planWith(TERM, `${FUNCTIONS}\n`),
    ['9.even: `even` is given by `functions.js`, whose text has changed: it may decide otherwise'],
  ],
  [
    'what it exports',
    planWith(TERM),
    planWith(TERM.replace('isEven', 'other')),
    ['9.even: `even` is given by `functions.js#other`, formerly by `functions.js#isEven`: it may decide otherwise'],
  ],
  [
    'that it is new',
    planWith(''),
    planWith(TERM),
    ['9.even: `even` is given by `functions.js#isEven`: what it decides is not known'],
  ],
  ['that it is gone', planWith(TERM), planWith(''), ['9.even: `even` is no longer given by a function']],
])('9: a difference of a given function is %s', (_title, former, now, expected) => {
  const found = differencesOf(former, now).filter(({ kind }) => kind === 'given function');
  expect(found.map(({ clause, text }) => `${clause}: ${text}`)).toEqual(expected);
});

test('9: the file is among the sources of a plan, behind the document', () => {
  expect(planWith(TERM).sources.map(({ path }) => path)).toEqual(['spec.md', 'functions.js']);
});
