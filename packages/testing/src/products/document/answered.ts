import { code, type Draft, type EntityDraft, type FieldDraft, table } from './draft.ts';
import { Expressions } from './expressions.ts';

interface ShapeDraft {
  readonly name: string;
  readonly entity: EntityDraft;
  readonly properties: readonly { readonly property: string; readonly is: string }[];
  isUsed: boolean;
}

interface CallDraft {
  readonly call: string;
  readonly by: string;
  readonly when?: string;
  readonly does: string;
  readonly filters?: string;
  readonly answers: string;
}

const ERRORS = [
  '{"error": {"code": "{code}", "message": "{message}"}}',
  '422 {"errors": {"{key}": ["{message}"]}}',
  '{"status": "{status}", "at": "{time}", "about": "{entity}"}',
] as const;

/** Point 7, `### Answered` and `### Shapes`: exact calls about each entity, and about who calls. */
export function writeAnswered(draft: Draft): string[] {
  const { dice } = draft;
  const shapes: ShapeDraft[] = [];
  const calls: CallDraft[] = [];
  for (const entity of dice.some(
    draft.roots.filter(({ name }) => name !== 'User'),
    2,
  ))
    addCalls(draft, entity, calls, shapes);
  if (dice.once(2)) addOwnCalls(draft, calls, shapes);
  if (calls.length === 0) return [];
  const settings: { setting: string; is: string }[] = [{ setting: 'base', is: '/v1' }];
  if (dice.once(2))
    settings.push(
      dice.once(2)
        ? { setting: 'token', is: '`Authorization: Token {token}`' }
        : { setting: 'session', is: 'cookie own.sid' },
    );
  if (dice.once(3)) settings.push({ setting: 'lasts', is: '2 hours' });
  if (dice.once(3)) settings.push({ setting: 'origins', is: dice.pick(['any', 'https://shop.example']) });
  if (dice.once(2)) settings.push({ setting: 'errors', is: code(dice.pick(ERRORS)) });
  if (dice.once(3)) settings.push({ setting: 'errors NOT_FOUND', is: code('404 {"message": "No {entity} here"}') });
  const parts = ['### Answered', table(['setting', 'is'], settings)];
  const short = calls.filter(({ when, filters }) => when === undefined && filters === undefined && dice.once(2));
  if (short.length > 0) parts.push(table(['call', 'by', 'does', 'answers'], short.map(rowOf)));
  for (const call of calls.filter((one) => !short.includes(one))) {
    const { call: heading, ...rest } = rowOf(call);
    const rows = Object.entries(rest)
      .filter(([, is]) => is !== '')
      .map(([part, is]) => ({ part, is }));
    parts.push(`#### ${heading}`, table(['part', 'is'], rows));
  }
  const used = shapes.filter(({ isUsed }) => isUsed);
  if (used.length > 0) parts.push('### Shapes');
  for (const { name, entity, properties } of used) {
    parts.push(`#### ${name} of ${entity.name}`, table(['property', 'is'], [...properties]));
  }
  return parts;
}

function rowOf({ call, by, when, does, filters, answers }: CallDraft): Record<string, string> {
  const open = does === 'not shown' ? does : code(does);
  const status = /^(none|\d+|not shown)$/.test(answers) ? answers : code(answers);
  return {
    call: code(call),
    by,
    when: when === undefined ? '' : code(when),
    does: open,
    filters: filters === undefined ? '' : code(filters),
    answers: status,
  };
}

function callers(draft: Draft): string {
  const { dice } = draft;
  const roles = draft.roles.filter(({ kind }) => kind !== 'relationship' && kind !== 'open').map(({ name }) => name);
  return dice.once(20) ? 'not shown' : dice.once(2) ? 'everyone' : dice.shuffled(roles).slice(0, 2).join(', ');
}

/** The calls about one entity: its records by their id, or by a unique field. */
function addCalls(draft: Draft, entity: EntityDraft, calls: CallDraft[], shapes: ShapeDraft[]): void {
  const { dice } = draft;
  const path = `/${entity.name.toLowerCase()}s`;
  const unique = entity.fields.find(
    ({ isUnique, isOptional, type }) => isUnique && !isOptional && (type === 'text' || type.startsWith('slug')),
  );
  const target =
    unique !== undefined && dice.once(2)
      ? { path: `${path}/{${unique.name}}`, is: `${entity.name} by ${unique.name}` }
      : { path: `${path}/{id}`, is: `${entity.name} by path.id` };
  const shape = shapeOf(draft, entity, shapes);
  const form = formOf(draft, entity, shapes);
  const use = (one: ShapeDraft): string => {
    one.isUsed = true;
    return one.name;
  };
  const ways: (() => CallDraft | null)[] = [
    () => ({ call: `GET ${path}`, by: callers(draft), ...listOf(draft, entity, use(shape)) }),
    () => ({
      call: `GET ${target.path}`,
      by: callers(draft),
      does: `read ${target.is}`,
      answers: dice.pick([use(shape), `{"found": ${use(shape)}}`]),
    }),
    () =>
      form === null
        ? null
        : {
            call: `POST ${path}`,
            by: callers(draft),
            does: `create ${entity.name} from body${dice.once(2) ? '.one' : ''} as ${use(form)}`,
            answers: dice.pick([`201 ${use(shape)}`, '201']),
          },
    () =>
      form === null
        ? null
        : {
            call: `POST ${path}/all`,
            by: callers(draft),
            does: `create ${entity.name} from each body.items as ${use(form)}`,
            answers: `201 [${use(shape)}]`,
          },
    () =>
      form === null
        ? null
        : {
            call: `${dice.pick(['PUT', 'PATCH'])} ${target.path}`,
            by: callers(draft),
            does: `update ${target.is} from body as ${use(form)}`,
            answers: use(shape),
          },
    () =>
      entity.settings.get('delete') === 'never'
        ? null
        : { call: `DELETE ${target.path}`, by: callers(draft), does: `delete ${target.is}`, answers: '204' },
    () =>
      entity.settings.get('delete') === 'never'
        ? null
        : {
            call: `DELETE ${path}`,
            by: callers(draft),
            does: `delete each ${entity.name} where ${new Expressions(draft).condition({ here: entity, hasTime: true }, 0)}`,
            answers: '204',
          },
    () => eventCall(draft, entity, target, use(shape)),
    () => manyCall(draft, entity, target, use(shape)),
    () => childCall(draft, entity, target, shapes),
  ];
  for (const way of dice.some(ways, 4)) {
    const call = way();
    if (call !== null && !calls.some((other) => other.call === call.call)) calls.push(call);
  }
}

function listOf(draft: Draft, entity: EntityDraft, shape: string): Pick<CallDraft, 'does' | 'answers' | 'filters'> {
  const { dice } = draft;
  const searched = entity.fields.filter(({ type }) => type === 'text' || type === 'long text').map(({ name }) => name);
  const sorted = entity.fields
    .filter(({ kind, isOptional }) => ['integer', 'date', 'text', 'money'].includes(kind) && !isOptional)
    .map(({ name }) => name);
  const words = [`list ${entity.name}`];
  if (dice.once(3)) words.push(`where ${new Expressions(draft).condition({ here: entity, hasTime: true }, 0)}`);
  if (dice.once(2) && searched.length > 0) words.push(`search query.q in ${searched.slice(0, 2).join(', ')}`);
  if (dice.once(2) && sorted.length > 0) words.push(`order ${dice.pick(sorted)}${dice.once(2) ? ' desc' : ''}`);
  const paging = dice.pick([
    '',
    'limit query.limit default 3 offset query.offset',
    'page query.page size query.size default 2',
    'page query.page from 0 size query.size default 5',
  ]);
  if (paging !== '') words.push(paging);
  const filtered = entity.fields.find(
    ({ kind, isOptional, type }) =>
      (kind === 'choice' || kind === 'text' || kind === 'integer') && !isOptional && type !== 'email',
  );
  const counts = paging.startsWith('page')
    ? ', "page": page, "pages": pages'
    : paging.startsWith('limit')
      ? ', "limit": limit, "offset": offset'
      : '';
  return {
    does: words.join(' '),
    ...(filtered !== undefined && dice.once(2) ? { filters: `${filtered.name} == query.${filtered.name}` } : {}),
    answers: dice.pick([`[${shape}]`, `{"items": [${shape}], "count": count${counts}}`]),
  };
}

function eventCall(
  draft: Draft,
  entity: EntityDraft,
  target: { readonly path: string; readonly is: string },
  shape: string,
): CallDraft | null {
  const event = draft.dice.maybe(draft.events(entity).filter(({ isNew, isFired }) => !isNew && isFired));
  if (event === undefined) return null;
  return {
    call: `POST ${target.path}/${event.name}`,
    by: callers(draft),
    does: `${event.name} on ${target.is}`,
    answers: draft.dice.pick([shape, '303 /v1/done', '204']),
  };
}

function manyCall(
  draft: Draft,
  entity: EntityDraft,
  target: { readonly path: string; readonly is: string },
  shape: string,
): CallDraft | null {
  const { dice } = draft;
  const field = entity.fields.find(({ list }) => list === 'many');
  if (field === undefined) return null;
  const verb = dice.pick(['add', 'remove']);
  const isUser = field.entity === 'User';
  const [path, what] = isUser ? [target.path, 'user'] : [`${target.path}/{other}`, `${field.entity} by path.other`];
  return {
    call: `${verb === 'add' ? 'POST' : 'DELETE'} ${path}/several`,
    by: draft.roles.find(({ kind }) => kind === 'signed in')?.name ?? 'everyone',
    does: `${verb} ${what} ${verb === 'add' ? 'to' : 'from'} ${target.is}.${field.name}`,
    answers: shape,
  };
}

/** The owned children of a record. */
function childCall(
  draft: Draft,
  entity: EntityDraft,
  target: { readonly path: string; readonly is: string },
  shapes: ShapeDraft[],
): CallDraft | null {
  const field = entity.fields.find(({ list }) => list === 'owned');
  if (field === undefined) return null;
  const shape = shapeOf(draft, draft.entity(field.entity ?? ''), shapes);
  shape.isUsed = true;
  return {
    call: `GET ${target.path}/${field.name}`,
    by: callers(draft),
    does: `list ${target.is}.${field.name}`,
    answers: `{"items": [${shape.name}]}`,
  };
}

const PLAIN = new Set([
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'time',
  'datetime',
  'duration',
  'text',
  'choice',
]);

function shapeOf(draft: Draft, entity: EntityDraft, shapes: ShapeDraft[]): ShapeDraft {
  const { dice } = draft;
  const name = `${entity.name}View`;
  const known = shapes.find((shape) => shape.name === name);
  if (known !== undefined) return known;
  const properties = [{ property: 'id', is: 'id' }];
  for (const field of dice.some(
    entity.fields.filter(({ kind, type }) => PLAIN.has(kind) && type !== 'secret'),
    5,
  )) {
    const isNumber = field.kind === 'money' || field.kind === 'decimal';
    properties.push({
      property: `${field.name}${field.isOptional && dice.once(2) ? '?' : ''}`,
      is: `${field.name}${isNumber && dice.once(2) ? ' as number' : ''}`,
    });
  }
  const reference = entity.fields.find(
    ({ kind, entity: to }) => kind === 'reference' && to !== undefined && to !== entity.name && shapes.length < 4,
  );
  if (reference !== undefined) {
    const to = draft.entity(reference.entity ?? '');
    // Entities have an order, so that no shape comes to hold itself.
    const isEarlier = draft.entities.indexOf(to) < draft.entities.indexOf(entity);
    const target = to.name !== 'User' && isEarlier && dice.once(2) ? shapeOf(draft, to, shapes) : undefined;
    const is = target === undefined ? `${reference.name}.id` : `${reference.name} as ${target.name}`;
    if (target !== undefined) target.isUsed = true;
    properties.push({ property: reference.name, is });
  }
  if (dice.once(3))
    properties.push({
      property: 'made',
      is: code(new Expressions(draft).value('integer', { here: entity, hasQueries: true, hasTime: true }, 1)),
    });
  const named = entity.fields.find(
    ({ list, entity: to }) => list === 'many' && draft.entity(to ?? '').fields.some(isName),
  );
  if (named !== undefined) {
    const key = draft.entity(named.entity ?? '').fields.find(isName)?.name ?? '';
    properties.push({ property: named.name, is: `${named.name} by ${key}` });
  }
  const shape = { name, entity, properties, isUsed: false };
  shapes.push(shape);
  return shape;
}

const isName = (field: FieldDraft): boolean => field.isUnique && field.type === 'text' && !field.isOptional;

/** A shape that a body is read by: null if a new record needs more than a shape can say. */
function formOf(draft: Draft, entity: EntityDraft, shapes: ShapeDraft[]): ShapeDraft | null {
  const { dice } = draft;
  const properties: { property: string; is: string }[] = [];
  for (const field of entity.fields) {
    if (!field.isEntered || field.computed !== null) continue;
    const isNeeded = !field.isOptional && !field.rules.some((rule) => rule.startsWith('default'));
    if (field.kind === 'reference') {
      if (isNeeded || dice.once(2)) properties.push({ property: field.name, is: `${field.name}.id` });
    } else if (PLAIN.has(field.kind) && (isNeeded || dice.once(2)))
      properties.push({ property: field.name, is: field.name });
    else if (isNeeded) return null;
  }
  if (dice.once(3)) properties.push({ property: 'comment', is: 'ignored' });
  if (properties.every(({ is }) => is === 'ignored')) return null;
  const shape = { name: `${entity.name}Form`, entity, properties, isUsed: false };
  shapes.push(shape);
  return shape;
}

/** Signing up, in and out, who calls, an error, and the records as they were. */
function addOwnCalls(draft: Draft, calls: CallDraft[], shapes: ShapeDraft[]): void {
  const { dice } = draft;
  const user = draft.entity('User');
  const shape = shapeOf(draft, user, shapes);
  const signedIn = draft.roles.find(({ kind }) => kind === 'signed in')?.name ?? 'everyone';
  shape.isUsed = true;
  const ways: CallDraft[] = [
    { call: 'GET /me', by: signedIn, does: 'user', answers: `{"me": ${shape.name}, "token": request.token}` },
    {
      call: 'POST /login',
      by: 'everyone',
      does: `sign in with body.login, body.password${dice.once(2) ? ' for 1 hour' : ''}`,
      answers: shape.name,
    },
    { call: 'POST /logout', by: 'everyone', does: 'sign out', answers: '204' },
    { call: 'POST /reset', by: 'everyone', does: 'reset', answers: '204' },
    { call: 'GET /teapot', by: 'everyone', when: 'query.tea != null', does: 'refuse NOT_FOUND', answers: 'none' },
    { call: 'GET /open', by: 'everyone', does: 'not shown', answers: 'not shown' },
  ];
  const own = user.fields.filter(({ isEntered, kind }) => isEntered && PLAIN.has(kind));
  if (draft.hasVisitor && dice.once(2)) {
    const properties = [
      ...own.map(({ name }) => ({ property: name, is: name })),
      { property: 'password', is: 'password' },
    ];
    shapes.push({ name: 'Registration', entity: user, properties, isUsed: true });
    calls.push({
      call: 'POST /register',
      by: 'everyone',
      does: 'sign up from body as Registration',
      answers: `201 ${shape.name}`,
    });
  }
  calls.push(...dice.some(ways.slice(1), 3), ...ways.slice(0, 1));
}
