import { z } from 'zod';
import { writeRequest } from '../doors.ts';
import { RECORD, tool, VALUES, VERSION, WRITE } from '../tool.ts';

export const updateTool = tool({
  name: 'update',
  title: 'Change a record',
  description:
    'Changes the given fields of a record, and answers it. A list of children replaces the one that is there: send the ids of those that stay.',
  input: z.object({
    ...RECORD,
    values: VALUES.describe('the values that change, by field; null removes one'),
    version: VERSION,
    ...WRITE,
  }),
  effect: 'removes',
  run: ({ entity, id, values, version, ...write }, doors) =>
    doors.askUnchanged('PATCH', doors.at(entity, id), version, { ...writeRequest(write), body: values }),
});
