import { withArticle } from '../../article.ts';
import { code } from '../../code.ts';
import { offer } from '../../offer.ts';
import { UNSET_REASONS } from '../reasons/roles.ts';

/** Why an action on an entity can't be given to a role: a setting of the entity, or of which records the role is. */
export type NeverGiven =
  | { readonly entity: string; readonly never: 'delete' | 'restore' | 'history' | 'erase' | 'merge' }
  | { readonly entity: string; readonly roleOf: readonly string[] }
  | { readonly entity: string; readonly isNew: true };

/** The setting of point 3 by which an entity rules an action out. */
export const SETTING_AGAINST = {
  delete: 'delete',
  restore: 'delete',
  history: 'history',
  erase: 'erased',
  merge: 'merge',
} as const satisfies Readonly<Record<Extract<NeverGiven, { never: string }>['never'], string>>;

function whyNeverGiven(why: NeverGiven): string {
  const { entity } = why;
  if ('roleOf' in why) return `it is a role of ${why.roleOf.join(', ')}, not of ${entity}`;
  if ('isNew' in why) return 'it is held on a record, and there is none yet when one is created';
  switch (why.never) {
    case 'delete':
      return `${entity} is never deleted (point 3, \`delete\`)`;
    case 'restore':
      return `${entity} can't be restored, because it is not deleted softly (point 3, \`delete\`)`;
    case 'erase':
      return entity === 'User'
        ? 'no field is `erased` with a person (point 3)'
        : `${withArticle(entity)} is not a person: \`erase\` is of User alone, and point 3 says which fields of other records are \`erased with\` one`;
    case 'merge':
      return entity === 'User'
        ? 'people are not merged: each account says who did what. Erase the one that is not needed, or disable it'
        : `${withArticle(entity)} is written with its owner: those of two owners come together when the owners are merged`;
    case 'history':
      return `${entity} keeps no history (point 3, \`history\`)`;
  }
}

/** N60x: how point 6 is written: roles, verbs, states, fields. */
export const ROLE_TABLE_CODES = {
  N601: code<{ role: string; given: string }>({
    severity: 'error',
    title: 'Role of an entity that has none',
    traits: ['foreign cell'],
    message: ({ role, given }) =>
      `“${role}” is given to ${given}, so it is not a role of one entity: \`of\` belongs to an expression such as \`owner == user\`.`,
    page: 'Only a relationship between a record and the user is a role of an entity.\n\n❌ `| clerk | assigned | Claim | |`\n\n✅ `| clerk | assigned | | |`',
  }),
  N602: code<{ role: string }>({
    severity: 'error',
    title: 'Role given in two ways',
    message: ({ role }) =>
      `“${role}” is stated in several rows. Only a relationship may be, with one expression for each entity.`,
    page: 'Several rows make one role for several entities; each entity has one expression.\n\n❌ `| clerk | signed in | | |` beside `| clerk | assigned | | |`\n\n✅ `` | owner | `member == user` | Loan | | `` beside `` | owner | `owner == user` | Claim | | ``',
  }),
  N603: code<{ role: string; depth: number }>({
    severity: 'error',
    title: 'Role more than three references away',
    message: ({ role, depth }) => `“${role}” follows ${depth} references; at most three are followed.`,
    page: 'A relationship is looked up for every record that is read, so it follows at most three references.\n\n❌ `owner.supervisor.supervisor.supervisor == user`\n\n✅ `owner.supervisor == user`',
  }),
  N604: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    traits: ['naming heading', 'misplaced heading', 'no point above', 'foreign cell', 'foreign row', 'record value'],
    unknownName: { points: '3', isEntity: true },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'Roles and permissions are stated for the entities of point 3.\n\n❌ `#### Paymnt`\n\n✅ `#### Payment`',
  }),
  N605: code<{ entity: string }>({
    severity: 'error',
    title: 'Permissions stated twice',
    traits: ['nameless'],
    message: ({ entity }) => `The permissions of ${entity} are stated twice.`,
    page: 'All permissions of an entity stand in one table, so that nothing is overlooked.\n\n❌ a second heading `#### Project`\n\n✅ `#### Loan`, or one heading `#### Project, Loan` for two entities that are alike',
  }),
  N606: code<{ verb: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown action',
    traits: ['unfit cell'],
    message: ({ verb, nearest, known }) => `“${verb}” is not an action.${offer(nearest, known)}`,
    page: 'The column `may` names actions: `read`, `create`, `update`, `delete`, `restore`, `export`, `import`, `history`, `erase`, `merge`; `read` and `update` may name fields. Events are permitted by point 4.\n\n❌ `| raed | yes |`\n\n✅ `| read | yes |`',
  }),
  N607: code<{ verb: string }>({
    severity: 'error',
    title: 'Action without fields',
    message: ({ verb }) => `“${verb}” is permitted for whole records: only \`read\` and \`update\` name fields.`,
    page: 'A field has its own row for `read` and for `update`.\n\n❌ `| create due | yes |`\n\n✅ `| update due | yes |`',
  }),
  N608: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    traits: ['foreign cell'],
    unknownName: { points: '3', name: ({ field }) => field },
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) => `${entity} has no field “${field}”.${offer(nearest)}`,
    page: 'A row of permissions names fields of its entity.\n\n❌ `| read deu | yes |`\n\n✅ `| read due | yes |`',
  }),
  N609: code<{ entity: string; field: string; why: keyof typeof UNSET_REASONS }>({
    severity: 'error',
    title: 'Field that nobody sets',
    message: ({ entity, field, why }) => `Nobody can update ${field} of ${entity}: ${UNSET_REASONS[why]}.`,
    page: 'Computed and derived fields are the product’s own, and the state changes by events.\n\n❌ `| update status | no | yes | no | no |`\n\n✅ `| update note | no | yes | no | no |`; the state is changed by an event in point 4',
  }),
  N610: code<{ rows: readonly string[]; entity: string; inStates?: true }>({
    severity: 'error',
    title: 'Permission stated twice',
    traits: ['of what is stated elsewhere'],
    message: ({ rows, entity, inStates }) =>
      `${rows.map((row) => `\`${row}\``).join(', ')} of ${entity}${inStates ? ' in one of these states' : ''} is stated twice.`,
    page: 'Each action, field and state has one row.\n\n❌ `| read | no |` below `| read | yes |`\n\n✅ `| create | no |`, or two rows with different states in `in state`',
  }),
  N611: code<{ entity: string; state: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown state',
    unknownName: { points: '4' },
    names: ({ state }) => [state],
    message: ({ entity, state, nearest }) => `${entity} has no state “${state}”.${offer(nearest)}`,
    page: 'The column `in state` names states of point 4, `any`, or `any except …`.\n\n❌ `| read | drafted | yes |`\n\n✅ `| read | draft | yes |`',
  }),
  N612: code<{ roles: readonly string[]; why: NeverGiven }>({
    severity: 'error',
    title: 'Permission that can never apply',
    traits: ['of the whole'],
    names: ({ roles, why }) => ('never' in why ? [...roles, SETTING_AGAINST[why.never]] : roles),
    message: ({ roles, why }) =>
      `This can't be given to ${roles.map((role) => `“${role}”`).join(', ')}: ${whyNeverGiven(why)}.`,
    page: 'A cell that could never come into force misleads its readers. Leave it empty, or write `no`.\n\n❌ `yes` on `create` under a role `owner`, held only on a record that exists\n\n✅ `no`',
  }),
  N613: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: '`as` without a reference',
    traits: ['of what is stated elsewhere'],
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) =>
      `“as ${field}” needs a field of ${entity} that refers to another record.${offer(nearest)}`,
    page: '`as transaction` permits what is permitted on the record that the field refers to.\n\n❌ `as amount`\n\n✅ `as claim`',
  }),
  N614: code<{ role: string; entities: readonly string[] }>({
    severity: 'error',
    title: 'Role and field of one name',
    message: ({ role, entities }) =>
      `“${role}” is a role and a field of ${new Intl.ListFormat('en').format(entities)} that refers to a User, but they don't mean the same. Give one of them another name, or let the role be whoever the field names: \`${role} == user\` of ${entities.join(', ')}.`,
    page: 'A name in `by` is read as a role or as a field, so both must mean the same people.\n\n❌ `| member | assigned | | |` beside a field `member` of Loan\n\n✅ `` | member | `member == user` | Loan | | ``',
  }),
  N615: code<{ path: string }>({
    severity: 'error',
    title: 'Permissions in a circle',
    message: ({ path }) => `These permissions refer to each other in a circle: ${path}.`,
    page: '`as` refers to the permissions of another record; following it must come to an end.\n\n❌ `as payment` in Claim, where Payment has `as claim`\n\n✅ `yes`: one of them states its own cells',
  }),
  N616: code<{ role: string; meant: string }>({
    severity: 'error',
    title: 'Ill-stated role',
    traits: ['of what is stated elsewhere'],
    names: ({ role }) => [role],
    message: ({ role, meant }) => `It is not clear who holds “${role}”: did you mean “${meant}”?`,
    page: 'A role is given to `anyone`, `signed in`, `assigned`, or by an expression about the record and the user.\n\n❌ `| clerk | asigned | | |`\n\n✅ `| clerk | assigned | | |`',
  }),
  N618: code<{ role: string; why: 'words' | 'given'; text: string }>({
    severity: 'error',
    title: 'A second factor that can’t be asked for',
    traits: ['foreign cell'],
    names: ({ role }) => [role],
    message: ({ role, why, text }) =>
      why === 'words'
        ? `Under “second factor” stands \`required\`, or nothing; “${text}” is not understood.`
        : `Whether somebody holds “${role}” is not known when they sign in: a second factor is required of roles that are \`assigned\`, or given to who is \`signed in\`.`,
    page: 'The column `second factor` of the table of roles says whether whoever holds a role gives more than a password when they sign in: a passkey, or a code of an app. It is required of roles that people have by themselves, and not of those that depend on a record.\n\n❌ `| clerk | assigned | | yes |`, where `second factor` is the last column\n\n✅ `| clerk | assigned | | required |`',
  }),
  N617: code<{ text: string; entity: string; roles: readonly string[] }>({
    severity: 'error',
    title: 'A cell that means one’s own records',
    traits: ['foreign cell'],
    names: ({ roles }) => roles,
    message: ({ text, entity, roles }) =>
      `“${text}” is not understood: whose a record of ${entity} is, a role says. ${
        roles.length > 0
          ? `Give it to ${roles.map((role) => `“${role}”`).join(' or ')}, in a column of its own, with \`yes\`, and to this role \`no\`.`
          : `State one under \`### Roles\`, such as \`| owner | ... == user | ${entity} |\`, and give it to that role, in a column of its own, with \`yes\`.`
      }`,
    page: 'Who somebody is to a record is a role of point 6 that is held on it (`| owner | owner == user | Claim |`), with a column of its own in the table of permissions. A cell says `yes`, `no`, or a condition on the record.\n\n❌ `own`\n\n✅ `yes` in the column of a role such as `owner`',
  }),
} as const;
