import type { EntityView, FieldView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { draftOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import { fieldParts } from './fields.ts';
import { keepable, kindsOf, revive } from './revive.ts';

const field = (name: string, kind: string) => ({ name, kind, onCreate: true, defaultValue: null }) as FieldView;
const LINE = [field('date', 'date'), field('pin', 'secret'), field('amount', 'money')];
const environment: FieldEnvironment = { parts: fieldParts, entity: () => ({ fields: LINE }) as EntityView };
const FIELDS = [
  { field: field('purpose', 'text'), below: null },
  { field: field('password', 'secret'), below: null },
  { field: field('project', 'reference'), below: null },
  { field: field('lines', 'children'), below: LINE },
];
const BEFORE = {
  ...draftOf(
    FIELDS.map((each) => each.field),
    null,
    environment,
  ),
  lines: [],
  project: { id: 'p', _title: 'P' },
};
const ENTERED = {
  ...BEFORE,
  purpose: 'Rome',
  password: 'hidden',
  lines: [{ _row: '1', date: '2026-05-01', pin: '1234', amount: '5' }],
};

/** Kept, and read by a form that has these fields. */
function reloaded(fields: typeof FIELDS) {
  const kept = JSON.parse(JSON.stringify({ values: keepable(ENTERED, FIELDS), kinds: kindsOf(FIELDS) }));
  return revive(kept.values, kept.kinds, BEFORE, fields, environment);
}

describe('a stored draft of a form', () => {
  test('restores drafts, and leaves all other values as they are', () => {
    const draft = reloaded(FIELDS);
    expect(draft).toMatchObject({ purpose: 'Rome', lines: [{ _row: '1', date: '2026-05-01', amount: '5' }] });
    expect(draft.project).toBe(BEFORE.project);
  });

  test('is never a secret, in a row neither', () => {
    expect(JSON.stringify(keepable(ENTERED, FIELDS))).not.toMatch(/hidden|1234/);
    expect(reloaded(FIELDS)).toMatchObject({ password: '', lines: [{ pin: '' }] });
  });

  test('leaves out fields that are gone or have another kind, in rows too', () => {
    const [purpose, , , lines] = FIELDS;
    if (!purpose || !lines) throw new Error('They are above.');
    const rows = [field('date', 'text'), field('amount', 'money'), field('note', 'text')];
    const now = [
      { ...purpose, field: field('purpose', 'long text') },
      { ...lines, below: rows },
    ];
    const draft = revive(keepable(ENTERED, FIELDS), kindsOf(FIELDS), { purpose: '', lines: [] }, now, environment);
    expect(draft).toEqual({ purpose: '', lines: [{ _row: '1', date: '', amount: '5', note: '' }] });
  });

  test('of the child that an event adds', () => {
    const asked = [{ field: field('lines', 'children'), below: LINE }];
    const entered = { lines: { date: '2026-05-01', pin: '1234', amount: '5' } };
    const before = { lines: { date: '', pin: '', amount: '' } };
    const draft = revive(keepable(entered, asked), kindsOf(asked), before, asked, environment);
    expect(draft).toEqual({ lines: { date: '2026-05-01', pin: '', amount: '5' } });
  });
});
