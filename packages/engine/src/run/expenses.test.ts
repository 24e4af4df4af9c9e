import { message } from '@nonet/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfExample, refusalOf, startStory, type Story } from '../fixtures/story.ts';

let story: Story;
let emma: Actor;
let mo: Actor;
let dana: Actor;
let finn: Actor;
let ada: Actor;
let meals: string;
let travel: string;
const nobody: Actor = { userId: null, roles: [] };
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfExample('expenses'), {
    MAIL_URL: 'http://mail.test',
    LEDGER_URL: 'http://ledger.test',
  });
  [emma, mo, dana, finn, ada] = (await Promise.all(
    ['emma', 'mo', 'dana', 'finn', 'ada'].map((name) => story.actor(`${name}@example.com`)),
  )) as [Actor, Actor, Actor, Actor, Actor];
  meals = await story.find('category', 'name', 'Meals');
  travel = await story.find('category', 'name', 'Travel');
});
afterAll(() => story.end());

const line = (more: object = {}) => ({
  date: '2026-11-10',
  category: travel,
  description: 'Train to Utrecht',
  amount: '12.50',
  ...more,
});
const claim = (more: object = {}) => ({
  purpose: 'Visit',
  from: '2026-11-09',
  to: '2026-11-12',
  lines: [line()],
  ...more,
});
const create = (body: unknown, actor = emma) => story.engine.create(actor, 'Claim', body, none);
const fire = (actor: Actor, id: string, event: string, body: unknown = {}) =>
  story.engine.fire(actor, 'Claim', id, event, body, none);

describe('the life of a claim', () => {
  test('from a draft to paid, with its history by clauses', async () => {
    const created = await create(claim());
    expect(created.record).toMatchObject({ purpose: 'Visit', total: '12.50', status: 'draft', needs_exception: false });
    expect(created.record.number).toMatch(/^EX-2026-\d{5}$/);
    const { id } = created.record;
    expect((await fire(emma, id, 'submit')).record).toMatchObject({
      status: 'submitted',
      submitted_at: expect.stringMatching(/^2026-11-21T10:00/),
    });
    expect((await fire(mo, id, 'approve')).record).toMatchObject({ status: 'approved' });
    expect((await fire(finn, id, 'pay', { payment_reference: 'BANK-1' })).record).toMatchObject({
      status: 'paid',
      payment_reference: 'BANK-1',
    });
    const history = (await story.engine.history(emma, 'Claim', id)) as {
      action: string;
      clause: string;
      from: string | null;
      to: string | null;
    }[];
    expect(history.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['pay', 'approved', 'paid'],
      ['approve', 'submitted', 'approved'],
      ['submit', 'draft', 'submitted'],
      ['create', null, 'draft'],
    ]);
    expect(history[2]?.clause).toMatch(/^4\.Claim\.status/);
  });

  test('above the limit a director decides', async () => {
    const { record } = await create(claim({ lines: [line({ amount: '2750', receipt: null })] }));
    await story.engine.pool.query('update product.category set receipt_from = 99999 where id = $1', [travel]);
    await fire(emma, record.id, 'submit');
    const refused = await refusalOf(fire(mo, record.id, 'approve'));
    expect(refused).toMatchObject({
      code: 'ABOVE_LIMIT',
      status: 409,
      message: '€2,750.00 is above the limit of €2,500.00: a director has to decide.',
    });
    expect((await fire(mo, record.id, 'escalate')).record.status).toBe('escalated');
    expect((await fire(dana, record.id, 'approve_exception')).record.status).toBe('approved');
    await story.engine.pool.query('update product.category set receipt_from = 25 where id = $1', [travel]);
  });

  test('a reason is asked for', async () => {
    const { record } = await create(claim());
    await fire(emma, record.id, 'submit');
    expect(await refusalOf(fire(mo, record.id, 'reject'))).toMatchObject({
      code: 'REQUIRED',
      status: 422,
      errors: [{ field: 'rejection_reason' }],
    });
    expect(await refusalOf(fire(mo, record.id, 'reject', { rejection_reason: 'No' }))).toMatchObject({
      code: 'TOO_SHORT',
    });
    expect(await refusalOf(fire(mo, record.id, 'reject', { reason: 'No' }))).toMatchObject({
      code: 'INVALID',
      status: 400,
    });
    expect((await fire(mo, record.id, 'reject', { rejection_reason: 'There is no receipt.' })).record).toMatchObject({
      status: 'rejected',
    });
    expect((await fire(emma, record.id, 'submit')).record).toMatchObject({
      status: 'submitted',
      rejection_reason: null,
    });
  });
});

describe('refusals, in the order of the language', () => {
  test.each([
    ['UNAUTHENTICATED', () => story.engine.create(nobody, 'Claim', {}, none)],
    ['NOT_FOUND', () => fire(emma, 'nonsense', 'submit')],
    ['NOT_FOUND', () => fire(emma, '00000000-0000-7000-8000-000000000000', 'submit')],
    ['FORBIDDEN', () => story.engine.create(emma, 'Project', { nonsense: 1 }, none)],
    ['INVALID', () => create(claim({ purpos: 'x' }))],
    ['INVALID', () => create(claim({ status: 'paid' }))],
    ['INVALID', () => create(claim({ owner: 'x' }))],
    ['INVALID', () => create(claim({ from: '2026-02-30' }))],
    ['INVALID', () => create(claim({ project: '00000000-0000-7000-8000-000000000000' }))],
    ['INVALID', () => create(claim({ lines: [line({ amount: 12.505 })] }))],
    ['REQUIRED', () => create(claim({ purpose: '  ' }))],
    ['TOO_SHORT', () => create(claim({ purpose: 'ab' }))],
    ['REQUIRED', () => create(claim({ lines: [] }))],
    ['OUT_OF_RANGE', () => create(claim({ lines: [line({ amount: '0' })] }))],
  ])('%s', async (code, work) => {
    expect((await refusalOf(work())).code).toBe(code);
  });

  test('all errors are reported at once', async () => {
    const refused = await refusalOf(
      create({
        purpose: 'ab',
        from: '2026-11-12',
        to: '2026-11-09',
        lines: [line({ date: '2026-12-24', amount: '60000' })],
      }),
    );
    expect(refused.errors.map(({ field, code }) => [field, code])).toEqual([
      ['purpose', 'TOO_SHORT'],
      ['lines.0.amount', 'OUT_OF_RANGE'],
      ['to', 'ENDS_BEFORE_START'],
      ['lines.0.date', 'IN_THE_FUTURE'],
    ]);
    const short = message('atLeastLong', { label: 'Purpose', bound: 3, of: 'character' });
    expect(refused.errors[0]?.message).toEqual(short);
    expect(refused.errors[3]?.message).toBe('Dec 24, 2026 is in the future.');
  });

  test('no transition from this state, and nobody else may fire it', async () => {
    const { record } = await create(claim());
    expect((await refusalOf(fire(emma, record.id, 'approve'))).code).toBe('FORBIDDEN');
    expect((await refusalOf(fire(mo, record.id, 'approve'))).code).toBe('NOT_FOUND');
    await fire(emma, record.id, 'submit');
    expect((await refusalOf(fire(emma, record.id, 'submit'))).code).toBe('INVALID_TRANSITION');
  });
});

describe('the rules of point 5', () => {
  test.each([
    [
      'V1',
      'ENDS_BEFORE_START',
      'create',
      () => claim({ to: '2026-11-01' }),
      'The last day (Nov 1, 2026) is before the first (Nov 9, 2026).',
    ],
    [
      'V2',
      'LINE_OUTSIDE_TRIP',
      'submit',
      () => claim({ lines: [line({ date: '2026-11-01' })] }),
      'Each line must lie between Nov 9, 2026 and Nov 12, 2026.',
    ],
    ['V3', 'RECEIPT_MISSING', 'submit', () => claim({ lines: [line({ amount: '30' })] }), 'A receipt is missing.'],
    [
      'V4',
      'TOO_LATE',
      'submit',
      () => claim({ from: '2026-01-01', lines: [line({ date: '2026-02-01' })] }),
      'Expenses are claimed within 90 days.',
    ],
    [
      'V6',
      'OVER_DAILY_LIMIT',
      'submit',
      () => claim({ lines: [...Array(7)].map(() => line({ category: meals, amount: '12' })) }),
      "A category's daily limit is exceeded.",
    ],
    [
      'V8',
      'IN_THE_FUTURE',
      'create',
      () => claim({ lines: [line({ date: '2026-11-22' })] }),
      'Nov 22, 2026 is in the future.',
    ],
  ])('%s refuses with %s', async (rule, code, when, body, message) => {
    const refused =
      when === 'create'
        ? await refusalOf(create(body()))
        : await refusalOf(create(body()).then(({ record }) => fire(emma, record.id, 'submit')));
    expect(refused).toMatchObject({ code, message, clause: `5.${rule}` });
  });

  test('V6: names the rows that break it, to whoever may read what decides it', async () => {
    const lines = [line({ amount: '20' }), ...[...Array(7)].map(() => line({ category: meals, amount: '12' }))];
    const { record } = await create(claim({ lines }));
    const refused = await refusalOf(fire(emma, record.id, 'submit'));
    const own = (record['lines'] as { id: string }[]).slice(1).map(({ id }) => id);
    expect(refused).toMatchObject({ errors: [{ field: 'lines', code: 'OVER_DAILY_LIMIT', rows: own }] });
  });

  test('V5: a closed project', async () => {
    const closed = await story.find('project', 'code', 'OLD-9');
    expect(await refusalOf(create(claim({ project: closed })))).toMatchObject({
      code: 'PROJECT_CLOSED',
      clause: '5.V5',
      errors: [{ field: 'project' }],
    });
  });

  test('V7: the number of drafts is limited, also if they are made at once', async () => {
    const results = await Promise.allSettled([...Array(23)].map(() => create(claim(), dana)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string; message: string }] : [],
    );
    expect(reasons.map(({ code }) => code)).toEqual(['TOO_MANY_DRAFTS', 'TOO_MANY_DRAFTS', 'TOO_MANY_DRAFTS']);
    expect(reasons[0]?.message).toBe('You have 20 drafts already. Finish or withdraw one first.');
  });
});

describe('concurrent writes', () => {
  test('one of many approvals succeeds', async () => {
    const { record } = await create(claim());
    await fire(emma, record.id, 'submit');
    const results = await Promise.allSettled([...Array(12)].map(() => fire(mo, record.id, 'approve')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = new Set(
      results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : [])),
    );
    expect([...codes]).toEqual(['INVALID_TRANSITION']);
  });

  test('numbers have no gaps, whatever was refused', async () => {
    const { rows } = await story.engine.pool.query<{ number: string }>(
      'select number from product.claim order by number',
    );
    expect(rows.map(({ number }) => Number(number.slice(-5)))).toEqual(rows.map((_row, place) => place + 1));
  });
});

describe('updates', () => {
  test('need If-Match, and compare it', async () => {
    const { record, etag } = await create(claim());
    const update = (body: unknown, ifMatch: string | null) =>
      story.engine.update(emma, 'Claim', record.id, body, { ifMatch });
    expect(await refusalOf(update({ purpose: 'Other' }, null))).toMatchObject({
      code: 'PRECONDITION_REQUIRED',
      status: 428,
    });
    const changed = await update({ purpose: 'Other' }, etag);
    expect(changed.record.purpose).toBe('Other');
    expect(await refusalOf(update({ purpose: 'Third' }, etag))).toMatchObject({ code: 'STALE', status: 412 });
    const [kept] = changed.record.lines as { id: string }[];
    const replaced = await update({ lines: [line({ amount: '3' }), { id: kept?.id, amount: '4' }] }, changed.etag);
    expect((replaced.record.lines as { id: string; amount: string }[]).map(({ amount }) => amount)).toEqual([
      '3.00',
      '4.00',
    ]);
    expect(replaced.record.total).toBe('7.00');
    const again = await update({ purpose: 'Other' }, replaced.etag);
    expect(again.etag).toBe(replaced.etag);
    const history = await story.engine.history(emma, 'Claim', record.id);
    expect(history).toHaveLength(3);
  });

  test('are judged before and after, and field by field', async () => {
    const { record, etag } = await create(claim());
    expect(
      (await refusalOf(story.engine.update(mo, 'Claim', record.id, { purpose: 'Mine' }, { ifMatch: etag }))).code,
    ).toBe('NOT_FOUND');
    await fire(emma, record.id, 'submit');
    expect(
      (await refusalOf(story.engine.update(emma, 'Claim', record.id, { purpose: 'Mine' }, { ifMatch: '*' }))).code,
    ).toBe('FORBIDDEN');
    const id = emma.userId as string;
    expect((await refusalOf(story.engine.update(emma, 'User', id, { roles: ['admin'] }, { ifMatch: '*' }))).code).toBe(
      'FORBIDDEN',
    );
    const admin = await story.engine.update(ada, 'User', id, { roles: ['manager'] }, { ifMatch: '*' });
    expect(admin.record.roles).toEqual(['manager']);
    await story.engine.update(ada, 'User', id, { roles: [] }, { ifMatch: '*' });
  });

  test('unique values and deletion', async () => {
    const create = () => story.engine.create(finn, 'Category', { name: 'parking' }, none);
    const first = await create();
    expect(first.record).toMatchObject({ receipt_from: '25.00', active: true });
    expect(await refusalOf(create())).toMatchObject({ code: 'NOT_UNIQUE', status: 409, errors: [{ field: 'name' }] });
    await story.engine.delete(finn, 'Category', first.record.id, { ifMatch: first.etag });
    expect((await refusalOf(story.engine.delete(finn, 'Category', travel, { ifMatch: '*' }))).code).toBe('IN_USE');
    const draft = await story.engine.create(emma, 'Claim', claim(), none);
    await story.engine.delete(emma, 'Claim', draft.record.id, { ifMatch: draft.etag });
    expect(
      (await refusalOf(story.engine.read(emma, 'Claim', draft.record.id, { fields: null, expand: null }))).code,
    ).toBe('NOT_FOUND');
    expect((await refusalOf(story.engine.restore(emma, 'Claim', draft.record.id, none))).code).toBe('FORBIDDEN');
  });
});

describe('an Idempotency-Key', () => {
  test('gives one effect and one answer; another body is refused', async () => {
    const send = (body: unknown) =>
      story.engine.create(emma, 'Claim', body, { ifMatch: null, idempotencyKey: 'key-1' });
    const answers = await Promise.all([...Array(5)].map(() => send(claim())));
    expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
    expect(await refusalOf(send(claim({ purpose: 'Another' })))).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });
});

test('a refusal stores nothing', async () => {
  const count = async () =>
    (
      await story.engine.pool.query(
        'select (select count(*) from product.claim) + (select count(*) from product.line) + (select count(*) from nonet.history) + (select count(*) from nonet.outbound_call) + (select sum(last) from nonet.number_counter) as n',
      )
    ).rows[0];
  const before = await count();
  await refusalOf(create(claim({ to: '2026-11-01' })));
  expect(await count()).toEqual(before);
});
