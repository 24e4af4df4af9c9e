import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { AT_REASONS } from '../reasons/expressions.ts';
import { type DescribedType, wordsOfType } from '../reasons/types.ts';

/** N360 and N361: spans that are counted on the working time of a record. */
export const WORKING_TIME_CODES = {
  N360: code<{
    found: DescribedType;
    entity: string | null;
    lacks: 'time' | 'hours';
    others: readonly string[];
  }>({
    severity: 'error',
    title: 'Nothing says when work is done there',
    traits: ['of a field'],
    names: ({ entity, others }) => [...(entity === null ? [] : [entity]), ...others],
    message: ({ found, entity, lacks, others }) => {
      const known = others.length === 0 ? '' : ` Here ${others.map((name) => `\`${name}\``).join(' and ')} have it.`;
      if (entity === null)
        return `This is ${wordsOfType(found)}, where a record with \`working time\` is expected.${known}`;
      return lacks === 'hours'
        ? `The \`working time\` of ${entity} names weekdays, and no times from and to which work is done: \`hours (weekday, opens, closes)\`.`
        : `${entity} has no \`working time\`: its settings say by which of its lists it is known.${known}`;
    },
    page: 'Working days and hours are counted on the week and the days off of a record: of a branch, a team, a calendar. The entity says by `working time` where these stand.\n\n❌ `to <= today() + 3 working days at owner`\n\n✅ `| working time | hours (weekday, opens, closes) |`, and `to <= today() + 3 working days at project`',
  }),
  N361: code<{ written: string; why: Because<typeof AT_REASONS> }>({
    severity: 'error',
    title: 'A span that can’t be counted at a record',
    message: ({ written, why }) => `“${written}” ${wordsOf(AT_REASONS, why)}.`,
    page: 'What `at` counts has a length only where it begins at a date or an instant: working days are added to either, hours and minutes to an instant.\n\n❌ `project == null or to <= today() + 2 days at project`\n\n✅ `project == null or to <= today() + 2 working days at project`',
  }),
};
