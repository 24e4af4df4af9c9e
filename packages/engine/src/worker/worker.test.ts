import { expect, test } from 'vitest';
import { planOfExample, startStory } from '../fixtures/story.ts';
import { startWorker } from './worker.ts';

// Each document of the examples as it is, also one that determines nothing: nobody has to have records, or an account.
test.each(['undetermined', 'todo-backend', 'reading-room', 'expenses'])(
  '7: days pass in %s, and the work of a product that nobody asked for has no fault',
  async (name) => {
    const story = await startStory(planOfExample(name), { BANK_URL: 'https://bank.example' });
    const faults: unknown[] = [];
    const worker = startWorker(story.engine, { onFault: (fault) => faults.push(fault) });
    try {
      for (const now of ['2026-11-21T10:00:00.000000Z', '2026-11-22T10:00:00.000000Z', '2027-11-22T10:00:00.000000Z']) {
        story.time.now = now;
        await worker.settle();
      }
      expect(faults).toEqual([]);
      const { rows } = await story.engine.pool.query('select task, clause from nonet.worker_failure');
      expect(rows).toEqual([]);
    } finally {
      await worker.stop();
      await story.end();
    }
  },
);
