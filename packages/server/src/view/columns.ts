import type { FieldView } from '@nonet/client';
import { fieldView } from './fields.ts';
import type { Rights } from './rights.ts';

/** The last field of a path from an entity; null if the path leads nowhere (an owned child's `parent` alone). */
export function lastField(rights: Rights, entity: string, path: readonly string[]): FieldView | null {
  let at: string | null = entity;
  let isSeveral = false;
  for (const name of path.slice(0, -1)) {
    isSeveral ||= at !== null && rights.field(at, name)?.type.kind === 'many';
    at = at === null ? null : rights.target(at, name);
  }
  const last = path.at(-1);
  const found = at === null ? null : rights.entity(at);
  const field = found?.fields.find((candidate) => candidate.name === last);
  if (!found || !field) return null;
  const view = fieldView(rights, found, field);
  return isSeveral ? { ...view, several: true } : view;
}
