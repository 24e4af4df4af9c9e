import { addUser, seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { performExchange } from './fixtures/exchange.ts';
import { readExchanges, withChange } from './fixtures/http-page.ts';
import { Placeholders } from './fixtures/placeholders.ts';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';
import { referencePage, villageLibrary } from './fixtures/village-library.ts';

const PAGE = 'api-dev.md';
/** The name and address that `nonet dev` gives the stand-in for the page's role (`standInsOf` in `proof`). */
const STAND_IN = {
  email: 'treasurer@stand-in.example',
  name: 'Treasurer (stand-in)',
  roles: ['treasurer'],
  fields: { card: '10000101' },
  passwordHash: null,
};

const exchanges = readExchanges(referencePage(PAGE));
const placeholders = new Placeholders();
let product: TestServer;
beforeAll(async () => {
  const changes = exchanges.flatMap((exchange) => exchange.changes);
  const document = changes.reduce(withChange, villageLibrary());
  product = await serve(planFrom('village-library.md', document), { mode: 'dev' });
  const { engine } = product;
  await seed(engine, { demo: true });
  await addUser(engine, STAND_IN);
  product.product.replace({ engine, standIns: [STAND_IN.email] });
});
afterAll(() => product?.close());

describe(`docs/language/${PAGE}`, () => {
  test.each(exchanges)('line $line, $request.method $request.url', async (exchange) => {
    const { answer, differences } = await performExchange(product, exchange, placeholders);
    expect(differences, `docs/language/${PAGE}:${exchange.answerLine}\n${answer.body}`).toEqual([]);
  });
});
