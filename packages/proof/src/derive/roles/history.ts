import { type Field, hasValue } from '@nonet/language';
import { entityOf, type View, asViews } from '../../reference/evaluate.ts';
import { storedFields } from '../../reference/lookup.ts';
import { mayDo, mayReadField, type Actor } from '../../reference/permissions.ts';
import { valueFor } from '../../reference/project.ts';
import { storedOf } from '../../reference/record-view.ts';
import { type Erased, type World, worldOf } from '../../reference/world.ts';
import type { Answer } from '../../run/case.ts';

/**
 * The history as a reader gets it: a value where today's roles may read it now and on the record as it was then (6).
 */
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
  const erased = world.erasedIn(record.id);
  const entries = world.history(record.id).flatMap((entry, place) => {
    const gone = erased !== null && place < erased.entries ? erased : null;
    const momentAt = (then: World | null) => momentOf(record, then, gone, entry.of);
    const [before, after] = [momentAt(entry.before), momentAt(entry.after)];
    const shown = (after ?? before)?.judged ?? null;
    if (shown === null || !mayDo(actor, 'read', shown)) return [];
    const changed = fields.filter((field) => {
      if (!mayReadField(actor, record, field.name) || !mayReadField(actor, shown, field.name)) return false;
      return valueAt(before, field) !== valueAt(after, field);
    });
    const shownFields = changed.filter(isShownAlike);
    const [from, to] = [stateAt(actor, before, state), stateAt(actor, after, state)];
    if (entry.action === 'update' && changed.length === 0 && from === to) return [];
    return [
      {
        action: entry.action,
        clause: entry.clause,
        by: authorOf(actor, world, entry.by),
        from,
        to,
        fields: changed.map(({ name }) => name),
        values: Object.fromEntries(
          shownFields.map((field) => [field.name, [before, after].map((at) => shownValueAt(actor, at, field))]),
        ),
      },
    ];
  });
  return { kind: 'history', entries: entries.toReversed() };
}

/** Whether a history shows the values of a field in the same form as a record. */
function isShownAlike({ type }: Field): boolean {
  return hasValue(type, 'text', 'number', 'boolean', 'date') || type.kind === 'enum';
}

/** The actor, if the reader may read them. */
function authorOf(actor: Actor, world: World, id: string | null): { readonly id: string } | null {
  const author = world.view(id);
  return author !== null && mayDo(actor, 'read', author) ? { id: author.id } : null;
}

/** A record before or after an entry. */
interface Moment {
  /** The record in its world of that time. */
  readonly record: View;
  /** The record's own values of that time in the world of now: rights are today's, and so is all that they look up. */
  readonly judged: View;
}

function momentOf(now: View, then: World | null, erased: Erased | null, of = now.id): Moment | null {
  const past = then === null || erased === null ? then : withoutErased(then, now.id, erased);
  const record = past?.view(of) ?? null;
  if (record === null) return null;
  const world = worldOf(now).fork();
  world.put(storedOf(record));
  const judged = world.view(of);
  if (judged === null) throw new Error(`${of} was just put there.`);
  return { record, judged };
}

/** A former world in which a record has the values that have taken the place of its own. */
function withoutErased(then: World, id: string, { values, lists }: Erased): World {
  const past = then.fork();
  const stored = past.get(id);
  if (stored !== null) past.put({ ...stored, values: { ...stored.values, ...values } });
  for (const entity of lists) for (const child of past.children(id, entity)) past.remove(child.id);
  return past;
}

function stateAt(actor: Actor, moment: Moment | null, state: string | null): unknown {
  if (moment === null || state === null || !mayReadField(actor, moment.judged, state)) return null;
  return moment.record[state];
}

function shownValueAt(actor: Actor, moment: Moment | null, field: Field): unknown {
  if (moment === null || !mayReadField(actor, moment.judged, field.name)) return null;
  return valueFor(actor, moment.record, field);
}

/** A value as text, so that two of them compare; a list by its children's values. */
function valueAt(moment: Moment | null, { name, type }: Field): string {
  if (moment === null) return 'null';
  const value = moment.record[name];
  // Roles are names, of which a new user has an empty list.
  if (type.kind === 'roles' || !Array.isArray(value))
    return JSON.stringify(storedOf(moment.record).values[name] ?? null);
  if (value.length === 0) return 'null';
  return JSON.stringify((asViews(value) ?? []).map((child) => [child.id, storedOf(child).values]));
}
