import { withArticle } from '../../article.ts';
import { type Code, code } from '../../code.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { OWNED_REASONS, SETTING_FORMS, USES } from '../reasons/entities.ts';

/** Entities of point 3: their settings, owners and titles. */
export const SETTING_CODES = {
  N310: code<{ entity: string; reason: Because<typeof OWNED_REASONS> }>({
    severity: 'error',
    title: 'Children that can’t be owned so',
    traits: ['of what is stated elsewhere'],
    names: ({ entity, reason }) => (typeof reason === 'string' ? [entity] : [entity, reason.field]),
    message: ({ entity, reason }) => `\`list of ${entity}\` can't stand here: ${wordsOf(OWNED_REASONS, reason)}.`,
    page: 'An owned child is saved with its parent and has one owner.\n\n❌ `| lines | list of Line | |` in Loan, where Claim owns the lines\n\n✅ `| lines | list of LoanLine | |`',
  }),
  N311: code<{ entity: string }>({
    severity: 'error',
    title: 'Two state fields',
    message: ({ entity }) => `${entity} has a state field already; an entity has one.`,
    page: 'Point 4 governs one field of an entity: events move a record from state to state, and a record is in one state at a time.\n\n❌ `| phase | state | |` beside `| status | state | |`\n\n✅ `| phase | enum(early, late) | optional |`',
  }),
  N313: code<{ setting: string; value: string; form: Because<typeof SETTING_FORMS> }>({
    severity: 'error',
    title: 'A setting that can’t be read',
    traits: ['of a field'],
    names: ({ value, setting, form }) => [value, setting, ...(typeof form === 'object' ? form.fields : [])],
    message: ({ setting, value, form }) =>
      `“${value}” can't stand for \`${setting}\`, which is ${wordsOf(SETTING_FORMS, form)}.`,
    page: 'A setting has a few words to choose from; anything else would be ignored without a word.\n\n❌ `| delete | gentle |`\n\n✅ `| delete | soft |`',
  }),
  N314: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    unknownName: { points: '3', name: ({ field }) => field },
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) => `${entity} has no field “${field}”.${offer(nearest)}`,
    page: 'The order, the title, a `unique` and other settings name fields of their own entity.\n\n❌ `| order | nmae |`\n\n✅ `| order | name |`',
  }),
  N318: code<{ fields: readonly string[] }>({
    severity: 'error',
    title: 'Computed fields in a circle',
    message: ({ fields }) =>
      new Set(fields).size === 1
        ? `${fields[0]} is computed from itself.`
        : `These computed fields need each other: ${fields.join(' → ')}.`,
    page: 'A computed field is worked out from others whenever it is read, and is never stale. Fields that need each other have no first value to begin with.\n\n❌ `| a | integer | = b + 1 |` beside `| b | integer | = a - 1 |`\n\n✅ `| a | integer | |`, which is entered',
  }),
  N320: code<{ field: string }>({
    severity: 'error',
    title: 'A gapless number on records that can be deleted',
    traits: ['of what is stated elsewhere'],
    names: ({ field }) => [field, 'delete'],
    message: ({ field }) =>
      `\`${field}\` is gapless, and records of this entity are deleted for good: set \`delete\` to \`soft\` or \`never\`.`,
    page: 'A gapless number promises that no number is missing: an auditor finds every invoice. A record that is deleted for good would leave a hole.\n\n❌ `| delete | hard |` where a field is `number INV-{0000}`\n\n✅ `| delete | never |`',
  }),
  N323: code<{ path: string; entity: string }>({
    severity: 'error',
    title: 'Two entities with one path',
    message: ({ path, entity }) =>
      `\`${path}\` is the path of ${entity} already: state another one with the setting \`path\`.`,
    page: 'Each entity has its own collection in the API (`/api/lines`). Its name comes from the entity’s, in small letters and the plural, unless the setting `path` says otherwise.\n\n❌ `| path | loans |` beside the entity `Loan`\n\n✅ `| path | project-files |`',
  }),
  N338: code<{ entity: string; field: string }>({
    severity: 'warning',
    title: 'An order by hand that nobody gives',
    traits: ['nobody can'],
    names: ({ field }) => [field],
    message: ({ entity, field }) =>
      `People order ${entity} by \`${field}\`, which point 6 lets nobody change: no record can ever be moved.`,
    page: 'Whoever moves a record in a list or on a board changes the field that holds the order, with the rights of that field. Where nobody has them, the order is that of the first values for good.\n\n❌ `| update place | no | no |`, where `order by hand` is `place`\n\n✅ `| update place | yes | no |`',
  }),
  N351: code<{ entity: string }>({
    severity: 'warning',
    title: 'An entity that nobody creates',
    traits: ['nobody can', 'never there'],
    message: ({ entity }) =>
      `No ${entity} ever exists: point 6 lets nobody create one, no event or effect does, and there are no records of it.`,
    page: 'Records come from people whom point 6 lets create them, from events `from new`, from effects, or from `#### Records`.\n\n❌ `| create | no | no |`\n\n✅ `| create | yes | no |`, or `#### Records` under the entity',
  }),
  N352: code<{ entity: string }>({
    severity: 'warning',
    title: 'An entity that nobody reads',
    traits: ['nobody can', 'never there'],
    message: ({ entity }) =>
      `Point 6 lets nobody read ${entity}: its records are in no list, on no screen, and in no answer.`,
    page: 'What may not be read does not exist, for everybody. That is meant where only rules and effects use an entity; then it is allowed with its reason.\n\n❌ `| read | no | no |`\n\n✅ `| read | yes | no |`, or `> allow N352: only rules look at it`',
  }),
  N354: code<{ entity: string; title: string; offered: string | null }>({
    severity: 'warning',
    title: 'A title that all records share',
    message: ({ entity, title, offered }) =>
      `Every ${entity} is called “${title}”: nothing in it says which one it is.${offer(offered)}`,
    page: 'The title is what a record is called wherever it is named: in lists, pickers, messages and links. Its fields stand in it in braces.\n\n❌ `| title | name |`\n\n✅ `| title | {name} |`',
  }),
  N355: code<{ entity: string; setting: 'title' | 'order'; path: string }>({
    severity: 'warning',
    title: 'A title that nobody can ever read',
    message: ({ entity, setting, path }) =>
      setting === 'title'
        ? `What ${withArticle(entity)} is called reads “${path}”, which point 6 lets nobody read: it is missing wherever the ${entity} is named.`
        : `Lists of ${entity} are ordered by “${path}”, which point 6 lets nobody read: they have no order then.`,
    page: 'A title stands in lists, pickers, messages and links, and an order sorts them, each as far as their reader may read what they are made of.\n\n❌ `| title | {code} |`, where `read code` is `no` for every role\n\n✅ `| title | {name} |`',
  }),
  N342: code<{ entity: string; namesUser: boolean }>({
    severity: 'warning',
    title: 'A query whose condition reads nothing of its records',
    message: ({ entity, namesUser }) =>
      `The condition of this query reads nothing of the ${entity} that it asks about: it finds all of them, or none.${namesUser ? ' `user` is who acts; name the queried one, `User as u where …`.' : ''}`,
    page: 'After `where`, bare names are those of the queried record, `this` is the record of the clause, and `user` is who acts. A condition that reads only the latter two is the same for each record. It stands outside of the query (`if … then … else 0`), or means the queried record, which `as` names where its own fields are not enough.\n\n❌ `count(Project where this.total > 100) < 5`\n\n✅ `count(Project as p where p == this.project) < 5`',
  }),
  N384: code<{
    entity: string;
    size: number;
    part: 'order' | 'where' | 'filters' | 'search';
    path: string;
    isWorkedOut: boolean;
  }>({
    severity: 'warning',
    title: 'A list that reads all of its many records',
    names: ({ path }) => [path],
    message: ({ entity, size, part, path, isWorkedOut }) => {
      const all = `reads all ${grouped(size)} records of ${entity}`;
      if (part === 'where') return `This list ${all}: its \`where\` compares no field that has an index with anything.`;
      const does = {
        order: `An order by “${path}”`,
        filters: `A filter by “${path}”`,
        search: `A search in “${path}”`,
      }[part];
      return isWorkedOut
        ? `${does} ${all}: it is worked out for each of them, so that no index holds it.`
        : `${does} ${all} where few of them match: state the field \`indexed\`.`;
    },
    page: 'Of an entity whose `size` is large, a list is shown from an index: in its order, by a state, a reference, a unique or an `indexed` field, and by the texts that it searches. A condition `member.account == user` through references finds them as well, also through several (`member.firm.owner == user`), where the last field has an index or its entity is small: PostgreSQL begins there and comes back by the index of each reference, in some milliseconds of a million. Two such conditions with `or` do not: that took a second of a million. What no index holds is read from all records, each time: tenths of a second for 100,000, seconds for a million. A value that is worked out can be kept by effects instead, in a field of its own.\n\n❌ `| filters | total |`, which is a sum\n\n✅ `| filters | status |`',
  }),
  N385: code<{ entity: string; size: number; where: keyof typeof USES }>({
    severity: 'warning',
    title: 'A query that reads all of many records',
    message: ({ entity, size, where }) =>
      where === 'tile'
        ? `This tile reads all ${grouped(size)} records of ${entity}, again after each change of one: a condition by a state, a reference or an \`indexed\` field narrows it.`
        : `${USES[where].replace(/^a/, 'A')} reads all ${grouped(size)} records of ${entity} here: a condition by a state, a reference or an \`indexed\` field narrows it.`,
    page: 'A query of all records of an entity whose `size` is large is answered from an index where its condition compares a state, a reference, a unique or an `indexed` field, or equates what a reference leads to (`member.account == user`). A rule or a guard that reads all makes every write wait for that.\n\n❌ `count(Loan where overdue) < 5`\n\n✅ `count(Loan where overdue and member == this.owner) < 5`',
  }),
} satisfies Record<string, Code<never>>;

/** `3,000,000`: as the setting writes it. */
function grouped(size: number): string {
  return size.toLocaleString('en');
}
