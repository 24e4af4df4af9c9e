import { z } from 'zod';
import { writeRequest } from '../doors.ts';
import { RECORD, tool, VERSION, WRITE } from '../tool.ts';

export const deleteTool = tool({
  name: 'delete',
  title: 'Delete a record',
  description: 'Deletes a record.',
  input: z.object({ ...RECORD, version: VERSION, ...WRITE }),
  effect: 'removes',
  run: ({ entity, id, version, ...write }, doors) =>
    doors.askUnchanged('DELETE', doors.at(entity, id), version, writeRequest(write)),
});
