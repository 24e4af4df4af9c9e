import { code, type Draft, type EntityDraft, type FieldDraft, table } from './draft.ts';
import { Expressions, type Scope } from './expressions.ts';

interface ScreenDraft {
  readonly name: string;
  readonly route: string;
  readonly parts: Readonly<Record<string, string>>;
  /** The blocks behind the table of parts: tiles, prose. */
  readonly more: string;
}

/** Fields that a screen can show in a column. */
const shown = (entity: EntityDraft): FieldDraft[] =>
  entity.fields.filter(({ kind, type }) => kind !== 'records' && type !== 'secret' && type !== 'json');

/** Whether an entity is that of people who are erased. */
function isOfErased({ name, fields }: EntityDraft): boolean {
  return name === 'User' && fields.some(({ rules }) => rules.some((rule) => rule.startsWith('erased')));
}

/** Point 2: screens of every kind, each with some of the parts that its kind has. */
export function writeScreens(draft: Draft): string {
  const { dice } = draft;
  const screens: ScreenDraft[] = [];
  const own = draft.roots.filter(({ name }) => name !== 'User');
  for (const entity of own) {
    const ways = [
      () => list(draft, entity),
      () => board(draft, entity),
      () => calendar(draft, entity),
      () => timeline(draft, entity),
      () => gallery(draft, entity),
      () => record(draft, entity),
      () => form(draft, entity),
    ];
    for (const way of dice.some(ways, 3)) {
      const screen = way();
      if (screen !== null) screens.push(screen);
    }
  }
  const user = draft.entity('User');
  if (dice.once(isOfErased(user) ? 2 : 4)) {
    const screen = record(draft, user);
    if (screen !== null) screens.push(screen);
  }
  if (dice.once(3)) screens.push(dashboard(draft));
  if (dice.once(3)) screens.push(page(draft, screens));
  if (dice.once(2))
    screens.push({ name: 'Sign in', route: '/sign-in', parts: { kind: 'sign in', for: 'everyone' }, more: '' });
  if (dice.once(3) && draft.hasVisitor) screens.push(signUp(draft));
  if (screens.length === 0) return dice.once(6) ? 'not shown' : 'none';
  return screens
    .map(({ name, route, parts, more }) => {
      const rows = Object.entries(parts).filter(([, is]) => is !== '');
      const body = table(
        ['part', 'is'],
        rows.map(([part, is]) => ({ part, is })),
      );
      return [`### ${name} \`${route}\``, body, ...(more === '' ? [] : [more])].join('\n\n');
    })
    .join('\n\n');
}

/** The value of a screen's `for`: everyone, some roles, or not shown. */
function audience(draft: Draft): string {
  const { dice } = draft;
  if (dice.once(30)) return 'not shown';
  const roles = draft.roles.filter(({ kind }) => kind !== 'relationship' && kind !== 'open').map(({ name }) => name);
  return dice.once(2) ? 'everyone' : dice.shuffled(roles).slice(0, 2).join(', ');
}

/** Paths that begin at an entity: fields, and fields behind its references. */
function paths(draft: Draft, entity: EntityDraft, fits: (field: FieldDraft) => boolean): string[] {
  return shown(entity).flatMap((field) => [
    ...(fits(field) ? [field.name] : []),
    ...(field.kind === 'reference' ? behind(draft, field, fits) : []),
  ]);
}

/** Fields behind the entity's lists of references, of which a record has several values. */
function severalPaths(draft: Draft, entity: EntityDraft, fits: (field: FieldDraft) => boolean): string[] {
  return entity.fields.filter(({ list }) => list === 'many').flatMap((field) => behind(draft, field, fits));
}

function behind(draft: Draft, field: FieldDraft, fits: (field: FieldDraft) => boolean): string[] {
  const through = field.entity === undefined ? [] : shown(draft.entity(field.entity));
  return through.filter((next) => fits(next)).map((next) => `${field.name}.${next.name}`);
}

function some(draft: Draft, items: readonly string[], most: number): string {
  return draft.dice
    .shuffled(items)
    .slice(0, 1 + draft.dice.below(most))
    .join(', ');
}

const isText = (field: FieldDraft): boolean => ['text', 'long text', 'markdown', 'email'].includes(field.type);
const isSorted = (field: FieldDraft): boolean =>
  ['integer', 'decimal', 'money', 'date', 'datetime', 'text', 'duration', 'percent'].includes(field.kind);
const isFiltered = (field: FieldDraft): boolean =>
  isSorted(field) || ['boolean', 'choice', 'reference'].includes(field.kind);

/** The parts that lists, boards and calendars share. */
function listed(draft: Draft, entity: EntityDraft): Record<string, string> {
  const { dice } = draft;
  const scope: Scope = { here: entity, hasQueries: true, hasTime: true };
  const size = dice.pick([
    '2',
    '25',
    ...draft.constants.filter(({ name }) => name === 'PAGE_SIZE').map(({ name }) => name),
  ]);
  const several = (fits: (field: FieldDraft) => boolean) => severalPaths(draft, entity, fits);
  const columns = [...paths(draft, entity, () => true), ...several(() => true)];
  const grouped =
    columns.length > 2 && dice.once(4)
      ? `First: ${columns[0]}; Second: ${columns.slice(1, 3).join(', ')}`
      : some(draft, columns, 4);
  const ordered = paths(draft, entity, isSorted);
  const searched = [...paths(draft, entity, isText), ...several(isText)];
  const parts: Record<string, string> = {};
  if (dice.once(3)) parts['where'] = code(new Expressions(draft).condition(scope, 1));
  if (columns.length > 0) parts[dice.once(6) ? 'fields' : 'columns'] = grouped;
  if (dice.once(2)) parts['filters'] = some(draft, [...paths(draft, entity, isFiltered), ...several(isFiltered)], 3);
  if (dice.once(2) && searched.length > 0) parts['search'] = some(draft, searched, 2);
  if (dice.once(2) && ordered.length > 0)
    parts['order'] = `${first(draft, scope)}${dice.pick(ordered)}${dice.once(2) ? ' desc' : ''}`;
  if (dice.once(3)) parts['page size'] = size;
  parts['actions'] = actions(draft, entity);
  if (dice.once(4)) parts['empty'] = 'Nothing is here.';
  return parts;
}

/** Sometimes a condition before the other keys of an order. */
function first(draft: Draft, scope: Scope): string {
  return draft.dice.once(3) ? `${code(new Expressions(draft).condition(scope, 1))} desc, ` : '';
}

function actions(draft: Draft, entity: EntityDraft, more: readonly string[] = []): string {
  const { dice } = draft;
  const events = draft
    .events(entity)
    .filter(({ name }) => name !== 'create')
    .map(({ name }) => name);
  const plain = [
    'create',
    'copy',
    'edit',
    'export',
    'import',
    'delete',
    ...(entity.settings.get('delete') === 'soft' ? ['restore'] : []),
    ...(isOfErased(entity) ? ['erase'] : []),
    ...(entity.name === 'User' || entity.owner !== null ? [] : ['merge']),
  ];
  const referring = draft.roots.flatMap((other) =>
    other.fields
      .filter(
        (field) =>
          field.kind === 'reference' && field.entity === entity.name && field.computed === null && field.isEntered,
      )
      .map((field) => `Another ${other.name} -> create ${other.name}(${field.name}: this)`),
  );
  return dice.some([...plain, ...more, ...events, ...referring.slice(0, 1)], 4).join(', ');
}

function list(draft: Draft, entity: EntityDraft): ScreenDraft {
  const parts = { kind: `list of ${entity.name}`, for: audience(draft), ...listed(draft, entity) };
  return { name: `${entity.name} list`, route: `/${entity.name.toLowerCase()}-list`, parts, more: '' };
}

function board(draft: Draft, entity: EntityDraft): ScreenDraft | null {
  const by = draft.dice.maybe(entity.fields.filter(({ kind }) => kind === 'choice'));
  if (by === undefined) return null;
  const parts = { kind: `board of ${entity.name} by ${by.name}`, for: audience(draft), ...listed(draft, entity) };
  return { name: `${entity.name} board`, route: `/${entity.name.toLowerCase()}/board`, parts, more: '' };
}

const daysOf = (one: EntityDraft): FieldDraft[] =>
  one.fields.filter(({ kind }) => kind === 'date' || kind === 'datetime');

/** The days of a calendar or timeline: `date`, or `from..to`. */
function daysBy({ dice }: Draft, one: EntityDraft): string | null {
  const [first, second] = dice.shuffled(daysOf(one));
  if (first === undefined) return null;
  return second !== undefined && second.kind === first.kind && dice.once(2)
    ? `${first.name}..${second.name}`
    : first.name;
}

/** The rows and colours of a calendar or timeline. */
function grouping({ dice }: Draft, { fields }: EntityDraft): Record<string, string> {
  const groups = fields.filter(({ kind }) => kind === 'choice' || kind === 'reference').map(({ name }) => name);
  const one = (): string => (dice.once(2) ? (dice.maybe(groups) ?? '') : '');
  return { rows: one(), colour: one() };
}

function timeline(draft: Draft, entity: EntityDraft): ScreenDraft | null {
  const by = daysBy(draft, entity);
  if (by === null) return null;
  const kind = `timeline of ${entity.name} by ${by}`;
  const parts = { kind, for: audience(draft), ...listed(draft, entity), ...grouping(draft, entity) };
  return { name: `${entity.name} plan`, route: `/${entity.name.toLowerCase()}-plan`, parts, more: '' };
}

function gallery(draft: Draft, entity: EntityDraft): ScreenDraft | null {
  const by = entity.fields.find(({ type }) => type === 'image');
  if (by === undefined) return null;
  const parts = { kind: `gallery of ${entity.name} by ${by.name}`, for: audience(draft), ...listed(draft, entity) };
  return { name: `${entity.name} pictures`, route: `/${entity.name.toLowerCase()}-pictures`, parts, more: '' };
}

function calendar(draft: Draft, entity: EntityDraft): ScreenDraft | null {
  const { dice } = draft;
  const own = daysBy(draft, entity);
  if (own === null) return null;
  const also = dice.once(2)
    ? draft.roots.filter((other) => other !== entity && daysOf(other).length > 0).slice(0, 1)
    : [];
  const parts = {
    kind: `calendar of ${entity.name} by ${own}`,
    for: audience(draft),
    ...listed(draft, entity),
    ...grouping(draft, entity),
    actions: actions(draft, entity, ['subscribe']),
    also: also.map((other) => `${other.name} by ${daysBy(draft, other) ?? ''}`).join(', '),
  };
  return { name: `${entity.name} calendar`, route: `/${entity.name.toLowerCase()}-days`, parts, more: '' };
}

function record(draft: Draft, entity: EntityDraft): ScreenDraft {
  const { dice } = draft;
  const unique = entity.fields.find(
    ({ isUnique, isOptional, type }) => isUnique && !isOptional && (type === 'text' || type.startsWith('slug')),
  );
  const parameter = `${entity.name.toLowerCase()}${unique !== undefined && dice.once(2) ? `.${unique.name}` : ''}`;
  const lists = entity.fields
    .filter(({ kind }) => kind === 'records')
    .map((field) => {
      const target = draft.entity(field.entity ?? '');
      return `${field.name}: ${some(
        draft,
        paths(draft, target, () => true),
        2,
      )}`;
    });
  const parts = {
    kind: `record of ${entity.name}`,
    for: audience(draft),
    fields: some(
      draft,
      paths(draft, entity, () => true),
      5,
    ),
    related: dice
      .some(
        lists.filter((one) => !one.endsWith(': ')),
        2,
      )
      .join('; '),
    actions: actions(draft, entity)
      .split(', ')
      .filter((action) => !['create', 'export', 'import', 'restore'].includes(action))
      .join(', '),
  };
  if (dice.once(3)) {
    const name = entity.name.toLowerCase();
    return { name: `The ${name}`, route: `/the-${name}`, parts: { ...parts, ...finding(draft, entity) }, more: '' };
  }
  return { name: entity.name, route: `/${entity.name.toLowerCase()}s/{${parameter}}`, parts, more: '' };
}

/** The parts by which a screen at a fixed route finds its record. */
function finding(draft: Draft, entity: EntityDraft): Record<string, string> {
  const { dice } = draft;
  const scope: Scope = { here: entity, hasQueries: true, hasTime: true };
  const ordered = paths(draft, entity, isSorted);
  const isOneself = entity.name === 'User' && dice.once(2);
  return {
    where: code(isOneself ? 'this == user' : new Expressions(draft).condition(scope, 1)),
    order: dice.once(2) && ordered.length > 0 ? `${dice.pick(ordered)}${dice.once(2) ? ' desc' : ''}` : '',
    empty: dice.once(2) ? 'There is none.' : '',
  };
}

function form(draft: Draft, entity: EntityDraft): ScreenDraft {
  const fields = entity.fields.filter(
    ({ isEntered, kind, list, type }) => isEntered && type !== 'secret' && (kind !== 'records' || list !== 'reversed'),
  );
  const needed = fields.filter(({ isOptional }) => !isOptional || draft.dice.once(2)).map(({ name }) => name);
  const parts = { kind: `form for ${entity.name}`, for: audience(draft), fields: needed.join(', ') };
  return { name: `New ${entity.name.toLowerCase()}`, route: `/new-${entity.name.toLowerCase()}`, parts, more: '' };
}

function dashboard(draft: Draft): ScreenDraft {
  const { dice } = draft;
  const rows = Array.from({ length: 1 + dice.below(3) }, (_, at) => tile(draft, at));
  const parts = { kind: 'dashboard', for: audience(draft) };
  return { name: 'Overview', route: '/overview', parts, more: table(['tile', 'shows', 'by', 'target', 'as'], rows) };
}

function tile(draft: Draft, at: number): Record<string, string> {
  const { dice } = draft;
  const entity = dice.pick(draft.roots);
  const number = dice.maybe(
    entity.fields.filter(
      ({ kind, isOptional }) => (kind === 'integer' || kind === 'money' || kind === 'decimal') && !isOptional,
    ),
  );
  const where = dice.once(2)
    ? ` where ${new Expressions(draft).condition({ here: entity, outer: null, hasTime: true }, 1)}`
    : '';
  const form = number === undefined ? 'count' : dice.pick(['count', 'sum', 'min', 'max', 'avg']);
  const shows =
    form === 'count' || number === undefined
      ? `count(${entity.name}${where})`
      : `${form}(${entity.name}.${number.name}${where})`;
  const groups = entity.fields.flatMap((field) => {
    if (['choice', 'boolean', 'reference'].includes(field.kind) && !field.isOptional) return [field.name];
    return field.kind === 'date' && !field.isOptional
      ? [field.name, `month(${field.name})`, `year(${field.name})`]
      : [];
  });
  const by = dice.once(2) ? dice.maybe(groups) : undefined;
  const ways = by === undefined ? ['number', 'table', ''] : ['bar', 'line', 'pie', 'table', ''];
  const isOverTime =
    by !== undefined &&
    (by.startsWith('month(') || entity.fields.some(({ name, kind }) => name === by && kind === 'date'));
  // Few tiles are over time.
  const as = dice.pick(isOverTime ? [...ways, 'trend', 'trend', 'trend'] : ways);
  const mayReach = as === 'number' || as === 'trend' || (as === '' && by === undefined);
  return {
    tile: `Tile ${at + 1}`,
    shows: dice.once(20) ? 'not shown' : code(shows),
    by: by === undefined ? '' : code(by),
    target: mayReach && dice.once(2) ? dice.pick(['10', '100']) : '',
    as,
  };
}

function page(draft: Draft, screens: readonly ScreenDraft[]): ScreenDraft {
  const target = screens.find(({ route }) => !route.includes('{'));
  const parts = { kind: 'page', for: audience(draft), actions: target === undefined ? '' : `There -> ${target.route}` };
  return { name: 'About', route: '/about', parts, more: 'What there is to say, with a [link](https://example.com/).' };
}

function signUp(draft: Draft): ScreenDraft {
  const own = draft
    .entity('User')
    .fields.filter(({ isEntered, kind, type }) => isEntered && kind !== 'records' && type !== 'secret');
  const fields = own.map(({ name }) => name).join(', ');
  return {
    name: 'Join',
    route: '/join',
    parts: { kind: 'sign up', for: 'everyone', fields: draft.dice.once(2) ? fields : '' },
    more: '',
  };
}
