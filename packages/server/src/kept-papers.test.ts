import { createHash } from 'node:crypto';
import { seed, startWorker, type Worker } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from './fixtures/serve.ts';
import { createPaperMaker, type PaperMaker } from './papers/paper-maker.ts';

const plan = planFrom('../../../engine/src/fixtures/leases.md');
let desk: TestServer;
let papers: PaperMaker;
let worker: Worker;
let lena: string;
let tom: string;
let lease: string;
let contract: string;

beforeAll(async () => {
  desk = await serve(plan, { mode: 'dev' });
  await seed(desk.engine, { demo: true });
  const people: { id: string; email: string }[] = (await desk.ask('GET', '/api/-/dev/accounts')).json();
  const id = (name: string) => people.find(({ email }) => email.startsWith(name))?.id;
  const signIn = async (name: string) =>
    cookieOf(await desk.ask('POST', '/api/-/dev/session', { body: { id: id(name) } }));
  [lena, tom] = [await signIn('lena'), await signIn('tom')];
  const flats = await desk.ask('GET', '/api/flats', { cookie: lena });
  const flat = flats.json<{ items: { id: string }[] }>().items[0]?.id;
  const body = { flat, tenant: id('tom'), rent: '900', furniture: [] };
  const made = await desk.ask('POST', '/api/leases', { cookie: lena, body });
  lease = `/api/leases/${made.json<{ id: string }>().id}`;
  const signed = await desk.ask('POST', `${lease}/sign`, { cookie: lena });
  contract = `/api/-/files/${signed.json<{ contract: { id: string } }>().contract.id}`;
});
afterAll(async () => {
  await worker?.stop();
  await papers?.close();
  await desk?.close();
});

const details = (cookie: string) => desk.ask('GET', contract, { cookie, headers: { accept: 'application/json' } });

describe('the file of a paper that an event has kept', () => {
  test('is there at once, and answers that it is still being made', async () => {
    const answer = await desk.ask('GET', contract, { cookie: tom });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers).toHaveProperty('retry-after');
    expect((await details(tom)).json()).toMatchObject({
      name: 'Lease of Attic.pdf',
      size: null,
      sha256: null,
      kept: { paper: 'lease_contract' },
    });
    expect((await desk.ask('GET', contract)).statusCode).toBe(404);
  });

  test('is a PDF with its hash once it is made, and nothing of its record has changed by that', async () => {
    const before = await desk.ask('GET', lease, { cookie: tom });
    papers = createPaperMaker(plan);
    worker = startWorker(desk.engine, { makePaper: papers.make });
    await worker.settle();
    const after = await desk.ask('GET', lease, { cookie: tom });
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);

    const answer = await desk.ask('GET', contract, { cookie: tom });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'repr-digest': `sha-256=:${createHash('sha256').update(answer.rawPayload).digest('base64')}:`,
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await details(tom)).json()).toMatchObject({
      size: answer.rawPayload.length,
      sha256: createHash('sha256').update(answer.rawPayload).digest('hex'),
    });
  });

  test('an upload is told in the same way, without a paper', async () => {
    const landlord = (await desk.ask('GET', '/api/-/session', { cookie: lena })).json<{ user: { id: string } }>();
    const actor = { userId: landlord.user.id, roles: ['landlord'] };
    const { id } = await desk.engine.storeFile(actor, [Buffer.from('The plan')], 'plan.txt', null);
    const answer = await desk.ask('GET', `/api/-/files/${id}`, {
      cookie: lena,
      headers: { accept: 'application/json' },
    });
    const sha256 = createHash('sha256').update('The plan').digest('hex');
    expect(answer.json()).toEqual({ id, name: 'plan.txt', type: 'text/plain', size: 8, sha256, kept: null });
  });
});

describe('the page of dev with the mails', () => {
  test('shows the files that a mail brings', async () => {
    const page = await desk.ask('GET', '/-/mails');
    const files = [...page.body.matchAll(/<a href="(\/-\/mails\/[^"]+\.\d+)">([^<]+)<\/a>/g)].map(
      ([, address, words]) => ({
        address: address ?? '',
        words,
      }),
    );
    expect(files.map(({ words }) => words)).toEqual(['Lease of Attic.pdf', 'Lease of Attic.pdf']);
    for (const { address } of files) {
      const file = await desk.ask('GET', address);
      expect([file.headers['content-type'], file.rawPayload.subarray(0, 5).toString()]).toEqual([
        'application/pdf',
        '%PDF-',
      ]);
    }
    expect((await desk.ask('GET', `${files[0]?.address.replace(/\d+$/, '9')}`)).statusCode).toBe(404);
  });
});
