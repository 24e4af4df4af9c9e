import { expect, test } from 'vitest';
import { differences, type Rows } from './changed.ts';
import { Dice } from './document/dice.ts';
import { dropField } from './document/edits/fields.ts';
import { dropEntity } from './document/edits/gone.ts';
import { renameField, renameWord, wordsOf } from './document/edits/names.ts';
import type { Version } from './document/edits/rows.ts';
import * as structure from './document/edits/structure.ts';
import { judge, repaired, validDocument } from './document/valid.ts';

const rows = (row: Readonly<Record<string, unknown>>): Rows =>
  new Map([['task', new Map([['1', { id: '1', ...row }]])]]);

/** A field has another name, a state and a field others do: what is not said may not differ. */
const CHANGE = {
  entities: new Map<string, string>(),
  names: new Map([['label_1', 'label_9001']]),
  words: new Map([['fresh', 'new_fresh']]),
  others: new Set(['count_2']),
  gone: new Set(['Parcel']),
};

test.each<[what: string, before: object, after: object, found: readonly string[]]>([
  ['a renamed field', { label_1: 'x' }, { label_9001: 'x' }, []],
  ['a renamed field that lost its value', { label_1: 'x' }, { label_9001: null }, ['label_1 was "x", and is null']],
  ['a renamed state', { status: 'fresh' }, { status: 'new_fresh' }, []],
  ['another state', { status: 'fresh' }, { status: 'done' }, ['status was "fresh", and is "done"']],
  ['a field that is said to be another one', { count_2: 3 }, { count_2: 4 }, []],
  ['a field that is gone unsaid', { day_3: '2026-03-01' }, {}, ['day_3 was "2026-03-01", and is undefined']],
  ['what the product writes itself', { updated_at: 'a', version: 1 }, { updated_at: 'b', version: 2 }, []],
])('%s', (_what, before, after, found) => {
  expect(differences(rows({ ...before }), rows({ ...after }), CHANGE)).toEqual(found.map((one) => `task 1: ${one}`));
});

test('a record that is gone', () => {
  expect(differences(rows({}), new Map(), CHANGE)).toEqual(['task 1 is gone']);
});

test('records of an entity that is said to be gone', () => {
  expect(differences(new Map([['parcel', new Map([['1', { id: '1' }]])]]), new Map(), CHANGE)).toEqual([]);
});

test('a record of a renamed entity is looked for under its new name', () => {
  const change = { ...CHANGE, entities: new Map([['Task', 'NewTask']]) };
  const after: Rows = new Map([['new_task', new Map([['1', { id: '1', label_1: 'x' }]])]]);
  expect(differences(rows({ label_1: 'x' }), after, { ...change, names: new Map() })).toEqual([]);
});

/** To make a document takes longer than to edit it. */
const DOCUMENTS = Array.from({ length: 16 }, (_one, seed) => validDocument(seed + 1).text);

test.each(Object.entries({ ...structure, dropEntity }))('%s gives documents without errors', (_name, edit) => {
  const later = DOCUMENTS.map((text, seed) => {
    let number = 9000;
    return edit(text, new Dice(seed), (word) => `${word}_${(number += 1)}`);
  });
  const found = later.filter((version) => version !== null);
  const valid = found.filter((version) => repaired(version.text).plan !== null);
  expect(valid.length).toBeGreaterThan(2);
  // A stated record may lack what an edit asks of it, so that some are left out.
  expect(valid.length / found.length).toBeGreaterThan(0.6);
});

/** An edit of the first documents in which there is something to edit so; null for the others. */
const edited = (edit: (text: string, dice: Dice) => Version | null) =>
  DOCUMENTS.map((text, seed) => edit(text, new Dice(seed))).filter((version) => version !== null);

test('changes of a document name what was, and what is gone', () => {
  const [field] = edited((text, dice) => renameField(text, dice, (word) => `${word}_9001`));
  const [from = '', to = ''] = field?.renamed ?? [];
  expect(field?.text).toContain(`was ${from}`);
  expect(field?.text).toContain(`| ${to} |`);
  const [event] = edited((text, dice) => renameWord(text, dice, 'event', wordsOf(text, 'event')));
  expect(judge(event?.text ?? '').errors).toEqual([]);
  const [gone] = edited(dropField);
  expect(gone?.text).toContain(`#### Gone\n\n| field |\n| --- |\n| ${gone?.other ?? '?'} |`);
});
