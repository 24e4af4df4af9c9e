import type { Action } from '../../../model/roles.ts';
import type { Declared, DeclaredEntity, DeclaredRole } from '../../declared.ts';

/** Why nobody can ever do this to the entity's records; null where somebody could (6). */
export function whyNever(action: Action, entity: DeclaredEntity): string | null {
  if (action === 'delete' && entity.delete === 'never') return `${entity.name} is never deleted (point 3, \`delete\`)`;
  if (action === 'restore' && entity.delete !== 'soft') {
    return `${entity.name} can't be restored, because it is not deleted softly (point 3, \`delete\`)`;
  }
  if (action === 'history' && entity.history === 'none')
    return `${entity.name} keeps no history (point 3, \`history\`)`;
  return null;
}

/** Why this role can't be held where the action is decided; null where it can. */
export function whyNot(role: DeclaredRole, action: Action, entity: DeclaredEntity, declared: Declared): string | null {
  if (role.given !== 'relationship' && (role.given !== 'open' || role.of.length === 0)) return null;
  if (!covers(role, entity, declared)) return `it is a role of ${role.of.join(', ')}, not of ${entity.name}`;
  if (action === 'create' || action === 'import')
    return 'it is held on a record, and there is none yet when one is created';
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
