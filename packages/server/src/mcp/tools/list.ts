import { z } from 'zod';
import { filterQuery } from '../doors.ts';
import { ENTITY, FILTERS, SHAPE, tool } from '../tool.ts';

const MOST_RECORDS = 50;

export const listTool = tool({
  name: 'list',
  title: 'List or search records',
  description:
    'A page of the records of an entity that you may read. `next` is the cursor of the page after it; null on the last one. Ask for few fields.',
  input: z.object({
    entity: ENTITY,
    ...FILTERS,
    order: z
      .string()
      .max(500)
      .optional()
      .describe('fields or paths, with commas, - for the greatest first: -created_at,number'),
    ...SHAPE,
    limit: z.int().min(1).max(MOST_RECORDS).optional().describe('so many records at most'),
    cursor: z.string().max(4000).optional().describe('`next` of the page before, with the same query'),
    count: z.boolean().default(false).describe('whether to count all of them'),
    can: z
      .string()
      .max(500)
      .optional()
      .describe('for each record, which of these events may be caused now, and `delete`: approve,delete'),
    deleted: z
      .boolean()
      .default(false)
      .describe('the deleted records that may be restored, instead of the existing ones'),
  }),
  effect: 'reads',
  run: ({ entity, filters, search, order, fields, expand, limit, cursor, count, can, deleted }, doors) =>
    doors.ask('GET', doors.at(entity), {
      query: {
        ...filterQuery(filters, search),
        order,
        fields,
        expand,
        limit: limit ?? doors.pageSize,
        cursor,
        count: count ? 'exact' : undefined,
        can,
        deleted: deleted ? 'only' : undefined,
      },
    }),
});
