import { type Field, message } from '@nonet/language';
import { isListOfRecords } from '../sql/identifiers.ts';
import { EVERYTHING, type Selection } from '../sql/projection.ts';
import { findReadable, refuseKey } from './readable-path.ts';
import type { ReadScope } from './read-scope.ts';

interface Draft {
  all: boolean;
  readonly fields: Map<string, Draft>;
}

/**
 * `fields=number,owner.name` and `expand=owner`, checked; everything that the reader may read where neither is given.
 * A reversed list is answered as far as a page of a list may go (9, `MAX_PAGE_SIZE`); an export has all of it.
 */
export function readSelection(
  scope: ReadScope,
  entity: string,
  fields: string | null,
  expand: string | null,
  purpose: 'read' | 'export' = 'read',
): Selection {
  if (fields === null && expand === null) return EVERYTHING;
  const draft: Draft = { all: fields === null, fields: new Map() };
  for (const path of names(fields)) add(scope, entity, draft, path, false);
  for (const path of names(expand)) add(scope, entity, draft, path, true);
  return asSelection(draft, purpose === 'export' ? null : scope.index.plan.settings.maximumPageSize);
}

function names(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function add(scope: ReadScope, entity: string, root: Draft, path: string, expand: boolean): void {
  let draft = root;
  let current: string | null = entity;
  for (const segment of path.split('.')) {
    // Every answer has its title.
    if (segment === '_title' && current !== null) return;
    const field: Field | null = current === null ? null : findReadable(scope, current, segment);
    if (field === null) throw refuseKey(scope, current ?? entity, path, message('noField', { key: path }));
    let next = draft.fields.get(segment);
    if (next === undefined) draft.fields.set(segment, (next = { all: false, fields: new Map() }));
    draft = next;
    current = field.type.kind === 'reference' || isListOfRecords(field.type) ? field.type.entity : null;
  }
  if (expand) {
    if (current === null) throw refuseKey(scope, entity, path, message('noReference', { key: path }));
    draft.all = true;
  }
}

/** A field that is only named stands for itself: a reference as its id, a list with everything in it. */
function asSelection(draft: Draft, mostListed: number | null): Selection {
  const fields = [...draft.fields].map(
    ([name, inner]) => [name, inner.all || inner.fields.size > 0 ? asSelection(inner, mostListed) : null] as const,
  );
  return { all: draft.all, fields: new Map(fields), mostListed };
}
