import type { Entity } from '@nonet/language';

/** The entities that a record and its children refer to, which must have records first. */
export function needed({ fields }: Entity, entities: readonly Entity[]): string[] {
  return fields.flatMap(({ type, required, default: standard, derived }) => {
    if (type.kind === 'reference') return required && standard === null ? [type.entity] : [];
    if (type.kind !== 'children' || derived) return [];
    const child = entities.find(({ name }) => name === type.entity);
    return child === undefined ? [] : needed(child, entities);
  });
}
