import { z } from 'zod';
import { RECORD, SHAPE, tool } from '../tool.ts';

export const readTool = tool({
  name: 'read',
  title: 'Read a record',
  description: 'One record, with the fields that you may read, and its `version` for writes.',
  input: z.object({ ...RECORD, ...SHAPE }),
  effect: 'reads',
  run: ({ entity, id, fields, expand }, doors) => doors.ask('GET', doors.at(entity, id), { query: { fields, expand } }),
});
