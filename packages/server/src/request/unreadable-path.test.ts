import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

let jobs: TestServer;
beforeAll(async () => {
  jobs = await serve(planFrom('jobs.md'));
});
afterAll(() => jobs?.close());

test.each(['/api/%zz', '/api/jobs/%E0%A4', '/%ff', '/api/jobs/%?limit=1'])(
  'a path that can not be read is refused as any other request: %s',
  async (url) => {
    const [answer, other] = await Promise.all([jobs.ask('GET', url), jobs.ask('GET', '/api/jobs?limit=x')]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID', detail: 'The path of the request can not be read.' });
    const names = (headers: object) => Object.keys(headers).toSorted();
    expect(names(answer.headers)).toEqual(names(other.headers));
    expect(answer.headers['content-type']).toBe(other.headers['content-type']);
  },
);

test('in the language of who asks', async () => {
  const answer = await jobs.ask('GET', '/api/%zz', { headers: { 'accept-language': 'nl' } });
  expect(answer.json()).toMatchObject({ detail: 'Het pad van het verzoek is niet te lezen.' });
});
