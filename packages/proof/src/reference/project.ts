import type { Expression, Field } from '@nonet/language';
import { entityOf, evaluate, type View, asView, asViews } from './evaluate.ts';
import { ANY_TEXT } from './any.ts';
import { fileView } from './files.ts';
import { mayDo, mayReadField, type Actor } from './permissions.ts';
import { plain } from './plain.ts';
import { storedOf } from './record-view.ts';
import { worldOf } from './world.ts';

/** A record as a reader gets it: unreadable fields are absent, references to what they may not read are null (6). */
export function project(actor: Actor, record: View): Record<string, unknown> {
  const { lookup } = worldOf(record);
  const answer: Record<string, unknown> = { id: record.id, _title: titleOf(actor, record) };
  for (const field of lookup.entity(entityOf(record.id)).fields) {
    if (
      field.name === 'id' ||
      field.type.kind === 'open' ||
      field.type.kind === 'all' ||
      !mayReadField(actor, record, field.name)
    )
      continue;
    answer[field.name] = valueFor(actor, record, field);
  }
  return answer;
}

/** One field's value in the wire's form, as the reader gets it; the field may be read. */
export function valueFor(actor: Actor, record: View, field: Field): unknown {
  const value = record[field.name];
  switch (field.type.kind) {
    case 'children':
      return (asViews(value) ?? [])
        .filter((child) => mayDo(actor, 'read', child))
        .map((child) => project(actor, child));
    case 'many':
      return (asViews(value) ?? [])
        .filter((target) => worldOf(record).isLiving(storedOf(target)) && mayDo(actor, 'read', target))
        .map(({ id }) => id);
    case 'reference': {
      const target = asView(value);
      return target !== null && worldOf(record).isLiving(storedOf(target)) && mayDo(actor, 'read', target)
        ? target.id
        : null;
    }
    case 'file':
    case 'image':
      return value === null ? null : fileView(worldOf(record), plain(value));
    case 'all':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'email':
    case 'enum':
    case 'id':
    case 'integer':
    case 'json':
    case 'long text':
    case 'markdown':
    case 'money':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'recurrence':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
    case 'text':
    case 'time':
    case 'url':
      return value ?? null;
  }
}

/** The record's title; what the reader may not read shows nothing in it. */
export function titleOf(actor: Actor, record: View): string {
  const { title } = worldOf(record).lookup.entity(entityOf(record.id));
  const parts = title.map((part) => (typeof part === 'string' ? part : shown(actor, record, part)));
  return parts.includes(ANY_TEXT) ? ANY_TEXT : parts.join('');
}

const PLAIN = new Set(['text', 'integer', 'date']);

function shown(actor: Actor, record: View, part: Expression): string {
  if (part.kind !== 'field') return ANY_TEXT;
  const owner = part.of.kind === 'variable' ? record : reached(actor, record, part.of);
  if (owner === null || !mayReadField(actor, owner, part.field)) return '';
  const field = worldOf(record).lookup.field(entityOf(owner.id), part.field);
  const value = evaluate(worldOf(record), part, { this: record });
  if (value === null) return '';
  if (part.type.kind === 'record') {
    const target = reached(actor, record, part);
    return target === null ? '' : titleOf(actor, target);
  }
  if (field?.type.kind === 'enum' || field?.type.kind === 'state')
    return field.type.values.find(({ name }) => name === value)?.label ?? ANY_TEXT;
  return PLAIN.has(part.type.kind) ? plain(value) : ANY_TEXT;
}

/** The record at the end of a path; null if the reader may not read a record or field of the path. */
function reached(actor: Actor, record: View, path: Expression): View | null {
  if (path.kind === 'variable') return record;
  if (path.kind !== 'field') return null;
  const owner = reached(actor, record, path.of);
  if (owner === null || !mayReadField(actor, owner, path.field)) return null;
  const target = asView(owner[path.field]);
  if (target === null || !worldOf(record).isLiving(storedOf(target))) return null;
  return mayDo(actor, 'read', target) ? target : null;
}
