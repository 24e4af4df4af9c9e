import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../plan/plan.ts';
import { checkText, documentOf } from '../fixtures/harness.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../examples/${name}/spec.md`, import.meta.url), 'utf8');

describe('the example documents', () => {
  test('expenses: two gaps, nothing else to say', () => {
    const { diagnostics, model, plan } = checkText(read('expenses'));
    expect(
      diagnostics.filter(({ severity }) => severity !== 'disclosure').map(({ code, clause }) => `${code} ${clause}`),
    ).toEqual(['N048 6.Claim.payment_reference.read.owner', 'N048 7.book_payment.fails']);
    expect(model.gaps.map(({ clause }) => clause).toSorted()).toEqual([
      '6.Claim.payment_reference.read.owner',
      '7.book_payment.fails',
    ]);
    expect(plan).not.toBeNull();
  });

  test('expenses: what effects and asks set is closed, and so is the state', () => {
    const { plan } = checkText(read('expenses'));
    const claim = plan?.entities.find(({ name }) => name === 'Claim');
    expect(claim?.fields.filter(({ closed }) => closed).map(({ name }) => name)).toEqual([
      'status',
      'submitted_at',
      'approver',
      'rejection_reason',
      'paid_at',
      'payment_reference',
      'booking',
    ]);
  });

  test('expenses: a plan is JSON, without places inside expressions', () => {
    const { plan } = checkText(read('expenses'));
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    expect(JSON.stringify(plan)).not.toContain('"range"');
  });

  test('expenses: every clause of the model and every gap has its text', () => {
    const { plan } = checkText(read('expenses'));
    const clauses = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('clause' in value && typeof value.clause === 'string') clauses.add(value.clause);
      for (const inner of Object.values(value)) collect(inner);
    };
    const { clauses: texts, errors: _standardOnesAreNowhere, ...rest } = plan as Plan;
    collect(rest);
    expect([...clauses].filter((clause) => !(clause in texts))).toEqual([]);
    expect(texts['3.Claim.total']).toEqual({
      file: 'spec.md',
      line: expect.any(Number),
      text: '| total | money | = sum(lines.amount) | |',
    });
  });

  test('undetermined: exactly nine gaps, no entity, the standard settings', () => {
    const { diagnostics, model, plan } = checkText(read('undetermined'));
    expect(diagnostics.map(({ code, severity, clause }) => `${code} ${severity} ${clause}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((point) => `N048 gap ${point}`),
    );
    expect(model.entities).toEqual([]);
    expect(plan?.settings).toEqual({
      currency: null,
      currencyDigits: 2,
      locale: 'en',
      timeZone: 'UTC',
      personalTimeZone: 'refused',
      personalRegion: 'refused',
      pageSize: 25,
      maximumPageSize: 100,
      maximumUploadBytes: 10_000_000,
      maximumBodyBytes: 1_000_000,
      sessionSeconds: 43_200,
      loginAttempts: { count: 10, seconds: 3600 },
      passwordLength: 12,
      commonPasswords: 'refused',
      sessionIdleSeconds: null,
      noticesKeptSeconds: 7_776_000,
      digestTime: '07:00',
      requests: { count: 600, seconds: 60 },
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      brandName: null,
      brandColour: null,
      brandLogo: null,
    });
  });
});

describe('points that are none, missing or left open', () => {
  test('a document of which eight points are none has no gap', () => {
    const { diagnostics, model } = checkText(documentOf({}));
    expect(diagnostics).toEqual([]);
    expect(model.openPoints).toEqual([]);
  });

  test('a missing point is one gap with one warning', () => {
    const { diagnostics } = checkText(documentOf({}).replace(/## 9[\s\S]*/, ''));
    expect(diagnostics.map(({ severity }) => severity).toSorted()).toEqual(['gap', 'warning']);
  });

  test('User is there as soon as point 3 states anything', () => {
    const { model } = checkText(
      documentOf({ entities: '### Book\n\n| field | type |\n| --- | --- |\n| title | text |' }),
    );
    expect(model.entities.map(({ name }) => name)).toEqual(['Book', 'User']);
    expect(model.entities[1]?.fields.map(({ name }) => name)).toEqual([
      'email',
      'name',
      'roles',
      'disabled',
      'id',
      'created_at',
      'created_by',
      'updated_at',
      'updated_by',
    ]);
  });

  test('a role that an open point 6 might have is not reported', () => {
    const states =
      '### Book.state\n\n| state | kind |\n| --- | --- |\n| inside | initial |\n| out | final |\n\n| event | from | to | by |\n| --- | --- | --- | --- |\n| lend | inside | out | librarian |';
    const entities = '### Book\n\n| field | type |\n| --- | --- |\n| title | text |\n| state | state |';
    const { diagnostics } = checkText(documentOf({ entities, states, roles: 'not shown' }));
    expect(diagnostics.map(({ code, clause }) => `${code} ${clause}`)).toEqual(['N048 6']);
  });
});
