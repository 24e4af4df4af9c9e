import { takesFrom } from '@nonet/language';
import { quote, table } from '../sql/identifiers.ts';
import { type Change, forbidden, records } from './change.ts';
import type { TableDescription } from './describe.ts';
import type { IndexDescription } from './describe-indexes.ts';

/** Records whose values a unique index would not take. */
export function sharedValues(
  { entity }: TableDescription,
  unique: NonNullable<IndexDescription['unique']>,
  isNew: boolean,
): Change {
  const what = unique.fields.map((field) => `${entity.name}.${field}`).join(', ');
  const isWorkedOut = entity.fields.some(({ name, type }) => unique.fields.includes(name) && takesFrom(type));
  const from = isWorkedOut ? 'add `from …` that gives each its own value, or ' : '';
  const present = unique.fields.map((field) => `${quote(field)} is not null`);
  const condition = [...present, ...(unique.where === null ? [] : [unique.where])].join(' and ');
  const shared = `select count(*) as n from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1`;
  return forbidden(unique, `${what} is unique`, {
    count: { text: `select coalesce(sum(n), 0) as count from (${shared}) shared`, values: [] },
    which: {
      text: `select id::text as id from ${table(entity.name)} where ${condition} and (${unique.columns}) in (select ${unique.columns} from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1) order by ${unique.columns}, id`,
      values: [],
    },
    records: null,
    fields: unique.fields,
    words: (n) => `\`${what}\` is unique now: ${records(n)} share a value`,
    remedy: isNew
      ? `${from}state \`optional\` and no \`default\``
      : `${from}change all but one of those that are alike first`,
  });
}
