import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { OneAtATime } from './kept-answers.ts';

/** Work that ends when the test says so; each answers the number of changes when it began. */
function worked() {
  const underWay: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const state = { changes: 0, begun: 0, most: 0 };
  const work = () => {
    state.begun += 1;
    const answer = state.changes;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    underWay.push({ end: () => resolve(answer), fail: reject });
    state.most = Math.max(state.most, underWay.length);
    return promise;
  };
  return { state, work, underWay };
}

it('who asks while it is worked at shares the next work, whose answer is not older than the question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('ask', 'change', 'end'), { maxLength: 40 }), async (moves) => {
      const { state, work, underWay } = worked();
      const once = new OneAtATime<number>();
      const asked: Promise<void>[] = [];
      const move: Record<(typeof moves)[number], () => void> = {
        ask: () => {
          const known = state.changes;
          asked.push(once.ask('how many', work).then((answer) => expect(answer).toBeGreaterThanOrEqual(known)));
        },
        change: () => void (state.changes += 1),
        end: () => underWay.shift()?.end(),
      };
      for (const each of moves) {
        move[each]();
        await new Promise(setImmediate);
      }
      while (underWay.length > 0) {
        underWay.shift()?.end();
        await new Promise(setImmediate);
      }
      await Promise.all(asked);
      expect(state.most).toBeLessThanOrEqual(1);
      expect(state.begun).toBeLessThanOrEqual(asked.length);
    }),
  );
});

it('a failure is that of those who share it, and the next work begins', async () => {
  const { work, underWay } = worked();
  const once = new OneAtATime<number>();
  const first = once.ask('how many', work);
  const others = [once.ask('how many', work), once.ask('how many', work)];
  underWay.shift()?.fail(new Error('too slow'));
  await expect(first).rejects.toThrow('too slow');
  await new Promise(setImmediate);
  underWay.shift()?.end();
  expect(await Promise.all(others)).toEqual([0, 0]);
});

it('questions do not wait for each other', async () => {
  const { state, work, underWay } = worked();
  const once = new OneAtATime<number>();
  const both = [once.ask('how many', work), once.ask('how much', work)];
  expect(state.begun).toBe(2);
  for (const { end } of underWay) end();
  expect(await Promise.all(both)).toEqual([0, 0]);
});
