import type { Entity } from '../../model/entities.ts';

/** The entity that a path of references (or of owners) leads to from another; null if it does not lead to one. */
export function entityAt(entities: readonly Entity[], from: string, path: readonly string[]): string | null {
  let current = entities.find((entity) => entity.name === from);
  for (const name of path) {
    const field = current?.fields.find((candidate) => candidate.name === name);
    const next = field?.type.kind === 'reference' ? field.type.entity : (current?.owner?.entity ?? null);
    current = entities.find((entity) => entity.name === next);
  }
  return current?.name ?? null;
}
