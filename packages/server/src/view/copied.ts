import type { ScreenActionView } from '@nonet/client';
import type { Field } from '@nonet/language';
import type { Rights } from './rights.ts';

/**
 * The action that copies a record: the fields whose values the new one begins with. They are those that this reader may
 * read and set on a new record, so that the copy is what they could have typed: nothing is read or written for it in
 * another way. A unique value and an upload belong to one record, and stay with it.
 */
export function copyView(rights: Rights, entity: string, clause: string): ScreenActionView[] {
  if (!rights.may(entity, 'read') || !rights.mayNow(entity, 'create')) return [];
  const fields = copied(rights, entity);
  const children = fields.flatMap(({ name, type }) =>
    type.kind === 'children' ? [[name, copied(rights, type.entity).map((own) => own.name)] as const] : [],
  );
  const names = fields.map(({ name }) => name);
  return [{ kind: 'copy', fields: names, children: Object.fromEntries(children), clause }];
}

function copied(rights: Rights, entity: string): readonly Field[] {
  const fields = rights.entity(entity)?.fields ?? [];
  return fields.filter(
    (field) => isCopied(field) && rights.mayRead(entity, field.name) && rights.maySetOnCreate(entity, field),
  );
}

function isCopied({ unique, type }: Field): boolean {
  return unique === null && type.kind !== 'file' && type.kind !== 'image' && type.kind !== 'secret';
}
