import { z } from 'zod';
import { RECORD, tool } from '../tool.ts';

export const canTool = tool({
  name: 'can',
  title: 'What may be done with a record',
  description: 'The actions and events that you may do with a record now, and the reasons against the others.',
  input: z.object(RECORD),
  effect: 'reads',
  run: ({ entity, id }, doors) => doors.ask('GET', doors.at(entity, id, 'can')),
});
