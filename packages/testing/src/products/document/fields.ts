import type { FieldKind } from '@nonet/language';
import type { Draft, EntityDraft, FieldDraft, ValueKind } from './draft.ts';
import { Expressions, type Scope } from './expressions.ts';

interface TypeRow {
  /** The word in its fields' names. */
  readonly word: string;
  readonly type: readonly string[];
  readonly kind: ValueKind;
  /** Bounds, patterns and defaults that it may have, as they are written. */
  readonly rules: readonly string[];
  readonly values?: readonly string[];
  readonly isUnique?: true;
  /** It is never required: nobody could enter it by a plain request. */
  readonly isAlwaysOptional?: true;
  readonly isGiven?: true;
  /** Its type is a gap: it is empty, and nobody enters it. */
  readonly isUnknown?: true;
}

/** The kinds that every entity has, or that a document has in another form than a plain field. */
type DrawnElsewhere = 'reference' | 'children' | 'many' | 'all' | 'state' | 'slug' | 'roles' | 'id' | 'serial';

/** Every type of a stored value (3), with rules that go with it. */
const ROWS: Readonly<Record<Exclude<FieldKind, DrawnElsewhere>, TypeRow>> = {
  text: {
    word: 'label',
    type: ['text'],
    kind: 'text',
    rules: ['..40', '2..20', 'matches /^[A-Za-z0-9]/', 'default "x"'],
    isUnique: true,
  },
  'long text': { word: 'essay', type: ['long text'], kind: 'text', rules: ['..4000', 'default "long"'] },
  markdown: { word: 'article', type: ['markdown'], kind: 'text', rules: ['..400'] },
  integer: {
    word: 'count',
    type: ['integer'],
    kind: 'integer',
    rules: ['0..100', '..9', '-5..', 'default 1'],
    isUnique: true,
  },
  decimal: {
    word: 'exact',
    type: ['decimal(8, 2)', 'decimal(12, 4)'],
    kind: 'decimal',
    rules: ['0..', '..1000.5', 'default 0.5'],
  },
  money: { word: 'price', type: ['money', 'money in EUR'], kind: 'money', rules: ['0.01..', '..500 EUR', 'default 5'] },
  percent: { word: 'share', type: ['percent'], kind: 'percent', rules: ['0 %..25 %', 'default 21 %'] },
  boolean: { word: 'flag', type: ['boolean'], kind: 'boolean', rules: ['default false', 'default true'] },
  date: { word: 'day', type: ['date'], kind: 'date', rules: ['default today()', 'default today() + 3 days'] },
  time: { word: 'clock', type: ['time'], kind: 'time', rules: [] },
  datetime: { word: 'moment', type: ['datetime'], kind: 'datetime', rules: ['default now()'] },
  duration: { word: 'span', type: ['duration'], kind: 'duration', rules: ['default 3 days'] },
  recurrence: { word: 'rhythm', type: ['recurrence'], kind: 'recurrence', rules: [] },
  email: { word: 'mail', type: ['email'], kind: 'text', rules: [], isUnique: true },
  url: { word: 'link', type: ['url'], kind: 'text', rules: [] },
  phone: { word: 'phone', type: ['phone'], kind: 'text', rules: [] },
  enum: {
    word: 'level',
    type: ['enum(low, normal (Usual), high)'],
    kind: 'choice',
    values: ['low', 'normal', 'high'],
    rules: ['default "normal"'],
  },
  json: { word: 'data', type: ['json'], kind: 'opaque', rules: [], isAlwaysOptional: true },
  secret: { word: 'hidden', type: ['secret'], kind: 'opaque', rules: [], isAlwaysOptional: true },
  file: { word: 'scan', type: ['file(pdf, txt)', 'file(png)'], kind: 'opaque', rules: [], isAlwaysOptional: true },
  open: { word: 'unknown', type: ['not shown'], kind: 'opaque', rules: [], isAlwaysOptional: true, isUnknown: true },
  image: { word: 'picture', type: ['image'], kind: 'opaque', rules: [], isAlwaysOptional: true },
  number: { word: 'serial', type: ['number N-{yyyy}-{0000}', 'number {000}'], kind: 'text', rules: [], isGiven: true },
};

export const TYPES: readonly TypeRow[] = Object.values(ROWS);

/** A field of a stored value; `null` where the type can't are here. */
export function plainField(draft: Draft, entity: EntityDraft, row: TypeRow = draft.dice.pick(TYPES)): FieldDraft {
  const { dice } = draft;
  const rules: string[] = [];
  if (row.isGiven === true && !['soft', 'never'].includes(entity.settings.get('delete') ?? ''))
    return plainField(draft, entity);
  const isForNew = row.isGiven !== true && row.isAlwaysOptional !== true && row.kind !== 'opaque' && dice.once(8);
  const isOptional = isForNew || (row.isGiven !== true && (row.isAlwaysOptional === true || dice.once(3)));
  if (isForNew) rules.push('required for new');
  else if (isOptional) rules.push('optional');
  const isUnique = row.isUnique === true && dice.once(5);
  if (isUnique) rules.push(row.kind === 'text' && dice.once(2) ? 'unique ignoring case' : 'unique');
  const rule = dice.maybe(dice.once(4) ? boundsOf(draft, row) : row.rules);
  if (rule !== undefined && dice.once(2) && !(isUnique && rule.startsWith('default')))
    rules.push(/^matches|\.\./.test(rule) && dice.once(4) ? `${rule} for new` : rule);
  if (!isUnique && rule === undefined && dice.once(3)) rules.push(...readingDefault(draft, entity, row, isOptional));
  const isBySystem = isOptional && !isForNew && row.isAlwaysOptional !== true && dice.once(8);
  if (isBySystem) rules.push('by system');
  else if (row.isGiven !== true && dice.once(8)) rules.push('once');
  if (row.kind !== 'opaque' && dice.once(8)) rules.push('indexed');
  if (isOptional && !isBySystem && !isUnique && dice.once(6)) {
    const condition = new Expressions(draft).condition({ here: ownPlain(entity) }, 1);
    if (condition.includes('_') && !rules.some((one) => one.startsWith('default'))) rules.push(`when ${condition}`);
  }
  return {
    name: draft.fresh(row.word),
    type: dice.pick(row.type),
    kind: row.kind,
    rules,
    computed: null,
    isOptional,
    isEntered: row.isGiven !== true && row.isUnknown !== true && !isBySystem,
    isUnique: isUnique || row.isGiven === true,
    ...(row.values === undefined ? {} : { values: row.values }),
  };
}

/** How defaults of some kinds read an earlier field of their record, `it`. */
const READING: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  text: ['it', 'lowerAscii(it)'],
  integer: ['it', 'it + 1'],
  date: ['it', 'it + 3 days'],
};

/** A default that reads an earlier field of its record (3). */
function readingDefault(
  { dice }: Draft,
  { fields }: EntityDraft,
  { kind, type, isGiven }: TypeRow,
  isOptional: boolean,
): string[] {
  // A number or a slug is given by the product.
  if (isGiven === true) return [];
  // Any other text lacks the form of an address or a telephone number.
  const isFormed = [ROWS.email, ROWS.url, ROWS.phone].some((formed) => formed.type === type);
  const read = dice.maybe(
    fields.filter(
      (field) =>
        field.kind === kind &&
        (!isFormed || type.includes(field.type)) &&
        field.isEntered &&
        field.computed === null &&
        !field.isOptional &&
        !isOptional,
    ),
  );
  const form = dice.maybe(READING[kind] ?? []);
  return read === undefined || form === undefined ? [] : [`default ${form.replace(/\bit\b/, read.name)}`];
}

/** Whether a field's default reads another field of its record. */
export function readsInDefault({ rules }: FieldDraft, name: string): boolean {
  return rules.some((rule) => rule.startsWith('default ') && new RegExp(`\\b${name}\\b`).test(rule));
}

/** Bounds that a constant of point 9 states, wide enough for the values of records and effects. */
function boundsOf(draft: Draft, { word, rules }: TypeRow): readonly string[] {
  const kinds: Readonly<Record<string, ValueKind>> = { count: 'integer', essay: 'integer', price: 'money' };
  const named = draft.constants.filter(({ kind, isOpen }) => kind === kinds[word] && !isOpen);
  const isWide = (value: string): boolean => word !== 'essay' || value === '250';
  const bounds = named
    .filter(({ value }) => isWide(value))
    .map(({ name }) => `${word === 'count' ? '0' : ''}..${name}`);
  return bounds.length > 0 ? bounds : rules;
}

/** The entity without fields that lead to other records. */
function ownPlain(entity: EntityDraft): EntityDraft {
  const fields = entity.fields.filter(
    ({ kind, rules }) => kind !== 'reference' && kind !== 'records' && !rules.some((rule) => rule.startsWith('when')),
  );
  return { ...entity, fields };
}

/** A reference to one of the entities, with what deleting the referred record does. */
export function referenceField(draft: Draft, entity: EntityDraft, to: EntityDraft): FieldDraft {
  const { dice } = draft;
  const isOptional = to === entity || dice.once(2);
  const rules = isOptional ? ['optional'] : [];
  const onDelete = dice.pick(['', '', 'restrict', 'cascade', ...(isOptional ? ['clear'] : [])]);
  if (onDelete !== '') rules.push(onDelete);
  if (to.name === 'User' && (isOptional || !draft.hasVisitor) && dice.once(3)) rules.push('default user');
  if (dice.once(6)) rules.push('once');
  const isTree = to === entity && !entity.fields.some((field) => field.rules.includes('tree')) && dice.once(2);
  if (isTree) rules.push('tree');
  if (dice.once(4)) {
    const where = new Expressions(draft).condition({ here: to, hasQueries: false }, 1);
    rules.push(`among ${to.name} where ${where}`);
  }
  return {
    name: draft.fresh(to.name === 'User' ? 'person' : 'ref'),
    type: to.name,
    kind: 'reference',
    entity: to.name,
    rules,
    computed: null,
    isOptional,
    isEntered: true,
    isUnique: false,
  };
}

const SORTED: ReadonlySet<ValueKind> = new Set(['integer', 'decimal', 'money', 'date', 'datetime', 'text']);

/** A computed field: of a value, or a reference to the first record of a query. */
export function computedField(draft: Draft, entity: EntityDraft): FieldDraft {
  const { dice } = draft;
  const expressions = new Expressions(draft);
  const scope: Scope = { here: entity, hasQueries: true, mayBeOpen: true, isCell: true };
  const base = { rules: [] as string[], isEntered: false, isUnique: false };
  if (dice.once(3)) {
    const to = dice.pick(draft.roots);
    const key = to.fields.find(({ kind, isOptional }) => SORTED.has(kind) && !isOptional);
    const where = expressions.condition({ here: to, outer: entity, mayBeOpen: true, isCell: true }, 1);
    const order = key === undefined ? 'created_at' : key.name;
    return {
      ...base,
      name: draft.fresh('nearest'),
      type: to.name,
      kind: 'reference',
      entity: to.name,
      computed: `first(${to.name} where ${where} order ${order})`,
      rules: ['optional'],
      isOptional: true,
    };
  }
  const [kind, type] = dice.pick([
    ['integer', 'integer'],
    ['boolean', 'boolean'],
    ['money', 'money'],
    ['decimal', 'decimal(12, 3)'],
    ['date', 'date'],
    ['text', 'text'],
    ['datetime', 'datetime'],
  ] as const);
  const computed = kind === 'boolean' ? expressions.condition(scope) : expressions.value(kind, scope, 2);
  return { ...base, name: draft.fresh('derived'), type, kind, computed, isOptional: false };
}
