import { z } from 'zod';
import { filterQuery } from '../doors.ts';
import { ENTITY, FILTERS, tool } from '../tool.ts';

const GROUPING =
  'a choice, yes or no, reference or text, or day(…), week(…), month(…), quarter(…) or year(…) of a date';

export const reportTool = tool({
  name: 'report',
  title: 'Make a report',
  description: 'Counts, sums, averages and extremes of the records that you may read, by one or two groupings.',
  input: z.object({
    entity: ENTITY,
    ...FILTERS,
    rows: z.string().max(500).describe(`what makes the rows: ${GROUPING}`),
    columns: z.string().max(500).optional().describe('what makes the columns, in the same way'),
    measures: z
      .string()
      .max(500)
      .optional()
      .describe('with commas, five at most: count (the standard), sum(total), avg(total), min(total), max(total)'),
  }),
  effect: 'reads',
  run: ({ entity, filters, search, rows, columns, measures }, doors) =>
    doors.ask('GET', doors.at(entity, 'report'), {
      query: { ...filterQuery(filters, search), _rows: rows, _columns: columns, _measures: measures },
    }),
});
