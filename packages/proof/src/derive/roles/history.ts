import type { Field, FieldType } from '@nonet/language';
import { entityOf, type View } from '../../reference/evaluate.ts';
import { storedFields } from '../../reference/lookup.ts';
import { mayDo, mayReadField, type Actor } from '../../reference/permissions.ts';
import { valueFor } from '../../reference/project.ts';
import { storedOf, type World, worldOf } from '../../reference/world.ts';
import type { Answer } from '../../run/case.ts';

/** The history as a reader gets it: a value where today's roles may read it now and on the record as it was then (6). */
export function historyOf(actor: Actor, record: View): Answer {
  const world = worldOf(record);
  const entity = entityOf(record.id);
  const { lookup } = world;
  const state = lookup.workflow(entity)?.field ?? null;
  const fields = lookup
    .entity(entity)
    .fields.filter(
      (field) =>
        field.name !== state && (field.type.kind === 'children' || storedFields(lookup.entity(entity)).includes(field)),
    );
  const entries = world.history(record.id).flatMap((entry) => {
    const [before, after] = [entry.before?.view(record.id) ?? null, entry.after?.view(record.id) ?? null];
    const shown = after ?? before;
    if (shown === null || !mayDo(actor, 'read', shown)) return [];
    const changed = fields.filter((field) => {
      if (!mayReadField(actor, record, field.name) || !mayReadField(actor, shown, field.name)) return false;
      return valueAt(before, field.name) !== valueAt(after, field.name);
    });
    const shownFields = changed.filter(({ type }) => SHOWN_KINDS.has(type.kind));
    return [
      {
        action: entry.action,
        clause: entry.clause,
        by: authorOf(actor, world, entry.by),
        from: stateAt(actor, before, state),
        to: stateAt(actor, after, state),
        fields: changed.map(({ name }) => name),
        values: Object.fromEntries(
          shownFields.map((field) => [field.name, [before, after].map((at) => shownValueAt(actor, at, field))]),
        ),
      },
    ];
  });
  return { kind: 'history', entries: entries.toReversed() };
}

/** Kinds whose values stand in a history as they do in a record. */
const SHOWN_KINDS: ReadonlySet<FieldType['kind']> = new Set([
  'text',
  'long text',
  'markdown',
  'email',
  'url',
  'phone',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'enum',
]);

/** Who acted, where the reader may read who. */
function authorOf(actor: Actor, world: World, id: string | null): { readonly id: string } | null {
  const author = world.view(id);
  return author !== null && mayDo(actor, 'read', author) ? { id: author.id } : null;
}

function stateAt(actor: Actor, record: View | null, state: string | null): unknown {
  return record !== null && state !== null && mayReadField(actor, record, state) ? record[state] : null;
}

function shownValueAt(actor: Actor, record: View | null, field: Field): unknown {
  return record !== null && mayReadField(actor, record, field.name) ? valueFor(actor, record, field) : null;
}

/** A value as text, so that two of them compare; a list by its children's values. */
function valueAt(record: View | null, name: string): string {
  if (record === null) return 'null';
  const value = record[name];
  if (!Array.isArray(value)) return JSON.stringify(storedOf(record).values[name] ?? null);
  if (value.length === 0) return 'null';
  return JSON.stringify((value as readonly View[]).map((child) => [child.id, storedOf(child).values]));
}
