import type { Actor, Ask, Effect, Expression, FieldType, Given, PermissionCell, Plan } from '@nonet/language';

/*
 * What each kind of thing in a plan means for isolation (decision 0004). A kind that has no row does not compile; one that
 * reaches a running engine all the same is answered by no row, and then the entity stays SERIALIZABLE.
 */

type KindOf<Node extends { readonly kind: string }> = Node['kind'];

/** Where a field's value stands, and which other records it has to do with. */
export const FIELDS = {
  text: 'column',
  'long text': 'column',
  markdown: 'column',
  integer: 'column',
  percent: 'column',
  boolean: 'column',
  date: 'column',
  time: 'column',
  datetime: 'column',
  duration: 'column',
  email: 'column',
  url: 'column',
  phone: 'column',
  json: 'column',
  secret: 'column',
  roles: 'column',
  id: 'column',
  serial: 'column',
  open: 'nowhere',
  decimal: 'column',
  money: 'column',
  enum: 'column',
  state: 'column',
  number: 'column',
  reference: 'reference',
  all: 'nowhere',
  // Uploads and former slugs are records of their own.
  file: 'other records',
  image: 'other records',
  slug: 'other records',
  // Children are written with their owner; nothing but serializability keeps a `many` from naming what is being deleted.
  children: 'children',
  many: 'references',
} satisfies Record<KindOf<FieldType>, 'column' | 'nowhere' | 'reference' | 'references' | 'children' | 'other records'>;

/** What an expression's node reads besides its parts; a `field` reads the record itself, or another one. */
export const EXPRESSIONS = {
  literal: 'nothing',
  constant: 'nothing',
  variable: 'nothing',
  list: 'nothing',
  unary: 'nothing',
  binary: 'nothing',
  conditional: 'nothing',
  call: 'nothing',
  'list query': 'nothing',
  field: 'record',
  role: 'records',
  query: 'records',
} satisfies Record<KindOf<Expression>, 'nothing' | 'record' | 'records'>;

/** Which records an effect writes: the one at the end of its path, or others (which it locks and judges). */
export const EFFECTS = {
  set: 'end of path',
  create: 'others',
  delete: 'others',
  fire: 'others',
  'fire each': 'others',
  for: 'others',
} satisfies Record<KindOf<Effect>, 'end of path' | 'others'>;

/** What a permission cell decides by. */
export const CELLS = {
  yes: 'nothing',
  no: 'nothing',
  gap: 'nothing',
  when: 'expression',
  as: 'another record',
} satisfies Record<KindOf<PermissionCell>, 'nothing' | 'expression' | 'another record'>;

/** What decides whether somebody holds a role: the account alone, or also a condition. */
export const GIVEN = {
  anyone: 'account',
  'signed in': 'account',
  assigned: 'account',
  open: 'account',
  relationship: 'record',
  // Asked of a user's row, which other writes change.
  user: 'user',
} satisfies Record<KindOf<Given>, 'account' | 'record' | 'user'>;

/** Who or what causes an event. Only its expressions read other records. */
export const ACTORS = {
  role: true,
  field: true,
  system: true,
  after: true,
  every: true,
  at: true,
} satisfies Record<KindOf<Actor>, true>;

/** What an event asks for; a child that is added makes a family, as the entity's fields show. */
export const ASKS = { field: true, child: true, input: true } satisfies Record<KindOf<Ask>, true>;

/** The parts of a plan: those that decide about a write, and those that nothing is decided by. */
export const PARTS = {
  entities: 'decides',
  states: 'decides',
  rules: 'decides',
  permissions: 'decides',
  calls: 'decides',
  roles: 'decides',
  // Any of them may be missing, and then nothing is known.
  openPoints: 'decides',
  title: 'shows',
  purpose: 'shows',
  screens: 'shows',
  examples: 'shows',
  answered: 'shows',
  errors: 'shows',
  constants: 'shows',
  renames: 'shows',
  conversions: 'shows',
  gaps: 'shows',
  settings: 'shows',
  clauses: 'shows',
  sources: 'shows',
} satisfies Record<keyof Plan, 'decides' | 'shows'>;

/** The row of a kind; undefined for one that this engine does not know. */
export function rowOf<Row>(rows: Readonly<Record<string, Row>>, kind: string): Row | undefined {
  return Object.hasOwn(rows, kind) ? rows[kind] : undefined;
}
