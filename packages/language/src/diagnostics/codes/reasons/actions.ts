import { asked } from '../../no-such-reason.ts';

const LINKS = {
  add: '`add user to Article by slug.readers`',
  remove: '`remove user from Article by slug.readers`',
} as const;

/** Why what an exact call does is not understood (N716). */
export const ACTION_REASONS = {
  filters: 'only a list has filters',
  many: 'a list is of several records, such as `list Article`; one record is read with `read`',
  one: 'it is about one record, such as `Article by slug`',
  end: 'nothing stands behind it',
  create: 'what is created is of an entity or a list, such as `create Article`',
  bracket: 'a bracket is not closed',
  value: 'a value stands as in `article: path.id`',
  noField: ({
    entity,
    name,
    nearest,
  }: {
    readonly entity: string;
    readonly name: string;
    readonly nearest: string | null;
  }) => `${entity} has no field “${name}”${asked(nearest)}`,
  twice: ({ name }: { readonly name: string }) => `“${name}” stands twice`,
  deleteEach: 'it is about several records, such as `delete each Todo`',
  whereOrNothing: 'behind the records stands `where` or nothing',
  link: ({ kind }: { readonly kind: keyof typeof LINKS }) => `it stands as in ${LINKS[kind]}`,
  otherEntity: ({ list, holds, given }: { readonly list: string; readonly holds: string; readonly given: string }) =>
    `“${list}” holds ${holds}, not ${given}`,
  notMany: ({ entity }: { readonly entity: string }) =>
    `only to and from a list of many (\`many ${entity}\`) a record is added and removed`,
  signIn: 'it stands as in `sign in with body.email, body.password for 30 days`',
  noError: ({ nearest }: { readonly nearest: string | null }) => `point 8 has no such error${asked(nearest)}`,
  noAction: ({ nearest, known }: { readonly nearest: string | null; readonly known: readonly string[] }) =>
    nearest === null
      ? `an action begins with ${known.map((word) => `\`${word}\``).join(', ')}, or an event and \`on\``
      : `did you mean \`${nearest}\`?`,
  noEvent: ({ entity, event, isNew, nearest }: NoEvent) =>
    `${entity} has no event “${event}”${isNew ? ' from `new`' : ''}${asked(nearest)}`,
  bodySource: 'what is read stands as in `from body.article as Article`',
  listParts: 'behind the records stand `where`, `search`, `order`, `limit` or `page`',
  search: 'a search stands as in `search query.q in title, body`',
  notAField: 'it is not a field of the record',
  filter: 'a filter reads a value of the query, as in `status == query.status`',
  page: 'pages stand as in `page query.page size query.size default 20`',
  offset: 'an `offset` stands behind a `limit`',
  size: 'a number of records stands as in `query.limit default 20`',
  fixedSize: 'a fixed number has no default',
  openSize: 'what it is, is not shown in point 9, and how many are answered has to be known',
  wholeSize: 'it is a whole number from 1, or a constant of point 9 that is one',
  subject: 'it names an entity or `user`',
  listOfOne: 'a list is one record’s, which is found with `by` first',
  by: 'behind `by` stands a field or a value of the request',
  equals: 'behind `==` stands a value of the request, such as `path.id`',
  requestValue: 'it is a value of the request, such as `body.user.email`',
  found: ({ by }: { readonly by: string | null }) =>
    `one record is found with \`by\`${by === null ? ', by its id or a unique field: `by slug`' : `: \`${by}\``}`,
} as const;

interface NoEvent {
  readonly entity: string;
  readonly event: string;
  /** Whether an event from `new` is meant. */
  readonly isNew: boolean;
  readonly nearest: string | null;
}
