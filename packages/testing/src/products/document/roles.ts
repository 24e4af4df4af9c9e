import type { Action } from '@nonet/language';
import type { Dice } from './dice.ts';
import { code, type Draft, type EntityDraft, type FieldDraft, type RoleDraft, table } from './draft.ts';
import { Expressions } from './expressions.ts';

/** Roles of every kind: anyone, signed in, assigned, by relationship (also through a path), about the user alone, open. */
export function drawRoles(draft: Draft): void {
  const { dice } = draft;
  const role = (name: string, kind: RoleDraft['kind'], given: string, of: readonly string[] = ['']): void => {
    draft.roles.push({ name, kind, given: new Map(of.map((entity) => [entity, given])) });
  };
  if (draft.hasVisitor) role('visitor', 'anyone', 'anyone');
  role('person', 'signed in', 'signed in');
  for (const name of ['clerk', 'chief', 'guest'].slice(0, 1 + dice.below(3))) role(name, 'assigned', 'assigned');
  const assigned = draft.roles.filter(({ kind }) => kind === 'assigned');
  if (assigned.length > 1 && dice.once(3))
    role('staff', 'user', `user is ${assigned[0]?.name} or user is ${assigned[1]?.name}`);
  if (draft.roles.some(({ name }) => name === 'staff') && dice.once(2)) role('team', 'user', 'user is staff');
  const owned = people(draft);
  const first = owned[0];
  if (first !== undefined && dice.once(4))
    role('keeper', 'user', `exists(${first.entity.name} where ${first.path} == user)`);
  for (const { entity, path } of dice.some(owned, 2))
    role(`${path.replaceAll('.', '_')}_holder`, 'relationship', `${path} == user`, [entity.name]);
  const wide = dice.maybe(owned);
  if (wide !== undefined && assigned[0] !== undefined && dice.once(4))
    role('own_clerk', 'relationship', `user is ${assigned[0].name} and ${wide.path} == user`, [wide.entity.name]);
  const ways = new Map(dice.shuffled(owned).map(({ entity, path }) => [entity.name, `${path} == user`]));
  if (ways.size > 1 && dice.once(2)) draft.roles.push({ name: 'party', kind: 'relationship', given: ways });
  if (dice.once(3)) role('oneself', 'relationship', 'this == user', ['User']);
  if (dice.once(12)) role('somebody', 'open', 'not shown');
}

/** Ways from an entity's records to a person. */
function people(draft: Draft): { readonly entity: EntityDraft; readonly path: string }[] {
  const refers = (entity: EntityDraft): FieldDraft[] =>
    entity.fields.filter(({ kind, isOptional, computed }) => kind === 'reference' && !isOptional && computed === null);
  return draft.roots.flatMap((entity) =>
    refers(entity).flatMap((field) =>
      field.entity === 'User'
        ? [{ entity, path: field.name }]
        : refers(draft.entity(field.entity ?? ''))
            .filter((next) => next.entity === 'User')
            .map((next) => ({ entity, path: `${field.name}.${next.name}` })),
    ),
  );
}

type Cells = Record<string, string>;

export function writeRoles(draft: Draft): string {
  const rows = draft.roles.flatMap(({ name, given }) =>
    [...given].map(([of, by]) => ({ role: name, 'is given to': /[=(]/.test(by) ? code(by) : by, of })),
  );
  const parts = ['### Roles', table(['role', 'is given to', 'of', 'meaning'], rows), '### Permissions'];
  for (const entity of draft.entities) {
    const written = entity.owner === null || draft.dice.once(3) ? permissionsOf(draft, entity) : null;
    if (written !== null) parts.push(`#### ${entity.name}`, written);
  }
  return parts.join('\n\n');
}

function permissionsOf(draft: Draft, entity: EntityDraft): string {
  const { dice } = draft;
  const held = draft.roles.filter(({ kind, given }) => kind !== 'relationship' || given.has(entity.name));
  const columns = dice.some(held, 3);
  const states = draft.statesOf(entity);
  const rows: Cells[] = [];
  const add = (may: string, more: Partial<CellKind> = {}): void => {
    const stated = states.length > 1 && !may.startsWith('create') && !may.startsWith('import') && dice.once(6);
    const parts = stated ? [states.slice(0, 1), states.slice(1)] : [[]];
    for (const part of parts) {
      const row: Cells = { may, 'in state': part.join(', ') };
      for (const role of columns) row[role.name] = cellOf(draft, entity, role, { may, ...more });
      row['others'] = cellOf(draft, entity, null, { may, ...more });
      rows.push(row);
    }
  };
  if (dice.once(5) && entity.owner === null) add('read, create, update');
  else for (const may of ['read', 'create', 'update'].slice(0, entity.owner === null ? 3 : 1 + dice.below(3))) add(may);
  if (entity.owner !== null) return table(['may', 'in state', ...columns.map(({ name }) => name), 'others'], rows);
  for (const [verb, isFurther] of Object.entries(IS_FURTHER)) if (isFurther(entity, dice)) add(verb);
  if (entity.name === 'User') {
    add('update email', { isPlain: true });
    add('update roles', { isPlain: true });
    if (dice.once(3)) add('update disabled', { isPlain: true });
  }
  const fields = entity.fields.filter(({ name, type }) => type !== '' && type !== 'state' && name !== 'email');
  for (const field of dice.some(fields, 2)) {
    const verbs = field.isEntered ? ['read', 'update'] : ['read'];
    const verb = dice.pick(verbs);
    add(`${verb} ${field.name}`, { isPlain: field.computed !== null });
  }
  return table(['may', 'in state', ...columns.map(({ name }) => name), 'others'], rows);
}

/** Whether a table of permissions has a row of each verb besides its first ones. */
const IS_FURTHER: Readonly<Record<Action, (entity: EntityDraft, dice: Dice) => boolean>> = {
  read: () => false,
  create: () => false,
  update: () => false,
  delete: ({ settings }) => settings.get('delete') !== 'never',
  restore: ({ settings }) => settings.get('delete') === 'soft',
  history: ({ settings }) => settings.get('history') === 'kept',
  erase: ({ name, fields }) =>
    name === 'User' && fields.some(({ rules }) => rules.some((rule) => rule.startsWith('erased'))),
  merge: ({ name, owner }, dice) => name !== 'User' && owner === null && dice.once(2),
  export: (_entity, dice) => dice.once(2),
  import: (_entity, dice) => dice.once(2),
};

interface CellKind {
  readonly may: string;
  readonly isPlain: boolean;
}

function cellOf(
  draft: Draft,
  entity: EntityDraft,
  role: RoleDraft | null,
  { may, isPlain }: Partial<CellKind>,
): string {
  const { dice } = draft;
  const creates = may !== undefined && /\b(create|import)\b/.test(may);
  if (role?.kind === 'relationship' && creates) return may === 'create' || may === 'import' ? '' : 'no';
  if (dice.once(25)) return 'not shown';
  if (dice.once(40)) return '';
  if (dice.once(2) || isPlain === true) return dice.once(4) ? 'no' : 'yes';
  if (role === null) return dice.once(3) ? 'yes' : 'no';
  if (dice.once(4)) {
    const mayRefer = entity.fields.filter(
      ({ kind, entity: to, isOptional, computed }) =>
        kind === 'reference' && to !== 'User' && to !== entity.name && !isOptional && computed === null,
    );
    const field = dice.maybe(mayRefer);
    if (field !== undefined && may === 'read') return dice.once(2) ? `as ${field.name}` : `as ${field.name} read`;
  }
  const scope = {
    here: entity,
    hasQueries: true,
    hasTime: true,
    mayBeOpen: true,
    isCell: true,
    ...(role.kind === 'anyone' ? {} : { user: 'signed in' as const }),
  };
  return dice.once(2) ? code(new Expressions(draft).condition(scope, 1)) : 'yes';
}
