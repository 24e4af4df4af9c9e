import type { NeverGiven } from '../../../diagnostics/codes/roles.ts';
import type { Action } from '../../../model/roles.ts';
import type { Declared, DeclaredEntity, DeclaredRole } from '../../declared.ts';

/** Why nobody can ever do this to the entity's records; null where somebody could (6). */
export function whyNever(action: Action, entity: DeclaredEntity): NeverGiven | null {
  const { name } = entity;
  if (action === 'delete' && entity.delete === 'never') return { entity: name, never: 'delete' };
  if (action === 'restore' && entity.delete !== 'soft') return { entity: name, never: 'restore' };
  if (action === 'history' && entity.history === 'none') return { entity: name, never: 'history' };
  return null;
}

/** Why this role can't be held where the action is decided; null where it can. */
export function whyNot(
  role: DeclaredRole,
  action: Action,
  entity: DeclaredEntity,
  declared: Declared,
): NeverGiven | null {
  if (role.given !== 'relationship' && (role.given !== 'open' || role.of.length === 0)) return null;
  if (!covers(role, entity, declared)) return { entity: entity.name, roleOf: role.of };
  if (action === 'create' || action === 'import') return { entity: entity.name, isNew: true };
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
