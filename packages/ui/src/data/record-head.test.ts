import type { CanView, ColumnView, EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { headActions, shownByHead } from './record-head.ts';

const event = (name: string, from: string, to: string | null) => ({
  name,
  creates: false,
  moves: [{ from: [from], to }],
});
const entity = {
  stateField: 'status',
  statePath: ['draft', 'sent', 'approved', 'paid'],
  events: [
    event('note', 'draft', null),
    event('withdraw', 'draft', 'withdrawn'),
    event('send', 'draft', 'sent'),
    event('withdraw', 'sent', 'withdrawn'),
    event('approve', 'sent', 'approved'),
    event('refuse', 'sent', 'refused'),
    event('pay', 'approved', 'paid'),
  ],
} as unknown as EntityView;
const draft = {
  id: '1',
  _title: 'EX-1: Lyon',
  status: 'draft',
  number: 'EX-1',
  purpose: 'Lyon',
  city: 'Ly',
} as RecordView;

function actionsOf(...names: string[]): ScreenActionView[] {
  return names.map((name) =>
    name === 'edit' || name === 'delete'
      ? { kind: name, clause: name }
      : { kind: 'event', event: name, label: name, clause: name },
  );
}
const labelOf = (action: ScreenActionView | null) => action?.clause ?? null;

describe('the head of a record has', () => {
  const can = (...may: string[]) =>
    ({
      update: { may: true },
      delete: { may: true },
      events: Object.fromEntries(may.map((name) => [name, { may: true }])),
    }) as unknown as CanView;
  test.each([
    [
      'first what leads on, and deletion last',
      ['edit', 'delete', 'note', 'send'],
      ['note', 'send'],
      'send',
      ['note', 'edit', 'delete'],
      [],
    ],
    ['no first where an event leads off the path', ['withdraw', 'edit'], ['withdraw'], null, ['withdraw', 'edit'], []],
    ['no first where nothing leads on', ['delete', 'note', 'edit'], ['note'], null, ['note', 'edit', 'delete'], []],
    ['nothing that is not offered', ['edit', 'send', 'pay'], [], null, ['edit'], []],
    [
      'the rest in a menu',
      ['edit', 'delete', 'send', 'note', 'withdraw', 'approve', 'refuse'],
      ['send', 'note', 'withdraw', 'approve', 'refuse'],
      'send',
      ['note', 'withdraw', 'approve'],
      ['refuse', 'edit', 'delete'],
    ],
  ] as const)('%s', (_, stated, may, primary, shown, further) => {
    const head = headActions(actionsOf(...stated), can(...may), entity, draft);
    expect([labelOf(head.primary), head.shown.map(labelOf), head.further.map(labelOf)]).toEqual([
      primary,
      shown,
      further,
    ]);
  });
});

test('fields say nothing that the head says already', () => {
  const column = (name: string, kind: string) => ({ path: [name], field: { name, kind } }) as unknown as ColumnView;
  const columns = [
    column('status', 'state'),
    column('number', 'number'),
    column('purpose', 'text'),
    column('city', 'text'),
  ];
  const said = shownByHead(columns, draft, 'status');
  expect([...said].map(({ path }) => path[0])).toEqual(['status', 'number', 'purpose']);
});
