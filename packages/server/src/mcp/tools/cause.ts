import { z } from 'zod';
import { standardRefusal } from '../../problem/standard.ts';
import { runningOf } from '../../request/context.ts';
import { writeRequest } from '../doors.ts';
import { ENTITY, RECORD, tool, VALUES, VERSION, WRITE } from '../tool.ts';

/** The addresses under a collection for several records at once. */
const NO_EVENTS: ReadonlySet<string> = new Set(['bulk', 'import']);

export const causeTool = tool({
  name: 'cause',
  title: 'Cause an event',
  description:
    'Causes an event of a record (submit, approve, …) with the values that it asks for, and answers the record. Without an id: an event that creates one. `restore` brings a deleted record back, `erase` erases a person for good, `merge-with` merges another record into this one.',
  input: z.object({
    entity: ENTITY,
    id: RECORD.id.optional(),
    event: z
      .string()
      .max(100)
      .regex(/^[a-z][\w-]*$/)
      .describe('an event, by the name that `describe` gives it'),
    values: VALUES.default({}).describe('values by the names that the event asks for'),
    version: VERSION,
    ...WRITE,
  }),
  effect: 'removes',
  async run({ entity, id, event, values, version, ...write }, doors) {
    if (id === undefined && NO_EVENTS.has(event)) throw standardRefusal(runningOf(doors.request).plan, 'NOT_FOUND');
    const { query, headers } = writeRequest(write);
    const path = id === undefined ? doors.at(entity, event) : doors.at(entity, id, event);
    const tag = version === undefined ? {} : { 'if-match': version };
    return doors.ask('POST', path, { ...(query ? { query } : {}), headers: { ...headers, ...tag }, body: values });
  },
});
