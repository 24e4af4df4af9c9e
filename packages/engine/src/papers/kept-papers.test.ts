import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import type { OutgoingMail } from '../mails/queued-mail.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { NoTypesetter } from './make-paper.ts';
import type { PaperPiece, ReadPaper } from './paper.ts';

const PLAN = planOfDocument(readFileSync(new URL('../fixtures/leases.md', import.meta.url), 'utf8'));
const none = { ifMatch: null };
let story: Story;
let lena: Actor;
let running: Worker[] = [];
let sent: OutgoingMail[] = [];
let set: ReadPaper[] = [];
let fault: Error | null = null;
let failed: string[] = [];
const faults: unknown[] = [];

beforeEach(async () => {
  story = await startStory(PLAN);
  lena = await story.actor('lena@example.com');
  [sent, set, failed, fault] = [[], [], [], null];
});
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  running = [];
  await story.end();
});

/** Its words stand for the PDF. */
const makePaper = async (paper: ReadPaper) => {
  if (fault !== null) throw fault;
  set.push(paper);
  return Buffer.from(`%PDF ${JSON.stringify(paper)}`);
};
const start = (more: Parameters<typeof startWorker>[1] = {}): Worker => {
  const worker = startWorker(story.engine, {
    random: () => 0,
    makePaper,
    deliverMail: async (mail) => {
      sent.push(mail);
    },
    onFault: (error) => faults.push(error),
    onFailedCall: (_call, problem) => failed.push(problem),
    ...more,
  });
  running.push(worker);
  return worker;
};
const pass = (seconds: number) => {
  story.time.now = new Date(Date.parse(story.time.now) + seconds * 1000).toISOString();
};
const person = (name: string) => story.find('user', 'name', name);
const lease = async (more: Readonly<Record<string, unknown>> = {}) => {
  const flat = await story.find('flat', 'name', 'Attic');
  const body = { flat, tenant: await person('Tom'), rent: '900', memo: 'Loud', furniture: [], ...more };
  return (await story.engine.create(lena, 'Lease', body, none)).record.id;
};
const change = async (entity: string, id: string, body: Readonly<Record<string, unknown>>) => {
  const { etag } = await story.engine.read(lena, entity, id, { fields: null, expand: null });
  await story.engine.update(lena, entity, id, body, { ifMatch: etag });
};
const fire = (id: string, event: string) => story.engine.fire(lena, 'Lease', id, event, {}, none);
const fileOf = async (id: string, field: string, actor = lena) => {
  const { record } = await story.engine.read(actor, 'Lease', id, { fields: null, expand: null });
  return record[field] as { id: string; name: string; size: number | null; paper?: string } | null;
};
const contentOf = async (id: string, field: string) => {
  const file = await fileOf(id, field);
  return file === null ? null : story.engine.readFile(lena, file.id);
};
const wordsOf = (body: readonly PaperPiece[]) =>
  body
    .map((piece) => (typeof piece === 'string' ? piece : 'value' in piece ? `‹${piece.value}›` : '[…]'))
    .join('')
    .trim();
const said = async (id: string, field: string) => {
  const found = await contentOf(id, field);
  if (found === null || found.content === null) return null;
  const paper = JSON.parse(found.content.toString().slice(5)) as ReadPaper;
  return wordsOf(paper.body);
};

const filesTo = (to: string) =>
  sent
    .filter((mail) => mail.to === to)
    .flatMap(({ files }) => files.map(({ name, content }) => `${name}: ${Buffer.from(content).toString()}`));

describe('a paper that an event keeps', () => {
  test('says what was so then, and is a file with its hash, which whoever may read the field may read', async () => {
    const id = await lease({ furniture: [{ name: 'Bed' }, { name: 'Table' }] });
    await fire(id, 'sign');
    const kept = await fileOf(id, 'contract');
    expect(kept).toMatchObject({ name: 'Lease of Attic.pdf', size: null, paper: 'lease_contract' });
    expect(await contentOf(id, 'contract')).toMatchObject({ content: null, sha256: null });
    await change('Lease', id, { rent: '1' });

    await start().settle();
    expect(await said(id, 'contract')).toBe(
      '# ‹Attic›\n\n‹Tom› pays **‹€900.00›**, from ‹Signed›.\n\n\n- ‹Bed›\n\n\n- ‹Table›',
    );
    const { content, sha256, size, kept: by } = (await contentOf(id, 'contract')) ?? {};
    expect(sha256?.toString('hex')).toBe(
      createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    );
    expect([size === content?.length, by]).toEqual([
      true,
      { paper: 'lease_contract', at: '2026-11-21T10:00:00.000000Z' },
    ]);
    expect(await fileOf(id, 'contract')).toEqual(kept);
    expect((await story.engine.readFile(await story.actor('tom@example.com'), kept?.id ?? '')).size).toBe(size);
    await expect(story.engine.readFile(await story.actor('ina@example.com'), kept?.id ?? '')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { rows } = await story.engine.pool.query('select from nonet.paper_to_set');
    expect(rows).toEqual([]);
  });

  test('is another file each time, and the history has each', async () => {
    const id = await lease();
    const worker = start();
    await fire(id, 'sign');
    const first = await fileOf(id, 'contract');
    await fire(id, 'renew');
    await worker.settle();
    const second = await fileOf(id, 'contract');
    expect(second?.id).not.toBe(first?.id);
    expect(await said(id, 'contract')).toContain('‹€910.00›');
    expect((await story.engine.readFile(lena, second?.id ?? '')).content).not.toBeNull();
    const { rows } = await story.engine.pool.query<{ contract: string | null }>(
      `select after ->> 'contract' as contract from nonet.history_of($1) where action in ('sign', 'renew') order by id`,
      [id],
    );
    expect(rows.map(({ contract }) => contract)).toEqual([first?.id, second?.id]);
  });

  test('stays as it was where the condition of its effect does not hold', async () => {
    const id = await lease({ rent: '2500' });
    await fire(id, 'sign');
    const first = await fileOf(id, 'contract');
    await fire(id, 'renew');
    expect(await fileOf(id, 'contract')).toEqual(first);
  });

  test('names who caused it, in its own language; a timer is nobody', async () => {
    const [ended, lapsed] = [await lease(), await lease()];
    const worker = start();
    await fire(ended, 'sign');
    await fire(ended, 'end');
    pass(3 * 86_400);
    await worker.settle();
    expect(await said(ended, 'notice')).toBe('‹Tom›: ‹Loud›, by ‹Lena›.');
    expect(await said(lapsed, 'notice')).toBe('‹Tom›: ‹Loud›, by time.');
    expect(set.filter(({ language }) => language === 'de')).toHaveLength(2);
  });

  test('that is too long refuses its event', async () => {
    const items = Array.from({ length: 2001 }, (_, place) => ({ name: `Cup ${place}` }));
    const id = await lease({ furniture: items });
    await expect(fire(id, 'sign')).rejects.toMatchObject({ code: 'TOO_LARGE', clause: '7.lease_contract' });
    expect(await fileOf(id, 'contract')).toBeNull();
  });

  test('waits for what sets it, and is told of', async () => {
    fault = new NoTypesetter();
    const id = await lease();
    await fire(id, 'sign');
    const worker = start({ onFault: () => undefined });
    await worker.settle();
    expect(await contentOf(id, 'contract')).toMatchObject({ content: null });
    expect(await story.engine.workerFailures()).toMatchObject([
      { task: 'papers', clause: '4.Lease.status.sign', record: id, problem: fault.message },
    ]);
    fault = null;
    pass(61);
    await worker.settle();
    expect(await said(id, 'contract')).toContain('‹Tom›');
    expect(await story.engine.workerFailures()).toEqual([]);
  });

  test('that a mail has set before it was tried again is told of no more', async () => {
    fault = new NoTypesetter();
    const id = await lease();
    await fire(id, 'sign');
    await start({ deliverMail: null, onFault: () => undefined }).settle();
    expect(await story.engine.workerFailures()).toHaveLength(1);
    fault = null;
    await start().settle();
    expect(filesTo('tom@example.com')).toHaveLength(2);
    expect(await said(id, 'contract')).toContain('‹Tom›');
    expect(await story.engine.workerFailures()).toEqual([]);
  });

  test('is set once, by several processes, and also where one of them died with it', async () => {
    const ids = [await lease(), await lease(), await lease()];
    for (const id of ids) await fire(id, 'sign');
    // It takes one and never comes back.
    await story.engine.pool.query(
      `update nonet.paper_to_set set due_at = $1::timestamptz + interval '60 seconds' where record = $2`,
      [story.time.now, ids[0]],
    );
    const workers = [start({ deliverMail: null }), start({ deliverMail: null })];
    await Promise.all(workers.map((worker) => worker.settle()));
    expect(set).toHaveLength(2);
    pass(61);
    await Promise.all(workers.map((worker) => worker.settle()));
    expect(set).toHaveLength(3);
    for (const id of ids) expect(await said(id, 'contract')).not.toBeNull();
  });
});

describe('a mail', () => {
  const states = async () =>
    (
      await story.engine.pool.query<{ state: string; problem: string | null; attempts: number }>(
        'select state, problem, attempts from nonet.outbound_call order by sequence',
      )
    ).rows;

  test('brings papers made for its recipient, files and what the event has kept', async () => {
    const plan = await story.engine.storeFile(lena, [Buffer.from('The plan')], 'plan.txt', null);
    const flat = await story.find('flat', 'name', 'Attic');
    await change('Flat', flat, { plan: plan.id });
    const id = await lease({ witness: await person('Ina'), office: 'office@example.com' });
    const worker = start();
    await fire(id, 'sign');
    await worker.settle();
    pass(3);
    await worker.settle();
    const [paper, drawing, contract] = filesTo('tom@example.com');
    expect([paper?.includes('€900.00'), drawing]).toEqual([true, 'plan.txt: The plan']);
    expect(contract?.startsWith('Lease of Attic.pdf: %PDF')).toBe(true);
    expect(filesTo('office@example.com')).toHaveLength(3);
    // Whoever witnesses it may read neither the rent nor the contract.
    const [forWitness, ...others] = filesTo('ina@example.com');
    expect([forWitness?.includes('900'), forWitness?.includes('"leftOut":"rent"'), others]).toEqual([
      false,
      true,
      ['plan.txt: The plan'],
    ]);
    expect((await states()).map(({ state, problem }) => [state, problem])).toEqual([
      ['done', null],
      ['done', 'Left out, because its recipient may not read it: contract.'],
      ['done', null],
    ]);
    const [listed] = await story.engine.listMails(10);
    expect(listed?.attachments.map((file) => (file.kind === 'paper' ? 'paper' : file.name))).toEqual([
      'paper',
      'plan.txt',
      'Lease of Attic.pdf',
    ]);
    const again = await story.engine.mailFile(listed?.id ?? '', 0, makePaper);
    expect(again?.name).toBe('Lease of Attic.pdf');
    expect(await story.engine.mailFile(listed?.id ?? '', 7, makePaper)).toBeNull();
  });

  test('is in the words of its document, in whatever language they read the product who cause it', async () => {
    const id = await lease();
    await story.engine.inLanguage('nl').fire(lena, 'Lease', id, 'sign', {}, none);
    await start().settle();
    expect(sent.map(({ subject }) => subject)).toEqual(['Your lease: Signed']);
    expect(filesTo('tom@example.com').map((file) => file.includes('"value":"Signed"'))).toEqual([true, true]);
  });

  test('says at each try what was so when it was caused, also of a file that its record has lost since', async () => {
    const plan = await story.engine.storeFile(lena, [Buffer.from('The plan')], 'plan.txt', null);
    const flat = await story.find('flat', 'name', 'Attic');
    await change('Flat', flat, { plan: plan.id });
    const id = await lease();
    await fire(id, 'sign');
    await change('Flat', flat, { plan: null, name: 'Loft' });
    const tries: string[] = [];
    const worker = start({
      deliverMail: async (mail) => {
        tries.push(JSON.stringify(mail.files.map(({ name, content }) => [name, Buffer.from(content).toString()])));
        if (tries.length < 3) throw new Error('The mail server is away.');
        sent.push(mail);
      },
    });
    for (let round = 0; round < 5; round++) {
      await worker.settle();
      pass(round === 3 ? 2 * 86_400 : 8);
    }
    expect(tries).toHaveLength(3);
    expect(new Set(tries).size).toBe(1);
    expect(tries[0]).toContain('Attic');
    expect(filesTo('tom@example.com')[1]).toBe('plan.txt: The plan');
  });

  test('waits where its papers can’t be set, loses no try, and is told of', async () => {
    fault = new NoTypesetter();
    await fire(await lease(), 'sign');
    const worker = start({ onFault: () => undefined });
    await worker.settle();
    expect(await states()).toEqual([{ state: 'waiting', problem: fault.message, attempts: 0 }]);
    expect(failed).toEqual([fault.message]);
    fault = null;
    for (let round = 0; round < 3; round++) {
      pass(61);
      await worker.settle();
    }
    expect(filesTo('tom@example.com')).toHaveLength(2);
  });

  test('comes without what would make it too large, and tells it', async () => {
    const id = await lease();
    const worker = start({
      makePaper: async (paper) => Buffer.concat([await makePaper(paper), Buffer.alloc(10_000_000)]),
    });
    await fire(id, 'sign');
    await worker.settle();
    pass(3);
    await worker.settle();
    expect(filesTo('tom@example.com')).toHaveLength(1);
    expect((await states())[0]?.problem).toBe('Left out, because the mail would be too large: Lease of Attic.pdf.');
  });
});
