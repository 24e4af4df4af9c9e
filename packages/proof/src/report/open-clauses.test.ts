import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { openClauses } from './open-clauses.ts';

test.each<[what: string, file: string, open: Readonly<Record<string, string>>]>([
  [
    'a timer whose duration is not shown, its state field, and the state that it alone leads to',
    'server/src/fixtures/short-timers.md',
    {
      '4.First.status': 'gap',
      '4.First.status.gone': 'gap',
      '4.First.status.lapse': 'gap',
      '9.LATER': 'open',
    },
  ],
  [
    'a timer at a time, a guard, an effect and a rule that need what is not shown',
    'engine/src/fixtures/memberships.md',
    {
      '3.Loan.fine': 'gap',
      '3.Loan.is_costly': 'gap',
      '4.Loan.status.charge': 'gap',
      '4.Loan.status.waive': 'gap',
      '4.Member.status': 'gap',
      '4.Member.status.expire': 'gap',
      '4.Member.status.former': 'gap',
      '5.V2': 'gap',
      '9.FINE_RATE': 'open',
      '9.FORMER_AFTER': 'open',
    },
  ],
  [
    'an event on a screen of which nothing can be taken',
    '../examples/corpus/library.md',
    {
      '2.copies.actions.find': 'gap',
      '2.fines.actions.waive': 'gap',
      '4.Copy.standing.find': 'gap',
      '4.Fine.status.waive': 'gap',
      '4.Fine.status.waived': 'gap',
    },
  ],
])('no request shows %s: that is the gap, and no failed search', (_what, file, open) => {
  const plan = planOf(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  const found = [...openClauses(plan)].filter(
    ([clause]) => !/\.(?:from|to|by|when|asks|then|error|on|must_hold)$/.test(clause),
  );
  expect(Object.fromEntries(found)).toEqual(open);
});
