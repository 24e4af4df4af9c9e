import type { NeverGiven } from '../../../diagnostics/codes/roles.ts';
import { type Action, VERBS } from '../../../model/roles.ts';
import type { Declared, DeclaredEntity, DeclaredRole } from '../../declared.ts';

/** The reason why nobody can ever do this to the entity's records; null if somebody could (6). */
export function whyNever(action: Action, entity: DeclaredEntity): NeverGiven | null {
  return NEVER[action](entity);
}

const always = (): null => null;

/** The settings of an entity (3) that rule each verb out. */
const NEVER: Readonly<Record<Action, (entity: DeclaredEntity) => NeverGiven | null>> = {
  read: always,
  create: always,
  update: always,
  delete: ({ name, delete: deletion }) => (deletion === 'never' ? { entity: name, never: 'delete' } : null),
  restore: ({ name, delete: deletion }) => (deletion === 'soft' ? null : { entity: name, never: 'restore' }),
  export: always,
  import: always,
  erase: ({ name, erases }) => (erases ? null : { entity: name, never: 'erase' }),
  merge: ({ name, owner }) => (name === 'User' || owner !== null ? { entity: name, never: 'merge' } : null),
  history: ({ name, history }) => (history === 'none' ? { entity: name, never: 'history' } : null),
};

/** Why this role can't be held where the action is decided; null if it can. */
export function whyNot(
  role: DeclaredRole,
  action: Action,
  entity: DeclaredEntity,
  declared: Declared,
): NeverGiven | null {
  if (role.given !== 'relationship' && (role.given !== 'open' || role.of.length === 0)) return null;
  if (!covers(role, entity, declared)) return { entity: entity.name, roleOf: role.of };
  if (VERBS[action].judges === 'new record') return { entity: entity.name, isNew: true };
  return null;
}

/** A relationship role of an owner is held on its children too: they are read and written with it. */
export function covers(role: DeclaredRole, entity: DeclaredEntity, declared: Declared): boolean {
  const seen = new Set<string>();
  let current: DeclaredEntity | undefined = entity;
  while (current && !seen.has(current.name)) {
    if (role.of.includes(current.name)) return true;
    seen.add(current.name);
    current = current.owner ? declared.entities.get(current.owner.entity) : undefined;
  }
  // An unknown entity is reported where the role is stated.
  return role.of.some((name) => !declared.entities.has(name));
}
