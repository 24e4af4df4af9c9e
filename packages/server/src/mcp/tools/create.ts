import { z } from 'zod';
import { writeRequest } from '../doors.ts';
import { ENTITY, tool, VALUES, WRITE } from '../tool.ts';

export const createTool = tool({
  name: 'create',
  title: 'Create a record',
  description: 'Creates a record, and answers it. `describe` lists the fields that can be set.',
  input: z.object({ entity: ENTITY, values: VALUES.describe('values by field'), ...WRITE }),
  effect: 'changes',
  run: ({ entity, values, ...write }, doors) =>
    doors.ask('POST', doors.at(entity), { ...writeRequest(write), body: values }),
});
