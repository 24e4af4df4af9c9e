import { type FieldType, hasValue } from '@nonet/language';
import { quote, storedFields, table } from '../../sql/identifiers.ts';
import type { StatementPart } from './statement-step.ts';

/** The record in its table. */
export const SAVE: StatementPart = {
  // The next whole number is asked for before.
  needsSeveral: (index, entity) =>
    index.hasWholeIds(entity) || !storedFields(index.entity(entity)).every(({ type }) => isPlain(type)),
  slots: ({ draft }) => draft.slots,
  after: ({ draft, description, news, source, returned }) => {
    const target = table(draft.entity);
    const answer = `returning ${['t."id"', ...returned].join(', ')}`;
    if (draft.isNew) {
      const names = description.columns.map(({ name }) => quote(name));
      const values = names.map((name) => `judged_.${name}`);
      return `saved_ as (insert into ${target} as t (${names.join(', ')}) select ${values.join(', ')} from ${source} ${answer})`;
    }
    const sets = [...news.keys()].map((name) => `${quote(name)} = judged_.${quote(name)}`);
    return `saved_ as (update ${target} t set ${sets.join(', ')} from ${source} where t."id" = judged_."id" ${answer})`;
  },
};

/** Values that are in their column, and are checked by what the field states. */
function isPlain(type: FieldType): boolean {
  return hasValue(
    type,
    ...(['text', 'made text', 'number', 'boolean', 'choice', 'json', 'reference'] as const),
    ...(['date', 'time', 'datetime', 'duration'] as const),
  );
}
