import { entityOf, type View } from '../reference/evaluate.ts';
import { storedFields } from '../reference/lookup.ts';
import { mayDo, mayReadField, type Reader } from '../reference/permissions.ts';
import { storedOf, worldOf } from '../reference/world.ts';
import type { Answer } from '../run/case.ts';

/** The history as a reader gets it: a value where today's roles may read it now and on the record as it was then (6). */
export function historyOf(reader: Reader, record: View): Answer {
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
    const [before, after] = [entry.before, entry.after].map((at) => at?.view(record.id) ?? null);
    const shown = after ?? before;
    if (shown === null || shown === undefined || !mayDo(reader, 'read', shown)) return [];
    const changed = fields.filter((field) => {
      if (!mayReadField(reader, record, field.name) || !mayReadField(reader, shown, field.name)) return false;
      return valueAt(before ?? null, field.name) !== valueAt(after ?? null, field.name);
    });
    return [{ action: entry.action, clause: entry.clause, fields: changed.map(({ name }) => name) }];
  });
  return { kind: 'history', entries: entries.toReversed() };
}

/** A value as text, so that two of them compare; a list by its children's values. */
function valueAt(record: View | null, name: string): string {
  if (record === null) return 'null';
  const value = record[name];
  if (!Array.isArray(value)) return JSON.stringify(storedOf(record).values[name] ?? null);
  if (value.length === 0) return 'null';
  return JSON.stringify((value as readonly View[]).map((child) => [child.id, storedOf(child).values]));
}
