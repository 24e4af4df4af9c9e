import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { type CellAction, UNUSABLE_REASONS, wordsOfCellActions } from '../reasons/roles.ts';

/** N65x to N68x: what the cells of point 6 come to. */
export const CELL_CODES = {
  N656: code<{ entity: string }>({
    severity: 'warning',
    title: 'A cell that never says yes',
    message: ({ entity }) =>
      `No ${entity} ever fulfils this, so it is the same as \`no\`: it contradicts itself, the row's \`in state\`, or what point 3 says of its fields.`,
    page: `A cell is a condition on the record and the user. One that nothing fulfils permits nothing, and was meant otherwise. N551 says how far this looks.

❌

~~~markdown
| may | boss |
| --- | --- |
| read | yes |
| create, update, delete | \`amount > 60\` |
~~~

where \`amount\` is at most 50

✅

~~~markdown
| may | boss |
| --- | --- |
| read | yes |
| create, update, delete | \`amount > 20\` |
~~~`,
  }),
  N657: code<{ role: string | null; does: readonly CellAction[]; why: Because<typeof UNUSABLE_REASONS> }>({
    severity: 'warning',
    title: 'A cell that another row makes pointless',
    message: ({ role, does, why }) =>
      `${role === null ? 'Nobody for whom this cell stands ever' : `\`${role}\` never`} ${wordsOfCellActions(does)} by this: ${wordsOf(UNUSABLE_REASONS, why)}.`,
    page: `A field is readable where one role satisfies the cells of both rows, \`read\` and \`read <field>\`. A cell for a field has no effect under a role that may not read the record. Nor has one for any other action where nobody whom it is for may ever read the record then, for \`import\` where they may not create one, for \`restore\` where nothing is ever deleted, and for \`as transaction\` where nobody may do so to the referred record.

❌

~~~markdown
| may | boss | clerk |
| --- | --- | --- |
| read | yes | no |
| create, update, delete | yes | no |
| read note | yes | yes |
~~~

✅

~~~markdown
| may | boss | clerk |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | yes | no |
| read note | yes | yes |
~~~`,
  }),
  N658: code<{ role: string; entity: string | null }>({
    severity: 'error',
    title: 'A role that is never held',
    message: ({ role, entity }) =>
      `Nobody can ever hold “${role}”${entity === null ? '' : ` on a record of ${entity}`}: what it is given by never holds.`,
    page: `A role is given by its expression; one that never holds gives it to nobody, and every cell under it is as good as \`no\`. N551 says how far this looks.

❌ \`owner == user and owner != user\`

✅ \`owner == user\``,
  }),
  N659: code<{ entity: string; field: string; role: string }>({
    severity: 'warning',
    title: 'A create that can never be completed',
    message: ({ entity, field, role }) =>
      `“${role}” may create ${entity}, and not set \`${field}\`, which every ${entity} needs: whoever holds this role alone is refused each time.`,
    page: `A field with an \`update\` row of its own is set on create by whom that row allows, and by nobody else. A role that may create a record, and not set a field that it needs, never creates one.

❌

~~~markdown
| may | boss | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | yes | yes | no |
| update amount | no | yes | no |
~~~

✅

~~~markdown
| may | boss | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | yes | yes | no |
| update amount | yes | yes | no |
~~~`,
  }),
  N660: code<{ role: string | null; does: readonly CellAction[]; why: Because<typeof UNUSABLE_REASONS> }>({
    severity: 'warning',
    title: 'A cell that takes a further role',
    message: ({ role, does, why }) =>
      `${role === null ? 'Nobody for whom this cell stands ever' : `Whoever holds \`${role}\` alone never`} ${wordsOfCellActions(does)} by this: ${wordsOf(UNUSABLE_REASONS, why)}.`,
    page: `Roles add up, and every action presupposes \`read\` (\`import\` also \`create\`). A cell under a role that may not read the record works for those alone who hold a further assigned role that may. What is had besides without being assigned (\`anyone\`, \`signed in\`, an expression) counts as held.

❌

~~~markdown
| may | boss | clerk | others |
| --- | --- | --- | --- |
| read | yes | no | no |
| create, update, delete | yes | yes | no |
~~~

✅

~~~markdown
| may | boss | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | yes | yes | no |
~~~`,
  }),
  N661: code<{ entity: string; fields: readonly string[]; read: string | null; of: string }>({
    severity: 'warning',
    title: 'A computed field without a row that decides',
    message: ({ entity, fields, read, of }) => {
      const isOne = fields.length === 1;
      const named = fields.map((field) => `\`${field}\``).join(' and ');
      const by = read === null ? '' : `, by its \`${read}\``;
      return `Who may read ${named} of ${entity} hangs on each ${of} that ${isOne ? 'it is' : 'they are'} computed from${by}: ${isOne ? 'it is' : 'each is'} shown only where all of it may be read. Say who may in a row \`read ${fields.join(', ')}\`.`;
    },
    page: `Without a row of its own a computed field is readable where everything that it reads is. Where another record’s cell asks for more than a role that is had beforehand (a relationship, a condition, a state), the field is there for one reader and not for the next, and comes and goes with the other records. A row of its own decides; what it shows of what its reader may not read is then listed (N655).

❌

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | yes |
~~~

where \`paid\` counts the payments of a claim, and none but clerks may read those of 100 EUR or more

✅

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | yes |
| read paid | yes | yes | yes | no |
~~~`,
  }),
  N680: code<{ path: string }>({
    severity: 'error',
    title: 'Roles in a circle',
    message: ({ path }) => `Whoever holds one of these roles is found by asking for the next, in a circle: ${path}.`,
    page: 'A role may be given by other roles; following them must come to an end.\n\n❌ `` | chief | `user is helper` | | | `` beside `` | helper | `user is chief` | | | ``\n\n✅ `` | chief | assigned | | | `` beside `` | helper | `user is chief` | | | ``',
  }),
} as const;
