import { type Entity, type Field, itemAt } from '@nonet/language';
import { living } from '../sql/admits.ts';
import { authorityOf, type SqlContext, type SqlVariable, readableRows } from '../sql/context.ts';
import { compileExpression } from '../sql/expression.ts';
import { column, emptyRow, isListOfRecords, storedFields } from '../sql/identifiers.ts';
import { listed, listOrder } from '../sql/lists.ts';
import { and, FALSE, only } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { fieldPredicate, gapClause, recordPredicate } from '../sql/permissions.ts';
import { titleOf } from '../sql/title.ts';
import { instantText, typeOfField, wireIdOf, wireValue } from '../sql/wire.ts';
import { actorContext, type ReadScope, readRows, refuseUnreadable } from './read-scope.ts';
import { mergedWith } from './merged-into.ts';
import { refuse } from './refuse.ts';
import { readId } from './values/identifier.ts';

type Row = Extract<SqlVariable, { kind: 'row' }>;

/** One entry in the wire's form (the client's `HistoryEntryView`). */
export interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly by: { readonly id: string; readonly _title: string } | null;
  readonly action: string;
  readonly label: string;
  readonly clause: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
  /** The id of a record that was merged into this one: the entry is of that one. */
  readonly of?: string | number;
}

interface StoredEntry {
  readonly allowed: boolean;
  readonly gap: string | null;
  readonly entry:
    | (Omit<HistoryEntry, 'label' | 'changes' | 'by' | 'of'> & {
        of: string | number | null;
        by_id: string | null;
        by_title: string | null;
      })
    | null;
  readonly changes: readonly { readonly changed: boolean; readonly from: unknown; readonly to: unknown }[] | null;
}

const LABELS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  expire: 'Deleted',
  erase: 'Erased',
  merge: 'Merged',
};

/**
 * The history of a record, newest first. A value is shown if today's roles may read it, both now and on the record's
 * values at that entry (6). Entries at which the record could not be read, and changes without any readable field, are
 * left out.
 */
export async function readHistory(scope: ReadScope, entityName: string, id: string): Promise<HistoryEntry[]> {
  refuseUnreadable(scope, entityName);
  const { index } = scope;
  const entity = index.entity(entityName);
  const fields = shownFields(scope, entity);
  const known = readId(id);
  const rows =
    known !== null
      ? await readRows<StoredEntry>(
          scope,
          `history ${entityName}`,
          (parameters) => compileHistory(scope, entity, fields, parameters),
          { id: known },
        )
      : [];
  const [first] = rows;
  if (first === undefined || entity.history === 'none') throw refuse(index, 'NOT_FOUND');
  if (!first.allowed) {
    throw first.gap === null
      ? refuse(index, 'FORBIDDEN', { clause: `6.${entityName}.history` })
      : refuse(index, 'NOT_SPECIFIED', { clause: first.gap });
  }
  return rows.flatMap(({ entry, changes }) => {
    if (entry === null) return [];
    const { by_id, by_title, of, ...rest } = entry;
    const shown = (changes ?? []).flatMap((change, place) => {
      const field = itemAt(fields, place);
      return change.changed ? [{ field: field.name, label: field.label, from: change.from, to: change.to }] : [];
    });
    // The reader must not learn that or when a field was changed that they may not read, or that the record was saved
    // without a change.
    if (entry.action === 'update' && shown.length === 0 && entry.from === entry.to) return [];
    return [
      {
        ...rest,
        by: by_id === null ? null : { id: by_id, _title: by_title ?? '' },
        label: index.event(entityName, entry.action)?.label ?? LABELS[entry.action] ?? entry.action,
        changes: shown,
        ...(of !== null && { of }),
      },
    ];
  });
}

/** The fields that this reader could ever see in a history: stored ones, and owned children. */
function shownFields(scope: ReadScope, entity: Entity): Field[] {
  const stored = new Set<Field>(storedFields(entity));
  return entity.fields.filter(
    (field) =>
      (stored.has(field) || field.type.kind === 'children') &&
      field.type.kind !== 'secret' &&
      field.name !== scope.index.stateField(entity.name),
  );
}

function compileHistory(scope: ReadScope, entity: Entity, fields: readonly Field[], parameters: Parameters): string {
  const { authority } = scope;
  const row = (alias: string, readable = false): Row => ({ kind: 'row', entity: entity.name, alias, readable });
  const [now, before, after] = [row('now_'), row('before_'), row('after_')];
  const context = actorContext(scope, parameters, { this: { ...now, readable: true } });
  const may = (action: 'read' | 'history', record: Row) => recordPredicate(context, authority, action, record);
  const shown = (of: Row, record: string, field: Field) =>
    and(`h.${record} is not null`, fieldPredicate(context, authority, field.name, 'read', { ...of, readable: true }));
  const changes = fields.map((field) => {
    const readableNow = fieldPredicate(context, authority, field.name, 'read', { ...now, readable: true });
    // A deletion leaves no later value, so its entry shows the value before it.
    const atEntry = `(case when h.after is null then ${shown(before, 'before', field)} else ${shown(after, 'after', field)} end)`;
    const readable = and(readableNow, atEntry);
    if (readableNow === FALSE) return `json_build_object('changed', false)`;
    const name = parameters.bind(field.name, 'text');
    const [was, is] = [valueAt(context, before, 'before', field), valueAt(context, after, 'after', field)];
    const from = only(and(readable, shown(before, 'before', field), may('read', before)), was);
    const to = only(and(readable, `h.after is not null`), is);
    const stored = differsIn(name);
    // An item of a list that is hidden on both sides is no change to its reader; an item that has only become readable
    // is none at all.
    const differs = isListOfRecords(field.type)
      ? `${stored} and (${was})::jsonb is distinct from (${is})::jsonb`
      : stored;
    return `json_build_object('changed', ${readable} and ${differs}, 'from', ${from}, 'to', ${to})`;
  });
  const by = titleOf(context, { kind: 'id', entity: 'User', sql: 'h."by"' });
  const byId = `(select case when t.title is not null then h."by" end from (select ${by} as title) t)`;
  const stateField = scope.index.stateField(entity.name);
  const state = (record: Row, name: 'before' | 'after', value: string) =>
    stateField === null
      ? 'null::text'
      : only(and(`h.${name} is not null`, fieldPredicate(context, authority, stateField, 'read', record)), value);
  const entry = `json_build_object('id', h.id, 'at', ${instantText('h.at')}, 'action', h.action, 'clause', h.clause, 'by_id', ${byId}, 'by_title', ${by}, 'from', ${state(before, 'before', 'h.from_state')}, 'to', ${state(after, 'after', 'h.to_state')}, 'of', case when h.record <> now_.id then ${wireIdOf(scope.index, entity.name, 'h.record')} end)`;
  const populated = (name: 'before' | 'after', alias: string) =>
    `cross join lateral jsonb_populate_record(${emptyRow(parameters.table(entity.name))}, h.${name}) ${alias}`;
  const visible = `(case when h.after is null then ${may('read', before)} else ${may('read', after)} end)`;
  // Read only with the right to read the history at all.
  const entries = `select h.id as place, ${entry} as entry, to_json(array[${changes.join(', ')}]::json[]) as changes from ${mergedWith(parameters.table(entity.name), 'now_.id')} of_ (id) cross join lateral nonet.history_of(of_.id) h ${populated('before', 'before_')} ${populated('after', 'after_')} where h.entity = ${parameters.bind(entity.name, 'text')} and allowed.allowed and ${visible}`;
  return `select allowed.allowed, allowed.gap, e.entry, e.changes from ${readableRows(entity.name, false, context)} now_ cross join lateral (select ${may('history', now)} as allowed, ${gapClause(context, authority, 'history', now)} as gap) allowed left join lateral (${entries}) e on true where now_.id = ${parameters.slot('id', 'uuid')} and ${and(living(now, context), may('read', now))} order by e.place desc`;
}

/** The SQL of whether an entry changed the field of this name. */
function differsIn(name: string): string {
  return `coalesce(h.before -> ${name}, 'null'::jsonb) is distinct from coalesce(h.after -> ${name}, 'null'::jsonb)`;
}

/** A value at the time of the entry, in the wire's form; a list comes from the children that the entry keeps. */
function valueAt(context: SqlContext, row: Row, record: 'before' | 'after', field: Field): string {
  if (field.type.kind === 'many') {
    const alias = context.parameters.alias();
    const target: Row = { kind: 'row', entity: field.type.entity, alias, readable: true };
    const owner: Row = { ...row, readable: true };
    const order = [...listOrder(owner, field.name, target, context), `${alias}."id"`].join(', ');
    const item = `json_build_object('id', ${wireIdOf(context.index, target.entity, `${alias}."id"`)}, '_title', ${titleOf(context, target)})`;
    return `coalesce((select json_agg(${item} order by ${order}) from ${readableRows(field.type.entity, false, context)} ${alias} where ${listed(owner, field.name, target, context)}), '[]'::json)`;
  }
  if (field.type.kind !== 'children') {
    const reference = {
      kind: 'variable',
      name: 'at',
      type: { kind: 'record', entity: row.entity, nullable: false },
    } as const;
    const at: SqlContext = {
      ...context,
      variables: new Map([...context.variables, ['at', { ...row, readable: true }]]),
    };
    const value = compileExpression({ kind: 'field', of: reference, field: field.name, type: typeOfField(field) }, at);
    if (field.type.kind !== 'reference') return `to_json(${wireValue(value, field.type)})`;
    const target = titleOf(context, { kind: 'id', entity: field.type.entity, sql: 'v.id' });
    return `(select case when v.id is not null then json_build_object('id', ${wireIdOf(context.index, field.type.entity, 'v.id')}, '_title', ${target}) end from (select ${value} as id) v)`;
  }
  const entity = context.index.entity(field.type.entity);
  const authority = authorityOf(context);
  const alias = context.parameters.alias();
  const child: Row = { kind: 'row', entity: entity.name, alias, readable: true };
  const columns = storedFields(entity).flatMap((inner) => {
    const readable = authority.mayUseField(context, inner.name, 'read', child);
    if (readable === FALSE) return [];
    return [`${only(readable, wireValue(column(alias, inner.name), inner.type))} as "${inner.name}"`];
  });
  const item = `(select to_json(c) from (select ${[`${wireIdOf(context.index, entity.name, `${alias}.id`)} as id`, ...columns].join(', ')}) c)`;
  const mayRead = authority.mayReadListed(context, { ...row, readable: true }, field.name, child);
  const name = context.parameters.bind(field.name, 'text');
  return `coalesce((select json_agg(${item} order by ${alias}._position) from jsonb_array_elements(h.${record} -> ${name}) element cross join lateral jsonb_populate_record(${emptyRow(context.parameters.table(entity.name))}, element) ${alias} where ${mayRead}), '[]'::json)`;
}
