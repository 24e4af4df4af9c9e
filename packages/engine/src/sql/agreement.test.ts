import { createTestDatabase } from '@nonet/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expressions } from '../fixtures/expressions.ts';
import { openReadings, type Readings } from '../fixtures/readings.ts';
import { samples } from '../fixtures/samples.ts';

let readings: Readings;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  readings = await openReadings(database.url);
});

afterAll(async () => {
  await readings.end();
  await drop();
});

/** `npm run agree -- --expressions 100000` does the same with more, and prints what they use. */
test('an expression means the same in the database and in JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(expressions, samples, async (sources, all) => {
      for (const { source, inDatabase, inJavaScript } of await readings.read(sources, all)) {
        expect([source, inDatabase]).toEqual([source, inJavaScript]);
      }
    }),
    { numRuns: 90 },
  );
});
