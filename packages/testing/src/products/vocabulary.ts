import {
  ACCOUNT_MAIL_PARTS,
  ACCOUNT_MAILS,
  ACTIONS,
  type Trigger,
  EXACT_CALL_METHODS,
  EXACT_CALL_SETTINGS,
  type Ask,
  EXACT_CALL_PARTS,
  type ExactCallAction,
  checkDocument,
  type ConstantValue,
  type Effect,
  ERROR_VALUES,
  type Expression,
  FEED_PARTS,
  FIELD_RULES,
  type FieldType,
  FUNCTIONS,
  type Given,
  LIST_WORDS,
  MAIL_PARTS,
  NOTICE_PARTS,
  PAPER_PARTS,
  PAPER_SIZES,
  RECEIVED_MAIL_PARTS,
  RECEIVED_PARTS,
  OUTBOUND_CALL_PARTS,
  type PermissionCell,
  PRODUCT_CONSTANTS,
  type Recipients,
  SCREEN_KINDS,
  SCREEN_PARTS,
  type ScreenAction,
  type ShapeProperty,
  STANDARD_ERRORS,
  type State,
  type Tile,
  TIME_UNITS,
} from '@nonet/language';

/** All members of a union, so that a new one does not compile until it is here. */
type All<Kind extends string> = Readonly<Record<Kind, true>>;

const TYPES: All<FieldType['kind']> = {
  text: true,
  'long text': true,
  markdown: true,
  integer: true,
  percent: true,
  boolean: true,
  date: true,
  time: true,
  datetime: true,
  duration: true,
  recurrence: true,
  email: true,
  url: true,
  phone: true,
  json: true,
  secret: true,
  image: true,
  roles: true,
  id: true,
  serial: true,
  open: true,
  decimal: true,
  money: true,
  enum: true,
  state: true,
  file: true,
  number: true,
  slug: true,
  reference: true,
  children: true,
  many: true,
  all: true,
};
const EFFECTS: All<Effect['kind']> = {
  set: true,
  paper: true,
  create: true,
  delete: true,
  fire: true,
  'fire each': true,
  for: true,
};
const CHANGES: All<NonNullable<Extract<Effect, { kind: 'set' }>['change']>> = { add: true, remove: true };
const TRIGGERS: All<Trigger['kind']> = { role: true, field: true, system: true, after: true, every: true, at: true };
const ASKS: All<Ask['kind']> = { field: true, child: true, input: true };
const STATES: All<State['kind']> = { initial: true, final: true, between: true };
const GIVEN: All<Given['kind']> = {
  anyone: true,
  'signed in': true,
  assigned: true,
  open: true,
  relationship: true,
  user: true,
};
const CELLS: All<PermissionCell['kind']> = { yes: true, no: true, gap: true, when: true, as: true };
const SCREEN_ACTIONS: All<ScreenAction['kind']> = {
  create: true,
  copy: true,
  edit: true,
  delete: true,
  restore: true,
  erase: true,
  merge: true,
  export: true,
  import: true,
  subscribe: true,
  event: true,
  'create from': true,
  link: true,
};
const TILES: All<Tile['as']> = { number: true, trend: true, bar: true, line: true, pie: true, table: true };
const CALL_ACTIONS: All<ExactCallAction['kind']> = {
  nothing: true,
  create: true,
  read: true,
  list: true,
  update: true,
  delete: true,
  'delete each': true,
  fire: true,
  add: true,
  remove: true,
  'sign up': true,
  'sign in': true,
  'sign out': true,
  user: true,
  reset: true,
  refuse: true,
};
const PROPERTIES: All<ShapeProperty['value']['kind']> = {
  value: true,
  shape: true,
  names: true,
  password: true,
  ignored: true,
};
const CONSTANTS: All<ConstantValue['kind']> = { literal: true, env: true, secret: true, open: true };
const RECIPIENTS: All<Recipients['kind']> = { user: true, users: true, address: true };
const EXPRESSIONS: All<Expression['kind']> = {
  literal: true,
  list: true,
  variable: true,
  field: true,
  constant: true,
  unary: true,
  binary: true,
  conditional: true,
  call: true,
  role: true,
  query: true,
  'given call': true,
  'list query': true,
};

/** Every word of the language's closed lists, each behind what it is a word of: `effect: fire each`. */
export const WORDS: readonly string[] = Object.entries({
  type: Object.keys(TYPES),
  rule: FIELD_RULES,
  setting: ['order by hand', 'comments on', 'kept for', 'kept while', 'working time', 'days off', 'size'],
  'of a tile': ['target'],
  effect: Object.keys(EFFECTS),
  'change of a list': Object.keys(CHANGES),
  trigger: [...Object.keys(TRIGGERS), 'dates that repeat', 'time of day', 'time of the record'],
  ask: Object.keys(ASKS),
  state: Object.keys(STATES),
  'all events': ['condition', 'rule'],
  'event of states': ['every', 'back'],
  role: Object.keys(GIVEN),
  cell: Object.keys(CELLS),
  may: ACTIONS,
  screen: [...Object.keys(SCREEN_KINDS), 'record at a fixed route'],
  part: SCREEN_PARTS,
  order: ['condition'],
  'path through a many': ['column', 'filter', 'search'],
  action: Object.keys(SCREEN_ACTIONS),
  tile: Object.keys(TILES),
  method: EXACT_CALL_METHODS,
  'call setting': EXACT_CALL_SETTINGS,
  'call part': EXACT_CALL_PARTS,
  'call action': Object.keys(CALL_ACTIONS),
  'list word': LIST_WORDS,
  property: Object.keys(PROPERTIES),
  'error value': ERROR_VALUES,
  'made part': OUTBOUND_CALL_PARTS,
  'mail part': MAIL_PARTS,
  'notice part': NOTICE_PARTS,
  'paper part': PAPER_PARTS,
  'paper size': PAPER_SIZES,
  'part of received mail': RECEIVED_MAIL_PARTS,
  'taken of mail': RECEIVED_PARTS,
  'part of a feed': FEED_PARTS,
  'part of an account mail': ACCOUNT_MAIL_PARTS,
  'account mail': ACCOUNT_MAILS,
  'part of a paper': ['if', 'for'],
  recipients: Object.keys(RECIPIENTS),
  error: Object.keys(STANDARD_ERRORS),
  'product constant': Object.keys(PRODUCT_CONSTANTS),
  constant: Object.keys(CONSTANTS),
  decisions: ['unique', 'first'],
  expression: Object.keys(EXPRESSIONS),
  function: Object.keys(FUNCTIONS),
  unit: [...new Set(Object.values(TIME_UNITS)), 'WD'],
}).flatMap(([of, words]) => words.map((word) => `${of}: ${word}`));

/** The words that a document uses. */
export function wordsIn(text: string): ReadonlySet<string> {
  const { model } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const used = new Set<string>();
  const use = (of: string, word: string | null): void => {
    if (word !== null) used.add(`${of}: ${word}`);
  };
  const points = text.split(/^## \d\. .*$/m).map(quotesOut);
  for (const { orderByHand } of model.entities) if (orderByHand !== null) use('setting', 'order by hand');
  for (const { size } of model.entities) if (size !== null) use('setting', 'size');
  for (const { commentsOn } of model.entities) if (commentsOn !== null) use('setting', 'comments on');
  for (const { keptFor } of model.entities) {
    if (keptFor === null) continue;
    use('setting', 'kept for');
    if (text.includes('| kept while |')) use('setting', 'kept while');
  }
  for (const word of ['working time', 'days off']) if (text.includes(`| ${word} |`)) use('setting', word);
  for (const { fields } of model.entities)
    for (const { type, derived } of fields) if (!derived || type.kind === 'serial') use('type', type.kind);
  for (const rule of FIELD_RULES)
    if (new RegExp(`(^|[|,] \`?)${rule}\\b`, 'm').test(points[3] ?? '')) use('rule', rule);
  for (const { states, events } of model.states) {
    for (const { kind } of states) use('state', kind);
    if (events.some(({ transitions }) => transitions.some(({ conditions }) => conditions)))
      use('all events', 'condition');
    for (const { by, asks, effects } of events.flatMap(({ transitions }) => transitions)) {
      for (const trigger of by) {
        use('trigger', trigger.kind);
        if (trigger.kind !== 'every' || trigger.duration.type.kind !== 'recurrence') continue;
        use('trigger', 'dates that repeat');
        if (trigger.at !== null) use('trigger', trigger.at.kind === 'literal' ? 'time of day' : 'time of the record');
      }
      for (const { kind } of asks) use('ask', kind);
      for (const each of effects.flatMap(effectsIn)) {
        use('effect', each.kind);
        if (each.kind === 'set') use('change of a list', each.change ?? null);
      }
    }
  }
  for (const word of ['every', 'back']) {
    if (new RegExp(`\\| ${word}( except [^|]*)? \\|`).test(points[4] ?? '')) use('event of states', word);
  }
  if (/^\| \w+ \|[^|]*\b[A-Z]\w* any\b/m.test(points[5] ?? '')) use('all events', 'rule');
  for (const { given } of model.roles) use('role', given.kind);
  for (const { actions, fields } of model.permissions) {
    for (const may of ACTIONS)
      for (const { cell } of actions?.[may] ?? []) {
        if (cell.kind !== 'gap') use('may', may);
        use('cell', cell.kind);
      }
    for (const rows of Object.values(fields))
      for (const { cell } of [...(rows.read ?? []), ...(rows.update ?? [])]) use('cell', cell.kind);
  }
  for (const { kind, parameters, actions, tiles, entity, groups, filters, search, order } of model.screens) {
    use('screen', kind);
    if (order.some(({ by }) => by !== undefined)) use('order', 'condition');
    if (kind === 'record' && parameters.length === 0) use('screen', 'record at a fixed route');
    const isSeveral = ({ path: [first = '', ...rest] }: { path: readonly string[] }): boolean => {
      const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
      return rest.length > 0 && fields.some(({ name, type }) => name === first && type.kind === 'many');
    };
    if (groups.some(({ columns }) => columns.some(isSeveral))) use('path through a many', 'column');
    if (filters.some(isSeveral)) use('path through a many', 'filter');
    if (search.some(isSeveral)) use('path through a many', 'search');
    for (const action of actions) use('action', action.kind);
    for (const tile of tiles) {
      use('tile', tile.as);
      if (tile.target !== null) use('of a tile', 'target');
    }
  }
  for (const part of SCREEN_PARTS) if (points[2]?.includes(`| ${part} |`) === true) use('part', part);
  for (const { method, does } of model.answered.calls) {
    use('method', method);
    use('call action', does?.kind ?? null);
  }
  for (const { properties } of model.answered.shapes) for (const { value } of properties) use('property', value.kind);
  const seven = points[7] ?? '';
  for (const setting of EXACT_CALL_SETTINGS) if (seven.includes(`| ${setting} |`)) use('call setting', setting);
  for (const part of EXACT_CALL_PARTS) if (seven.includes(`| ${part} |`)) use('call part', part);
  for (const part of OUTBOUND_CALL_PARTS)
    if (part === 'body' ? seven.includes('```json') : seven.includes(`| ${part} |`)) use('made part', part);
  const [stated = '', accounts = ''] = seven.split('### Account mails');
  const [others = '', feeds = ''] = stated.split('### Feeds');
  const [sent = '', received = ''] = others.split('### Received');
  const [messages = '', papers = ''] = sent.split('### Papers');
  const [before = '', notices = ''] = messages.split('### Notices');
  const mails = before.split('### Mails')[1] ?? '';
  for (const part of MAIL_PARTS) if (mails.includes(`| ${part} |`)) use('mail part', part);
  for (const part of NOTICE_PARTS) if (notices.includes(`| ${part} |`)) use('notice part', part);
  for (const part of PAPER_PARTS) if (papers.includes(`| ${part} |`)) use('paper part', part);
  for (const part of RECEIVED_MAIL_PARTS) if (received.includes(`| ${part} |`)) use('part of received mail', part);
  for (const part of ACCOUNT_MAIL_PARTS) if (accounts.includes(`| ${part} |`)) use('part of an account mail', part);
  for (const { kind } of model.accountMails) use('account mail', kind);
  for (const part of FEED_PARTS) if (feeds.includes(`| ${part} |`)) use('part of a feed', part);
  for (const { takes } of model.received) for (const { part } of takes) use('taken of mail', part);
  for (const { size, content } of model.papers) {
    use('paper size', size);
    for (const part of content?.body ?? []) if (typeof part !== 'string') use('part of a paper', part.kind);
  }
  for (const { mail } of model.calls) for (const { kind } of mail?.to ?? []) use('recipients', kind);
  for (const word of LIST_WORDS) if (new RegExp(`\`list .*\\b${word} `).test(seven)) use('list word', word);
  for (const value of ERROR_VALUES) if (new RegExp(`\\| errors.*\\{${value}\\}`).test(text)) use('error value', value);
  for (const { code, derived } of model.errors) if (derived) use('error', code);
  for (const { name, value } of model.constants) {
    use('constant', value.kind);
    use('product constant', name);
  }
  for (const { decisions } of model.terms) use('decisions', decisions?.policy ?? null);
  useExpressions(model, use);
  return used;
}

/** The text without what is in quotes, which is no word of the language. */
function quotesOut(text: string): string {
  return text.replaceAll(/"[^"\n]*"/g, '""');
}

function effectsIn(effect: Effect): readonly Effect[] {
  return effect.kind === 'for' ? [effect, ...effectsIn(effect.effect)] : [effect];
}

/** All expressions of the model: objects that have a type beside their kind. */
function useExpressions(model: object, use: (of: string, word: string) => void): void {
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (
      'kind' in value &&
      typeof value.kind === 'string' &&
      'type' in value &&
      Object.hasOwn(EXPRESSIONS, value.kind)
    ) {
      use('expression', value.kind);
      if (value.kind === 'call' && 'name' in value) use('function', String(value.name));
      if (value.kind === 'literal' && 'value' in value && isDuration(value.type)) useUnits(String(value.value), use);
    }
    for (const [name, part] of Object.entries(value)) if (name !== 'tree' && name !== 'places') visit(part);
  };
  visit(model);
}

function isDuration(type: unknown): boolean {
  return (
    typeof type === 'object' &&
    type !== null &&
    'kind' in type &&
    (type.kind === 'duration' || type.kind === 'working days')
  );
}

/** `P1DT2H`: a designator behind `T` is one of time. */
function useUnits(duration: string, use: (of: string, word: string) => void): void {
  if (duration.endsWith('WD')) return use('unit', 'WD');
  const [date = '', time = ''] = duration.split('T');
  for (const [designator] of date.matchAll(/(?<=\d)[YMWD]/g)) use('unit', designator);
  for (const [designator] of time.matchAll(/(?<=\d)[HMS]/g)) use('unit', `T${designator}`);
}
