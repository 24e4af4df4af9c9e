/** Types of databases and of programming languages, and the type that is meant. */
const TYPES_OF_OTHERS: Readonly<Record<string, string>> = {
  string: 'text',
  str: 'text',
  char: 'text',
  varchar: 'text',
  nvarchar: 'text',
  citext: 'text',
  word: 'text',
  uuid: 'text',
  guid: 'text',
  clob: 'long text',
  longtext: 'long text',
  mediumtext: 'long text',
  textarea: 'long text',
  html: 'markdown',
  richtext: 'markdown',
  int: 'integer',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  long: 'integer',
  short: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  wholenumber: 'integer',
  count: 'integer',
  number: 'integer',
  float: 'decimal(12, 2)',
  double: 'decimal(12, 2)',
  real: 'decimal(12, 2)',
  numeric: 'decimal(12, 2)',
  decimal: 'decimal(12, 2)',
  bool: 'boolean',
  bit: 'boolean',
  yesno: 'boolean',
  checkbox: 'boolean',
  flag: 'boolean',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  instant: 'datetime',
  moment: 'datetime',
  interval: 'duration',
  timespan: 'duration',
  currency: 'money',
  amount: 'money',
  price: 'money',
  percentage: 'percent',
  mail: 'email',
  emailaddress: 'email',
  uri: 'url',
  link: 'url',
  website: 'url',
  telephone: 'phone',
  phonenumber: 'phone',
  tel: 'phone',
  password: 'secret',
  object: 'json',
  map: 'json',
  dict: 'json',
  jsonb: 'json',
  blob: 'file(pdf, png, jpg)',
  bytea: 'file(pdf, png, jpg)',
  binary: 'file(pdf, png, jpg)',
  attachment: 'file(pdf, png, jpg)',
  document: 'file(pdf, png, jpg)',
  photo: 'image',
  picture: 'image',
  avatar: 'image',
  status: 'state',
  workflow: 'state',
  person: 'User',
  account: 'User',
};

/**
 * The type here for another language's type: `varchar(20)`, `Currency`, `Line[]`, `array of Line`, `ref Project`. Null
 * if the type is unknown. `isShared` says whether an entity's records are independent, so that a list of them becomes
 * `many`.
 */
export function meantType(
  type: string,
  entities: ReadonlySet<string>,
  isShared: (entity: string) => boolean,
): string | null {
  const [, array, brackets, referred, byId] =
    /^(?:(?:array|set|collection|array of|set of|lists? of)[ <(]+(\w+)[)>]?|(?:list<)?(\w+)(?:\[\]|>)|(?:ref|reference|(?:\w+ )?references|foreign key|fk|link|belongs to)(?: to)?[ (]+(\w+)\)?(?: ?\(\w+\))?|(\w+)[.(]id\)?)$/i.exec(
      type,
    ) ?? [];
  const item = array ?? brackets;
  if (item !== undefined && entities.has(item)) return `${isShared(item) ? 'many' : 'list of'} ${item}`;
  const reference = referred ?? byId;
  const referredEntity = reference === undefined ? null : entityNamed(reference, entities);
  if (referredEntity !== null) return referredEntity;
  const [, precision, scale] = /^(?:numeric|decimal|number|dec) ?\((\d{1,3}) ?, ?(\d{1,3})\)$/i.exec(type) ?? [];
  if (precision !== undefined && scale !== undefined && Number(scale) <= Number(precision))
    return `decimal(${precision}, ${scale})`;
  const money = /^(?:money|currency) ?\(([A-Z]{3})\)$/.exec(type)?.[1];
  if (money !== undefined) return `money in ${money}`;
  const plain = type
    .replace(/ ?\([\d, ]*\)$/, '')
    .toLowerCase()
    .replaceAll(/[ _-]/g, '');
  return Object.hasOwn(TYPES_OF_OTHERS, plain) ? (TYPES_OF_OTHERS[plain] ?? null) : null;
}

/** The entity that a table of a database is called after: `line_items` for `LineItem`; null if there is none. */
function entityNamed(table: string, entities: ReadonlySet<string>): string | null {
  const singular = (name: string) =>
    name
      .toLowerCase()
      .replaceAll('_', '')
      .replace(/ies$/, 'y')
      .replace(/(?<=[sxz]|ch|sh)es$|(?<=[^s])s$/, '');
  if (entities.has(table)) return table;
  return [...entities].find((entity) => singular(entity) === singular(table)) ?? null;
}

/**
 * The choices of an enum in another notation: `enum: low, high`, `one of (low, high)`, `enum[low, high]`, `low/high`,
 * `"low" | "high"`.
 */
export function meantEnum(type: string): string | null {
  const union = /^(?:"\w+"|'\w+')(?: ?\\?\| ?(?:"\w+"|'\w+'))+$/.exec(type)?.[0];
  const listed =
    union?.replaceAll(/ ?\\?\| ?/g, ', ') ??
    /^(?:enum(?:eration)?|choice|select|one of|options?)\s*(?::|=|\bof\b)?\s*[([{<]?\s*([^()[\]{}<>]+?)\s*[)\]}>]?$/i.exec(
      type,
    )?.[1];
  const choices = listed
    ?.split(/\s*(?:,|\/|;|\bor\b)\s*/)
    .map((choice) => choice.replace(/^["'](.*)["']$/, '$1').trim());
  if (choices === undefined || choices.length < 2) return null;
  const names = choices.map((choice) => choice.replaceAll(/[\s-]+/g, '_'));
  return names.every((name) => /^[A-Za-z]\w*$/.test(name)) ? `enum(${names.join(', ')})` : null;
}

/** A type that also states something that is a rule here. */
export interface TypeWithRule {
  readonly type: string;
  readonly rule: string;
}

/**
 * The rules that a type includes: `optional` in `date?`, `nullable text` and `Optional<User>`, `..60` in `varchar(60)`.
 * Null if there are none.
 */
export function typeWithRule(type: string): TypeWithRule | null {
  const [, before, behind, around] =
    /^(?:(\S.*?) ?\?|(?:optional|nullable|maybe) ([^<(\s].*)|(?:optional|nullable|maybe)[<(]\s*(\S.*?)\s*[>)])$/i.exec(
      type,
    ) ?? [];
  const kept = before ?? behind ?? around;
  if (kept !== undefined) return { type: kept, rule: 'optional' };
  const [, text, most] = /^((?:long )?text|str|string|char|varchar|nvarchar|citext) ?\((\d+)\)$/i.exec(type) ?? [];
  return text === undefined ? null : { type: text, rule: `..${most}` };
}
