import type { EntityView, HistoryEntryView } from '@nonet/client';
import { expect, test } from 'vitest';
import { lastMove, saidIn } from './record-note.ts';

const entry = (action: string, from: string | null, to: string | null, changes: object = {}) =>
  ({
    action,
    from,
    to,
    changes: Object.entries(changes).map(([field, value]) => ({ field, to: value })),
  }) as unknown as HistoryEntryView;
const entity = {
  events: [
    {
      name: 'reject',
      asks: [
        { name: 'reason', field: { kind: 'text' } },
        { name: 'amount', field: { kind: 'money' } },
      ],
    },
  ],
} as unknown as EntityView;

test('the move into the present state is the last one that changed it', () => {
  const rejected = entry('reject', 'sent', 'rejected');
  expect(
    lastMove([entry('update', 'rejected', 'rejected'), rejected, entry('send', 'draft', 'sent')], 'rejected'),
  ).toBe(rejected);
  expect(lastMove([entry('create', null, 'draft')], 'draft')).toBe(null);
  // A timer has changed it since the history was read.
  expect(lastMove([rejected], 'closed')).toBe(null);
});

test('what was said are the texts that the event asks for', () => {
  expect(
    saidIn(entry('reject', 'sent', 'rejected', { reason: 'Too late', amount: '3.00', status: 'rejected' }), entity),
  ).toEqual([{ field: 'reason', text: 'Too late' }]);
  expect(saidIn(entry('reject', 'sent', 'rejected', { reason: '' }), entity)).toEqual([]);
  expect(saidIn(entry('send', 'draft', 'sent', { reason: 'Hello' }), entity)).toEqual([]);
});
