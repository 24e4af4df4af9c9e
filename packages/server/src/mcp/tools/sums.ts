import { z } from 'zod';
import { filterQuery } from '../doors.ts';
import { ENTITY, FILTERS, tool } from '../tool.ts';

export const sumsTool = tool({
  name: 'sums',
  title: 'Count and sum records',
  description: 'The number of all records of a list that you may read, and sums of their numbers, also by group.',
  input: z.object({
    entity: ENTITY,
    ...FILTERS,
    sum: z.string().max(500).optional().describe('numbers to sum, with commas: total,lines.amount'),
    by: z.string().max(500).optional().describe('the field of the groups, or a month: status, month(paid_at)'),
  }),
  effect: 'reads',
  run: ({ entity, filters, search, sum, by }, doors) =>
    doors.ask('GET', doors.at(entity, 'summary'), { query: { ...filterQuery(filters, search), _sum: sum, _by: by } }),
});
