import { z } from 'zod';
import { RECORD, tool } from '../tool.ts';

const MOST_ENTRIES = 50;

export const historyTool = tool({
  name: 'history',
  title: 'The history of a record',
  description:
    'The last changes of a record that you may read, the newest first; `leftOut` is the number of older ones.',
  input: z.object({
    ...RECORD,
    most: z.int().min(1).max(MOST_ENTRIES).default(20).describe('so many entries at most'),
  }),
  effect: 'reads',
  async run({ entity, id, most }, doors) {
    const answer = await doors.ask('GET', doors.at(entity, id, 'history'));
    if (!Array.isArray(answer.body)) return answer;
    const leftOut = Math.max(0, answer.body.length - most);
    return { ...answer, body: { entries: answer.body.slice(0, most), leftOut } };
  },
});
