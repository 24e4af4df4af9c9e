import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import { LIBRARY } from '../fixtures/library.ts';
import { applyEdits } from '../diagnostics/apply-fixes.ts';
import type { PointName } from '../points.ts';
import { reportModel } from '../report/model.ts';
import type { Cell, Section, Table } from '../syntax/tree.ts';
import { answerGap, questionsOf } from './answer-gap.ts';

function answered(text: string, clause: string, answer: string): string {
  const edits = answerGap(checkText(text), clause, answer);
  if (edits === null) throw new Error(`${clause} can't be answered`);
  return applyEdits({ path: 'spec.md', text }, edits).text;
}

const errorsOf = (text: string) =>
  checkText(text).diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
const gapsOf = (text: string) => checkText(text).model.gaps.map(({ clause }) => clause);
const choicesOf = (text: string, clause: string) =>
  questionsOf(checkText(text)).find((question) => question.clause === clause)?.choices;

const entities = `### Book

| field | type | rules |
| --- | --- | --- |
| name | text | |
| status | state | |
| lender | User | optional |

### User

| setting | is |
| --- | --- |
| delete | never |`;
const states = `### Book.status

| state | kind |
| --- | --- |
| there | initial |
| lent | |

| event | from | to | by | when | error |
| --- | --- | --- | --- | --- | --- |
| lend | there | lent | clerk | none | none |
| back | lent | there | not shown | none | none |`;
const roles = `### Roles

| role | is given to | of |
| --- | --- | --- |
| reader | signed in | |
| clerk | assigned | |
| holder | \`lender == user\` | Book |

### Permissions

#### Book

| may | holder | clerk | reader |
| --- | --- | --- | --- |
| read | yes | \`status == "there"\` | not shown |
| create | | yes | no |
| update | no | | no |`;
const user = '#### User\n\n| may | others |\n| --- | --- |\n| read, create, update, update roles, update email | no |';
const shelves = documentOf({ entities, states, roles: `${roles}\n\n${user}` });

describe('offers come from the document', () => {
  test.each<[string, readonly string[]]>([
    ['6.Book.read.reader', ['yes', 'no', 'status == "there"']],
    ['6.Book.delete', ['yes', 'no', 'status == "there"', 'each by itself']],
    ['4.Book.status.back.by', ['reader', 'clerk', 'holder', 'lender', 'system']],
  ])('%s', (clause, choices) => {
    expect(choicesOf(shelves, clause)).toEqual(choices);
  });

  test('an example is of the entities, roles, events and states that there are', () => {
    const rows = '| not shown | not shown | not shown | not shown |';
    const table = `### Examples\n\n| given | who | does | then |\n| --- | --- | --- | --- |\n${rows}`;
    const text = documentOf({ entities, states: `${states}\n\n${table}`, roles: `${roles}\n\n${user}` });
    const offered = ['given', 'who', 'does', 'then'].map((column) => choicesOf(text, `4.examples.1.${column}`));
    expect(offered).toEqual([
      ['none', 'Book', 'User'],
      ['none', 'reader', 'clerk', 'holder'],
      ['lend', 'back', 'create Book', 'create User', 'update', 'delete'],
      ['none', 'there', 'lent'],
    ]);
  });

  test('a type is one of the vocabulary or an entity, and a value is own words', () => {
    const text = documentOf({
      entities: '### Book\n\n| field | type |\n| --- | --- |\n| name | not shown |',
      constants: '| name | value |\n| --- | --- |\n| LIMIT | not shown |',
    });
    expect(choicesOf(text, '3.Book.name')).toEqual(expect.arrayContaining(['text', 'money', 'Book', 'User']));
    expect(choicesOf(text, '9.LIMIT')).toEqual([]);
  });
});

describe('an answer is the one right line', () => {
  test.each<[string, string, string, string]>([
    ['a cell', '6.Book.read.reader', 'yes', '| read | yes | `status == "there"` | yes |'],
    ['an expression', '6.Book.read.reader', 'name != "a|b"', '| `name != "a\\|b"` |'],
    ['an empty cell', '6.Book.update.clerk', 'yes', '| update | no | yes | no |'],
    ['a missing row', '6.Book.delete', 'no', '| update | no | | no |\n| delete | no | no | no |'],
    ['by', '4.Book.status.back.by', 'lender', '| back | lent | there | lender | none | none |'],
  ])('%s', (_, clause, answer, line) => {
    const text = answered(shelves, clause, answer);
    expect(text).toContain(line);
    expect(gapsOf(text)).not.toContain(clause);
    expect(errorsOf(text)).toEqual([]);
  });

  test('a role without a column gets one', () => {
    const table =
      '| may | holder | clerk |\n| --- | --- | --- |\n| read | yes | yes |\n| create, update, delete | | no |';
    const text = documentOf({
      entities,
      states,
      roles: `${roles.slice(0, roles.indexOf('| may'))}${table}\n\n${user}`,
    });
    expect(gapsOf(text)).toContain('6.Book.reader');
    const after = answered(text, '6.Book.reader', 'no');
    expect(after).toContain('| clerk | reader |\n| --- | --- | --- | --- |\n| read | yes | yes | no |\n');
    expect(gapsOf(after)).not.toContain('6.Book.reader');
    expect(errorsOf(after)).toEqual([]);
  });

  test('an entity without permissions gets a table, which may ask for each cell', () => {
    const text = documentOf({ entities, states, roles });
    const closed = answered(text, '6.User', 'no');
    expect(closed).toContain('#### User\n\n| may | others |\n| --- | --- |\n| read, create, update | no |\n');
    expect(gapsOf(closed)).not.toContain('6.User');
    const each = answered(text, '6.User', 'each by itself');
    expect(each).toContain('| may | reader | clerk |\n| --- | --- | --- |\n| read | not shown | not shown |');
    expect(gapsOf(each)).toEqual(expect.arrayContaining(['6.User.read.reader', '6.User.update.clerk']));
    expect(errorsOf(each)).toEqual([]);
  });

  const screen = (table: string) => documentOf({ screens: `### Home \`/\`\n\n${table}\n\nWelcome.` });
  test.each<[string, string, string]>([
    [
      'a missing part',
      '| part | is |\n| --- | --- |\n| kind | page |',
      '| kind | page |\n| for | everyone |\n\nWelcome.',
    ],
    [
      'a part with a note',
      '| note | is | part |\n| --- | --- | --- |\n| a | page | kind |',
      '| a | page | kind |\n| | everyone | for |',
    ],
    ['no part at all', '', '### Home `/`\n\n| part | is |\n| --- | --- |\n| for | everyone |\n\n'],
  ])('%s', (_, table, line) => {
    const text = answered(screen(table), '2.home.for', 'everyone');
    expect(text).toContain(line);
    expect(gapsOf(text)).not.toContain('2.home.for');
  });

  test('a column that is missing is added, and what it leaves open stays open', () => {
    const events = '| event | from | to |\n| --- | --- | --- |\n| lend | there | lent |\n| back | lent | there |';
    const text = documentOf({ entities, states: states.replace(/\| event[^]*/, events) });
    expect(answered(text, '4.Book.status.lend.by', 'system')).toContain(
      '| to | by |\n| --- | --- | --- | --- |\n| lend | there | lent | system |\n| back | lent | there | not shown |',
    );
  });

  test.each<[string, string, string]>([
    ['an open point', '## 5. Validation rules\n\nnot shown\n', '## 5. Validation rules\n\nnone\n'],
    ['an empty point', '## 5. Validation rules\n', '## 5. Validation rules\n\nnone\n'],
    ['a missing point', '', '## 5. Validation rules\n\nnone\n\n## 6. '],
  ])('%s', (_, before, after) => {
    const text = documentOf({}).replace('## 5. Validation rules\n\nnone\n\n', before && `${before}\n`);
    expect(gapsOf(text)).toContain('5');
    expect(answered(text, '5', 'none')).toContain(after);
    expect(gapsOf(answered(text, '5', 'none'))).not.toContain('5');
  });

  test('missing roles get a heading, and what it holds is no single line', () => {
    const text = documentOf({ entities, states, roles: `${roles.slice(roles.indexOf('### Permissions'))}\n\n${user}` });
    expect(questionsOf(checkText(text)).find(({ clause }) => clause === '6.roles')).toMatchObject({
      choices: ['none'],
      takesWords: false,
    });
    const after = answered(text, '6.roles', 'none');
    expect(after).toContain('### Roles\n\nnone\n\n### Permissions\n');
    expect(gapsOf(after)).not.toContain('6.roles');
  });

  test('a missing last point is added at the end', () => {
    const text = documentOf({}).replace(/\n## 9[^]*/, '');
    expect(answered(text, '9', 'none')).toBe(documentOf({}));
  });
});

test('a gap that is answered with its former text gives the former document', () => {
  const checked = checkText(LIBRARY);
  const before = reportOf(LIBRARY);
  const tried: string[] = [];
  for (const cell of aFewOfEachColumn(Object.values(checked.tree.points))) {
    const { start, end } = outside(cell.span);
    const text = `${LIBRARY.slice(0, start)} not shown ${LIBRARY.slice(end)}`;
    const open = checkText(text);
    const gap = open.model.gaps.find(({ clause }) => {
      const found = open.diagnostics.find((other) => other.code === 'N048' && other.clause === clause);
      return found?.span.start === start + 1;
    });
    if (gap === undefined || open.diagnostics.some(({ severity }) => severity === 'error')) continue;
    tried.push(gap.clause);
    expect(reportOf(answered(text, gap.clause, cell.text)), gap.clause).toEqual(before);
  }
  expect(new Set(tried.map((clause) => clause.charAt(0)))).toEqual(new Set(['2', '3', '4', '5', '6', '7', '8', '9']));
});

test('every gap of a document that leaves everything open is a question', () => {
  const points: PointName[] = [
    'purpose',
    'screens',
    'entities',
    'states',
    'rules',
    'roles',
    'calls',
    'errors',
    'constants',
  ];
  const text = documentOf(Object.fromEntries(points.map((point) => [point, 'not shown'])));
  expect(questionsOf(checkText(text)).map(({ clause, choices }) => `${clause} ${choices.join()}`)).toEqual(
    points.map((_, index) => `${index + 1} none`),
  );
});

function reportOf(text: string): unknown {
  const { places: _, ...stated } = reportModel(checkText(text).model);
  return stated;
}

/** Two cells of each column of each kind of table; more only take longer. */
function aFewOfEachColumn(sections: readonly Section[]): readonly Cell[] {
  const seen = new Map<string, number>();
  return sections.flatMap(tablesOf).flatMap(({ headers, rows }) =>
    rows.flatMap((row) =>
      row.cells.filter((cell, index) => {
        const key = `${headers[0]?.text} ${headers[index]?.text} ${headers[0]?.text === 'part' ? row.cells[0]?.text : ''}`;
        const count = cell.absence === null ? (seen.get(key) ?? 0) + 1 : 3;
        if (count <= 2) seen.set(key, count);
        return count <= 2;
      }),
    ),
  );
}

function tablesOf(section: Section): Table[] {
  return [...section.blocks.filter((block) => block.kind === 'table'), ...section.sections.flatMap(tablesOf)];
}

/** Everything between a cell's bars. */
function outside({ start, end }: { start: number; end: number }): { start: number; end: number } {
  let from = start;
  while (LIBRARY.charAt(from - 1) !== '|') from -= 1;
  let to = end;
  while (LIBRARY.charAt(to) !== '|') to += 1;
  return { start: from, end: to };
}
