import type { Trigger, Ask, Effect, Expression, FieldType, Given, PermissionCell, Plan } from '@nonet/language';

/* The meaning of each kind of thing in a plan for isolation (decision 0004). A kind without a row does not compile;
   if one reaches a running engine nevertheless, no row answers, and the entity stays SERIALIZABLE. */

type KindOf<Node extends { readonly kind: string }> = Node['kind'];

/** The place of a field's value, and the other records that it involves. */
export const FIELDS: Readonly<
  Record<KindOf<FieldType>, 'column' | 'nowhere' | 'reference' | 'references' | 'children' | 'other records'>
> = {
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
  recurrence: 'column',
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
  // Children are written with their owner; nothing but serializability keeps a `many` from naming what is being
  // deleted.
  children: 'children',
  many: 'references',
};

/**
 * The records that a node of an expression reads in addition to its parts; a `field` reads the record itself, or
 * another one.
 */
export const EXPRESSIONS: Readonly<Record<KindOf<Expression>, 'nothing' | 'record' | 'records'>> = {
  literal: 'nothing',
  constant: 'nothing',
  variable: 'nothing',
  list: 'nothing',
  unary: 'nothing',
  binary: 'nothing',
  conditional: 'nothing',
  call: 'nothing',
  'given call': 'nothing',
  'list query': 'nothing',
  field: 'record',
  role: 'records',
  query: 'records',
};

/** The records that an effect writes: the one at the end of its path, or others (which it locks and judges). */
export const EFFECTS: Readonly<Record<KindOf<Effect>, 'end of path' | 'others'>> = {
  set: 'end of path',
  // It reads whatever the paper says.
  paper: 'others',
  create: 'others',
  delete: 'others',
  fire: 'others',
  'fire each': 'others',
  for: 'others',
};

/** The data that a permission cell decides by. */
export const CELLS: Readonly<Record<KindOf<PermissionCell>, 'nothing' | 'expression' | 'another record'>> = {
  yes: 'nothing',
  no: 'nothing',
  gap: 'nothing',
  when: 'expression',
  as: 'another record',
};

/** The data that decide whether somebody holds a role: the account alone, or also a condition. */
export const GIVEN: Readonly<Record<KindOf<Given>, 'account' | 'record' | 'user'>> = {
  anyone: 'account',
  'signed in': 'account',
  assigned: 'account',
  open: 'account',
  relationship: 'record',
  // Asked of a user's row, which other writes change.
  user: 'user',
};

/** The triggers of an event. Only their expressions read other records. */
export const TRIGGERS: Readonly<Record<KindOf<Trigger>, true>> = {
  role: true,
  field: true,
  system: true,
  after: true,
  every: true,
  at: true,
};

/** The inputs of an event; a child that is added makes a family, as the entity's fields show. */
export const ASKS: Readonly<Record<KindOf<Ask>, true>> = { field: true, child: true, input: true };

/** The parts of a plan: those that decide about a write, and those that nothing is decided by. */
export const PARTS: Readonly<Record<keyof Plan, 'decides' | 'shows'>> = {
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
  // A given function reads what its call names, and nothing else.
  given: 'shows',
  examples: 'shows',
  answered: 'shows',
  papers: 'shows',
  received: 'shows',
  feeds: 'shows',
  accountMails: 'shows',
  errors: 'shows',
  constants: 'shows',
  renames: 'shows',
  conversions: 'shows',
  origins: 'shows',
  gone: 'shows',
  gaps: 'shows',
  settings: 'shows',
  clauses: 'shows',
  sources: 'shows',
};

/** The row of a kind; undefined for one that this engine does not know. */
export function rowOf<Row>(rows: Readonly<Record<string, Row>>, kind: string): Row | undefined {
  return Object.hasOwn(rows, kind) ? rows[kind] : undefined;
}
