/**
 * Words that people bring along from databases, frameworks and other tools, and the word of this language that is meant. They
 * are compared in small letters, with blanks between their words.
 */

/** Parts of screens and calls, and settings of entities. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  sort: ['order'],
  'sort by': ['order'],
  sorting: ['order'],
  'sorted by': ['order'],
  ordering: ['order'],
  'order by': ['order'],
  'default order': ['order'],
  'per page': ['page size'],
  'items per page': ['page size'],
  'rows per page': ['page size'],
  limit: ['page size'],
  type: ['kind'],
  widget: ['kind'],
  layout: ['kind'],
  roles: ['for', 'by'],
  role: ['for', 'by'],
  access: ['for', 'by'],
  who: ['for', 'by'],
  'visible to': ['for'],
  'visible for': ['for'],
  audience: ['for'],
  users: ['for', 'by'],
  auth: ['for', 'by'],
  condition: ['where', 'when'],
  query: ['where'],
  'only where': ['where'],
  scope: ['where'],
  buttons: ['actions'],
  operations: ['actions'],
  shows: ['columns', 'fields'],
  show: ['columns', 'fields'],
  displays: ['columns', 'fields'],
  relations: ['related'],
  relationships: ['related'],
  children: ['related'],
  tabs: ['related'],
  placeholder: ['empty'],
  'empty text': ['empty'],
  'empty message': ['empty'],
  'no results': ['empty'],
  trigger: ['when'],
  triggers: ['when'],
  event: ['when'],
  on: ['when'],
  endpoint: ['request'],
  url: ['request', 'path'],
  timeout: ['expects'],
  success: ['expects'],
  retries: ['retry'],
  response: ['answer', 'answers'],
  returns: ['answer', 'answers'],
  'on success': ['then'],
  'on failure': ['fails'],
  'on error': ['fails'],
  failure: ['fails'],
  display: ['title'],
  'display name': ['title'],
  label: ['title'],
  deletion: ['delete'],
  'on delete': ['delete'],
  audit: ['history'],
  'audit log': ['history'],
  'unique together': ['unique'],
  endpoints: ['path'],
};

/** Actions of screens. */
const SCREEN_ACTIONS: Readonly<Record<string, string>> = {
  new: 'create',
  add: 'create',
  insert: 'create',
  duplicate: 'copy',
  clone: 'copy',
  update: 'edit',
  change: 'edit',
  modify: 'edit',
  remove: 'delete',
  destroy: 'delete',
  trash: 'delete',
  undelete: 'restore',
  download: 'export',
  csv: 'export',
  'export csv': 'export',
  upload: 'import',
  'import csv': 'import',
  anonymize: 'erase',
  anonymise: 'erase',
  forget: 'erase',
  unify: 'merge',
  deduplicate: 'merge',
  ical: 'subscribe',
  icalendar: 'subscribe',
  feed: 'subscribe',
};

/** Other languages' words for actions (6). */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  view: ['read'],
  see: ['read'],
  list: ['read'],
  get: ['read'],
  show: ['read'],
  select: ['read'],
  access: ['read'],
  'view history': ['history'],
  add: ['create'],
  new: ['create'],
  insert: ['create'],
  post: ['create'],
  edit: ['update'],
  change: ['update'],
  modify: ['update'],
  put: ['update'],
  patch: ['update'],
  remove: ['delete'],
  destroy: ['delete'],
  undelete: ['restore'],
  download: ['export'],
  upload: ['import'],
  audit: ['history'],
  anonymize: ['erase'],
  anonymise: ['erase'],
  forget: ['erase'],
  unify: ['merge'],
  deduplicate: ['merge'],
  write: ['create', 'update', 'delete'],
  manage: ['read', 'create', 'update', 'delete'],
  all: ['read', 'create', 'update', 'delete'],
  any: ['read', 'create', 'update', 'delete'],
  everything: ['read', 'create', 'update', 'delete'],
  full: ['read', 'create', 'update', 'delete'],
  'full access': ['read', 'create', 'update', 'delete'],
  '*': ['read', 'create', 'update', 'delete'],
};

const LETTERS: Readonly<Record<string, string>> = { c: 'create', r: 'read', u: 'update', d: 'delete' };

/** Beginnings of the kinds of screens. */
const SCREEN_KINDS_OF_OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:table|grid|data ?grid|index|overview|listing|collection) (?:of|for) (\S+)$/i, 'list of $1'],
  [/^(\S+) (?:list|table|grid)$/i, 'list of $1'],
  [/^list (?!of )(?:for )?(\S+)$/i, 'list of $1'],
  [/^(?:kanban|kanban board|cards) (?:of|for) (\S+) by (\S+)$/i, 'board of $1 by $2'],
  [/^(?:schedule|agenda) (?:of|for) (\S+) by (\S+)$/i, 'calendar of $1 by $2'],
  [/^(?:timeline for|gantt(?: chart)? (?:of|for)|roadmap (?:of|for)) (\S+) by (\S+)$/i, 'timeline of $1 by $2'],
  [/^(?:gallery for|pictures (?:of|for)|album (?:of|for)|photos (?:of|for)) (\S+) by (\S+)$/i, 'gallery of $1 by $2'],
  [/^(?:details?|view|show|page|profile|item|detail page|record) (?:of|for) (\S+)$/i, 'record of $1'],
  [/^(\S+) (?:details?|record|page)$/i, 'record of $1'],
  [/^(?:form|create form|new|creation|add) (?:of|to create|for new) (\S+)$/i, 'form for $1'],
  [/^(\S+) form$/i, 'form for $1'],
  [/^(?:login|log in|log-in|signin|sign-in)$/i, 'sign in'],
  [/^(?:register|registration|signup|sign-up)$/i, 'sign up'],
  [/^(?:static|static page|text|content|prose)$/i, 'page'],
  [/^(?:report|reports|statistics|charts)$/i, 'dashboard'],
];

/** The forms of tiles. */
const DRAWINGS: Readonly<Record<string, string>> = {
  sparkline: 'trend',
  spark: 'trend',
  'bar chart': 'bar',
  barchart: 'bar',
  bars: 'bar',
  column: 'bar',
  'column chart': 'bar',
  histogram: 'bar',
  'line chart': 'line',
  linechart: 'line',
  area: 'line',
  graph: 'line',
  'pie chart': 'pie',
  piechart: 'pie',
  donut: 'pie',
  doughnut: 'pie',
  kpi: 'number',
  counter: 'number',
  count: 'number',
  value: 'number',
  metric: 'number',
  stat: 'number',
  list: 'table',
};

/** The people that roles are given to (6). */
const GIVEN: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:everyone|everybody|anybody|all|public|the public|guests?|anonymous|not (?:signed|logged)[ -]in|unauthenticated|unsigned)$/i,
    'anyone',
  ],
  [
    /^(?:signed-in|logged[ -]in|login|authenticated|registered|(?:any|every|all|signed[ -]in|logged[ -]in|authenticated|registered) users?|users?|accounts?)$/i,
    'signed in',
  ],
  [
    /^(?:manual(?:ly)?|by hand|granted|appointed|static|(?:manually |is )?(?:assigned|given|granted|set)(?: manually)? by (?:an? |the )?\w+|by (?:an? |the )?\w+|(?:an? |the )?admins? (?:assigns?|gives?)(?: it)?)$/i,
    'assigned',
  ],
];

/** Words for everybody, as a screen or a call may be for them. */
const EVERYONE = /^(?:all|anyone|anybody|everybody|public|any|\*|all users|all roles|any role|no auth|none required)$/i;

/** Cells of permissions. */
const YES = /^(?:y|x|ok|✓|✔️?|✅|☑️?|allow(?:ed)?|always|full|granted|permitted)$/i;
const NO = /^(?:n|✗|✘|✕|❌|🚫|den(?:y|ied)|never|forbidden|not allowed|nope)$/i;

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

const own = <Value>(table: Readonly<Record<string, Value>>, words: string): Value | null =>
  Object.hasOwn(table, plain(words)) ? (table[plain(words)] ?? null) : null;

/** The part or setting, among those known here, that is meant by one of another name: `sort by` is `order`. */
export function meantPart(words: string, known: readonly string[]): string | null {
  return own(PARTS, words)?.find((part) => known.includes(part)) ?? null;
}

/** The action of a screen that is meant: `add` is `create`. */
export function meantScreenAction(words: string): string | null {
  return own(SCREEN_ACTIONS, words);
}

/**
 * The actions that others' words mean: `view` is `read`, `CRUD` all four, `create/update` both. Null if the words mean
 * none.
 */
export function meantRights(words: string): readonly string[] | null {
  const known = own(RIGHTS, words);
  if (known !== null) return known;
  if (/^[CRUD]+$/.test(words) && new Set(words).size === words.length)
    return [...words.toLowerCase()].map((letter) => LETTERS[letter] ?? '');
  const several = listed(words);
  if (several.length < 2) return null;
  const rights = several.map((one) =>
    /^(?:read|create|update|delete|restore|export|import|history|erase|merge)$/.test(one) ? [one] : meantRights(one),
  );
  return rights.every((one) => one !== null) ? [...new Set(rights.flat())] : null;
}

/** Whether one of the words names several rights, and may mean fewer: `manage`, `read/write`; not `CRU`. */
export function standsForSeveral(words: string): boolean {
  return listed(words).some((word) => (own(RIGHTS, word)?.length ?? 0) > 1);
}

const listed = (words: string): readonly string[] => words.split(/\s*(?:\/|&|\+|\band\b)\s*/);

/** The kind of screen that is meant: `table of Loan` is `list of Loan`. */
export function meantScreenKind(words: string): string | null {
  const form = SCREEN_KINDS_OF_OTHERS.find(([written]) => written.test(words));
  return form === undefined ? null : words.replace(form[0], form[1]);
}

/** The kind of a state: `start` is `initial`, `terminal` is `final`. */
export function meantStateKind(words: string): 'initial' | 'final' | null {
  if (/^(?:start(?:ing|s)?|begin(?:ning)?|first|default|entry|new|init)$/i.test(words)) return 'initial';
  return /^(?:end(?:ing|s)?|last|terminal|closed|done|finished|exit|stop)$/i.test(words) ? 'final' : null;
}

/** The form of a tile that words mean: `bar chart` is `bar`. */
export function meantDrawing(words: string): string | null {
  return own(DRAWINGS, words);
}

/** The people that a role is given to: `everyone` is `anyone`, `logged in` is `signed in`. */
export function meantHolders(words: string): string | null {
  return GIVEN.find(([written]) => written.test(words.trim()))?.[1] ?? null;
}

/** Whether words mean everybody, in a place for roles. */
export function meansEveryone(words: string): boolean {
  return EVERYONE.test(words);
}

/** The content of a cell of permissions: `✓` is `yes`. */
export function meantAnswer(words: string): 'yes' | 'no' | null {
  return YES.test(words) ? 'yes' : NO.test(words) ? 'no' : null;
}
