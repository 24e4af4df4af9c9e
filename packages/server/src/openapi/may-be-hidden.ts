import { type Expression, walk } from '@nonet/language';
import type { Rights } from '../view/rights.ts';

/**
 * Whether a field that the reader may read on some records may be hidden on others (6), where it is null: a field with
 * a `read` row, a reference to a hidden record, and fields computed from these. A field computed from other records
 * counts as possibly hidden.
 */
export function mayBeHidden(rights: Rights, entity: string, name: string): boolean {
  const field = rights.field(entity, name);
  if (field === null || field.type.kind === 'reference') return true;
  if (rights.plan.permissions.some((table) => table.entity === entity && table.fields[name]?.read !== undefined))
    return true;
  return field.computed !== null && readsHidden(rights, entity, field.computed);
}

function readsHidden(rights: Rights, entity: string, computed: Expression): boolean {
  let isHidden = false;
  walk(computed, (part) => {
    if (part.kind === 'query' || part.kind === 'list query') isHidden = true;
    if (part.kind !== 'field' || isHidden) return;
    const isOwn = part.of.kind === 'variable' && part.of.name === 'this';
    isHidden = !isOwn || mayBeHidden(rights, entity, part.field);
  });
  return isHidden;
}
