import { seed } from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from '../fixtures/serve.ts';

let desk: TestServer;

beforeAll(async () => {
  desk = await serve(planFrom('../../../engine/src/fixtures/mails.md'), { mode: 'dev' });
  await seed(desk.engine, { demo: true });
});
afterAll(() => desk?.close());

test('in dev, a page shows each mail as it looks, and none of its words runs', async () => {
  expect((await desk.ask('GET', '/api/-/product')).json()).toMatchObject({ showsMails: true });
  const empty = await desk.ask('GET', '/-/mails');
  expect([empty.statusCode, empty.body.includes('No mail yet')]).toEqual([200, true]);
  const people: { id: string; email: string }[] = (await desk.ask('GET', '/api/-/dev/accounts')).json();
  const id = (name: string) => people.find(({ email }) => email.startsWith(name))?.id;
  const cookie = cookieOf(await desk.ask('POST', '/api/-/dev/session', { body: { id: id('kees') } }));
  const body = { title: '<script>alert(1)</script>', member: id('nora'), due: '2999-01-01' };
  expect((await desk.ask('POST', '/api/loans', { cookie, body })).statusCode).toBe(201);

  const page = await desk.ask('GET', '/-/mails');
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; is back');
  expect(page.body).toContain('brought_back, waits');
  const policy = String(page.headers['content-security-policy']);
  expect([policy.includes("default-src 'none'"), policy.includes('script-src')]).toEqual([true, false]);

  const [, address = ''] = /<iframe src="([^"]+)"/.exec(page.body) ?? [];
  const mail = await desk.ask('GET', address);
  expect(mail.headers['content-security-policy']).toBe(policy);
  expect(mail.body).toContain('<strong>&lt;script&gt;alert(1)&lt;/script&gt;</strong>');
  expect(mail.body).not.toContain('<script');
  const text = await desk.ask('GET', `${address}.txt`);
  expect(text.headers['content-type']).toContain('text/plain');
  expect(text.body).toContain('thank you for **<script>alert(1)</script>**');
  expect((await desk.ask('GET', '/-/mails/none')).statusCode).toBe(404);
});
