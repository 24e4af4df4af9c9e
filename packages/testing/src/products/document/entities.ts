import { code, type Draft, type EntityDraft, type FieldDraft, table } from './draft.ts';
import { computedField, plainField, referenceField, TYPES } from './fields.ts';

const NAMES = ['Order', 'Task', 'Visit', 'Parcel', 'Room', 'Member', 'Lesson', 'Tool'] as const;
const CHILDREN = ['Line', 'Detail', 'Note', 'Step'] as const;

/** Point 3, without what later points add to it: the state fields, computed fields and records. */
export function drawEntities(draft: Draft): void {
  const { dice } = draft;
  const names = dice.shuffled(NAMES).slice(0, 1 + dice.below(3));
  draft.entities.push(entityOf('User', null));
  for (const name of names) draft.entities.push(entityOf(name, null));
  const own = draft.entities.slice(1);
  for (const entity of own) {
    if (dice.once(3)) entity.settings.set('delete', dice.pick(['soft', 'soft', 'never', 'hard']));
    else if (dice.once(2)) entity.settings.set('delete', 'hard');
    if (dice.once(2)) entity.settings.set('history', dice.pick(['kept', 'kept', 'none']));
    if (dice.once(4)) entity.settings.set('id', dice.pick(['integer', 'uuid']));
    if (dice.once(6)) entity.settings.set('path', `api_${entity.name.toLowerCase()}s`.replace('_', '-'));
    if (dice.once(6)) entity.settings.set('size', dice.pick(['about 3,000,000', '250000', '40']));
    addPlain(draft, entity, 1 + dice.below(4));
  }
  for (const entity of own) orderByHand(draft, entity);
  for (const entity of own) addReferences(draft, entity);
  for (const entity of own) addTreeLists(entity);
  if (dice.once(3)) addWorkingTime(draft, dice.pick(own));
  if (dice.once(4)) addComments(draft, dice.pick(own));
  if (dice.once(4)) addRetention(draft, dice.pick(own));
  for (const entity of own) if (dice.once(3)) addChildren(draft, entity, dice.shuffled(CHILDREN));
  const user = draft.entity('User');
  user.fields.push(emailField(draft), ...nameFields(draft));
  if (dice.once(2)) addPlain(draft, user, 1 + dice.below(2));
  for (const entity of own) addLists(draft, entity);
  if (dice.once(3)) addErasure(draft);
}

/** An order that people give the records, in a decimal that they enter. */
function orderByHand({ dice }: Draft, { fields, settings }: EntityDraft): void {
  const held = fields.find(
    ({ kind, isEntered, rules }) =>
      kind === 'decimal' && isEntered && !rules.some((rule) => rule === 'once' || rule.startsWith('when ')),
  );
  if (held !== undefined && dice.once(2)) settings.set('order by hand', held.name);
}

function entityOf(name: string, owner: EntityDraft | null): EntityDraft {
  return { name, fields: [], settings: new Map(), owner, records: [], demoRecords: [] };
}

/** A field that is there without a row, as `email` and `name` of a `User` are. */
function builtIn(name: string): FieldDraft {
  return {
    name,
    type: '',
    kind: 'text',
    rules: [],
    computed: null,
    isOptional: false,
    isEntered: true,
    isUnique: name === 'email',
  };
}

/** `email` of a `User`: unchanged, or with further rules. */
function emailField(draft: Draft): FieldDraft {
  const email = builtIn('email');
  return draft.dice.once(6) ? { ...email, type: 'email', rules: ['indexed'] } : email;
}

/** `name` of a `User`: unchanged, with further rules, or computed from two other fields. */
function nameFields(draft: Draft): FieldDraft[] {
  const { dice } = draft;
  const name = builtIn('name');
  if (dice.once(6)) return [{ ...name, type: 'text', rules: ['..80'] }];
  if (dice.once(8)) return [{ ...name, type: 'text', rules: ['optional'], isOptional: true }];
  if (!dice.once(6)) return [name];
  const parts = ['first', 'last'].map((word) => ({ ...builtIn(draft.fresh(word)), type: 'text', rules: ['..40'] }));
  const computed = parts.map((part) => part.name).join(' + " " + ');
  return [...parts, { ...name, type: 'text', computed, isEntered: false }];
}

function addPlain(draft: Draft, entity: EntityDraft, most: number): void {
  // A title is made of the first required text, and of the id if there is none.
  if (draft.dice.once(2)) entity.fields.push(plainField(draft, entity, TYPES[0]));
  for (let made = 0; made < most; made++) entity.fields.push(plainField(draft, entity));
  const source = entity.fields.find(({ type, isOptional }) => type === 'text' && !isOptional);
  if (source === undefined || !draft.dice.once(5)) return;
  entity.fields.push({
    name: draft.fresh('slug'),
    type: `slug of ${source.name}`,
    kind: 'text',
    rules: draft.dice.once(3) ? ['once'] : [],
    computed: null,
    isOptional: false,
    isEntered: false,
    isUnique: true,
  });
}

function addReferences(draft: Draft, entity: EntityDraft): void {
  const { dice } = draft;
  const before = draft.entities.slice(0, draft.entities.indexOf(entity) + 1);
  if (dice.once(2)) entity.fields.push(referenceField(draft, entity, draft.entity('User')));
  for (const to of dice.some(before, 2)) entity.fields.push(referenceField(draft, entity, to));
}

/** The lists of a `tree`, which are there without a row. */
function addTreeLists({ name, fields }: EntityDraft): void {
  if (!fields.some(({ rules }) => rules.includes('tree'))) return;
  for (const way of ['ancestors', 'descendants'])
    fields.push({ ...builtIn(way), kind: 'records', entity: name, list: 'reversed', isEntered: false });
}

/** Comments on an entity; the language gives their first fields. */
function addComments(draft: Draft, on: EntityDraft): void {
  const { dice } = draft;
  const remark = entityOf('Remark', null);
  remark.settings.set('comments on', on.name);
  if (dice.once(2)) remark.settings.set('history', 'kept');
  if (dice.once(3)) remark.settings.set('delete', 'soft');
  const records = { ...builtIn('mentions'), kind: 'records', isOptional: true } as const;
  remark.fields.push(
    { ...builtIn('about'), kind: 'reference', entity: on.name, rules: ['once', 'cascade'] },
    builtIn('text'),
    { ...records, entity: 'User', list: 'many' },
  );
  on.fields.push({ ...records, name: 'comments', entity: remark.name, list: 'reversed', isEntered: false });
  if (dice.once(2)) addPlain(draft, remark, 1);
  draft.entities.push(remark);
}

/** How long the records of an entity are kept, and what keeps one longer; the language gives the field. */
function addRetention({ dice }: Draft, entity: EntityDraft): void {
  const { fields, settings } = entity;
  const dates = fields.filter(({ type, rules }) => type === 'date' && !rules.includes('optional'));
  const [after] = dice.once(2) ? dice.shuffled(dates) : [];
  settings.set('kept for', `${dice.pick(['300 days', '2 years', '18 months'])} after ${after?.name ?? 'created_at'}`);
  const hold = fields.find(({ type, isOptional }) => type === 'boolean' && !isOptional);
  if (dice.once(2)) settings.set('kept while', hold?.name ?? 'updated_at == created_at');
  const kind = after === undefined ? 'datetime' : 'date';
  fields.push({ ...builtIn('kept_until'), kind, isOptional: true, isEntered: false });
}

/** The fields that are erased with a person: of their own record, and of others that they made or that are theirs for good. */
function addErasure(draft: Draft): void {
  const { dice } = draft;
  const user = draft.entity('User');
  const place = user.fields.findIndex(({ name, computed }) => name === 'name' && computed === null);
  const name = user.fields[place];
  if (name !== undefined) user.fields[place] = { ...name, type: 'text', rules: [...name.rules, 'erased as "Former"'] };
  for (const entity of draft.entities) {
    if (entity.owner !== null) continue;
    const theirs = entity.fields.filter(
      ({ kind, entity: to, rules }) => kind === 'reference' && to === 'User' && rules.includes('once'),
    );
    const by = dice.pick(['created_by', ...theirs.map((field) => field.name)]);
    for (const field of dice.some(entity.fields.filter(mayBeErased), 2))
      field.rules.push(entity === user ? 'erased' : `erased with ${by}`);
    const isHeld = dice.once(6);
    if (isHeld && entity.fields.some(isErased)) entity.settings.set('kept while', 'updated_at == created_at');
  }
}

function isErased({ rules }: FieldDraft): boolean {
  return rules.some((rule) => rule.startsWith('erased'));
}

function mayBeErased(field: FieldDraft): boolean {
  const { type, computed, isOptional, isEntered } = field;
  const isStored = type !== '' && computed === null && type !== 'state';
  return isStored && isOptional && isEntered && !isErased(field);
}

/** A week that each record of an entity has, in one list of it, and days off in another. */
function addWorkingTime(draft: Draft, owner: EntityDraft): void {
  const { dice } = draft;
  const required = (
    name: string,
    type: string,
    kind: FieldDraft['kind'],
    more: Partial<FieldDraft> = {},
  ): FieldDraft => ({
    ...builtIn(name),
    type,
    kind,
    ...more,
  });
  const hours = entityOf('Shift', owner);
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const values = dice.once(2) ? weekdays : ['monday', 'thursday', 'sunday'];
  hours.fields.push(
    required('weekday', `enum(${values.join(', ')})`, 'choice', { values }),
    required('opens', 'time', 'time'),
    required('closes', 'time', 'time'),
  );
  const closed = entityOf('Closure', owner);
  closed.fields.push(required('from_day', 'date', 'date'), required('to_day', 'date', 'date'));
  for (const [name, child] of [
    ['week', hours],
    ['closures', closed],
  ] as const) {
    draft.entities.push(child);
    const list = { kind: 'records', entity: child.name, list: 'owned', isOptional: name === 'closures' } as const;
    const rules = name === 'closures' ? ['optional'] : ['1..'];
    owner.fields.push({ ...builtIn(name), type: `list of ${child.name}`, rules, ...list });
  }
  const worked = `${dice.pick(['working_hours', 'working_minutes'])}(created_at, updated_at, this)`;
  const field = builtIn(draft.fresh('worked'));
  owner.fields.push({ ...field, type: 'integer', kind: 'integer', computed: worked, isEntered: false });
  owner.settings.set('working time', 'week (weekday, opens, closes)');
  if (dice.once(2)) owner.settings.set('days off', dice.pick(['closures (from_day, to_day)', 'closures (to_day)']));
}

/** Owned children, and now and then theirs. */
function addChildren(draft: Draft, owner: EntityDraft, names: readonly string[]): void {
  const { dice } = draft;
  const [name, ...others] = names.filter((one) => !draft.entities.some((entity) => entity.name === one));
  if (name === undefined) return;
  const child = entityOf(name, owner);
  draft.entities.push(child);
  addPlain(draft, child, 1 + dice.below(3));
  if (dice.once(3)) child.fields.push(referenceField(draft, child, dice.pick(draft.roots)));
  const isOptional = !dice.once(4);
  owner.fields.push({
    name: draft.fresh('items'),
    type: `list of ${name}`,
    kind: 'records',
    entity: name,
    list: 'owned',
    rules: isOptional ? dice.pick([['optional'], ['optional', '..5']]) : dice.pick([[], ['1..4']]),
    computed: null,
    isOptional,
    isEntered: true,
    isUnique: false,
  });
  if (dice.once(3)) addChildren(draft, child, others);
}

/** Shared and reversed lists. */
function addLists(draft: Draft, entity: EntityDraft): void {
  const { dice } = draft;
  const base = { kind: 'records', computed: null, isOptional: true, isUnique: false } as const;
  if (dice.once(3)) {
    const isNamed = ({ fields }: EntityDraft): boolean =>
      fields.some(({ isUnique, isOptional, type }) => isUnique && !isOptional && type === 'text');
    const to = dice.maybe(dice.once(2) ? draft.roots.filter(isNamed) : draft.roots) ?? dice.pick(draft.roots);
    const rules = dice.pick([['optional'], ['optional', 'clear'], ['optional', '..3']]);
    const type = `many ${to.name}`;
    entity.fields.push({
      ...base,
      name: draft.fresh('several'),
      type,
      entity: to.name,
      list: 'many',
      rules,
      isEntered: true,
    });
  }
  const referring = draft.entities.flatMap((from) =>
    from.fields
      .filter(
        (field) =>
          from.owner === null && field.entity === entity.name && field.list !== 'owned' && field.list !== 'reversed',
      )
      .map((field) => ({ from, field })),
  );
  const found = dice.maybe(referring);
  if (found === undefined || !dice.once(2)) return;
  const type = `all ${found.from.name} by ${found.field.name}`;
  entity.fields.push({
    ...base,
    name: draft.fresh('referring'),
    type,
    entity: found.from.name,
    list: 'reversed',
    rules: [],
    isEntered: false,
  });
}

/** Computed fields, each over what is before it. */
export function drawComputed(draft: Draft): void {
  const { dice } = draft;
  for (const entity of draft.entities) {
    if (entity.name === 'User' && !dice.once(4)) continue;
    for (let made = dice.below(3); made > 0; made--) entity.fields.push(computedField(draft, entity));
  }
}

export function writeEntities(draft: Draft): string {
  return draft.entities
    .filter(
      ({ name, fields, demoRecords }) =>
        name !== 'User' || fields.some(({ type }) => type !== '') || demoRecords.length > 0,
    )
    .map((entity) => writeEntity(entity, draft.dice.once(5)))
    .join('\n\n');
}

/** `isTranslated`: with the fields' labels in another language. */
function writeEntity(entity: EntityDraft, isTranslated: boolean): string {
  const fields = entity.fields.filter(({ type }) => type !== '');
  const parts = [`### ${entity.name}`];
  const rows = fields.map(({ name, type, rules, computed }) => {
    const all = computed === null ? rules : [...rules, `= ${computed}`];
    const text = all.join(', ');
    const translation = isTranslated ? { 'label (nl)': `Veld ${name.replaceAll('_', ' ')}` } : {};
    return { field: name, type, rules: /[*_<>=]/.test(text) ? code(text) : text, ...translation };
  });
  if (rows.length > 0) parts.push(table(['field', 'type', 'rules', 'label (nl)'], rows));
  const settings = [...entity.settings].map(([setting, is]) => ({ setting, is }));
  if (settings.length > 0) parts.push(table(['setting', 'is'], settings));
  for (const [heading, records] of [
    ['Records', entity.records],
    ['Demo records', entity.demoRecords],
  ] as const) {
    if (records.length === 0) continue;
    const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
    parts.push(
      `#### ${heading}`,
      table(
        columns,
        records.map((record) => Object.fromEntries(record)),
      ),
    );
  }
  return parts.join('\n\n');
}
