import { type Field, message } from '@nonet/language';
import { isListOfRecords } from '../../sql/identifiers.ts';
import { EVERYTHING, type Selection } from '../../sql/projection.ts';
import { keptByRights } from '../kept-by-rights.ts';
import { findReadable, refuseKey } from './readable-path.ts';
import type { ReadScope } from '../read-scope.ts';

interface Draft {
  all: boolean;
  /** Whether it is the last name of a path of `fields`. */
  isNamed: boolean;
  /** Its kind: owned children, a reversed list, or no list. */
  readonly list: 'children' | 'all' | null;
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
  const key = JSON.stringify([entity, purpose, fields, expand]);
  return keptSelection(scope, key, () => checkSelection(scope, entity, { fields, expand, purpose }));
}

const keptSelection = keptByRights<Selection>();

function checkSelection(
  scope: ReadScope,
  entity: string,
  { fields, expand, purpose }: Record<'fields' | 'expand', string | null> & { readonly purpose: 'read' | 'export' },
): Selection {
  const draft: Draft = { all: fields === null, isNamed: false, list: null, fields: new Map() };
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
    const { kind } = field.type;
    const list = kind === 'children' || kind === 'all' ? kind : null;
    if (next === undefined) draft.fields.set(segment, (next = { all: false, isNamed: false, list, fields: new Map() }));
    draft = next;
    current = field.type.kind === 'reference' || isListOfRecords(field.type) ? field.type.entity : null;
  }
  if (!expand) draft.isNamed = true;
  else {
    if (current === null) throw refuseKey(scope, entity, path, message('noReference', { key: path }));
    draft.all = true;
  }
}

/**
 * A field that is named alone is answered as it is: a reference as its id, a list with all fields of its records. A
 * list that is answered in any case (a named one, or children of a whole record) keeps all fields if `expand` goes
 * through it.
 */
function asSelection(draft: Draft, mostListed: number | null): Selection {
  const fields = [...draft.fields].map(([name, inner]) => {
    const isThere = inner.list !== null && (inner.isNamed || (inner.list === 'children' && draft.all));
    const all = inner.all || (isThere && inner.fields.size > 0);
    return [name, all || inner.fields.size > 0 ? asSelection({ ...inner, all }, mostListed) : null] as const;
  });
  return { all: draft.all, fields: new Map(fields), mostListed };
}
