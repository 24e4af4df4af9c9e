import type { Entity, SeedRecord, SeedValue } from '@nonet/language';
import { advance, isOverdue } from '../../reference/advance.ts';
import { complete } from '../../reference/checks.ts';
import { type View, viewIn } from '../../reference/evaluate.ts';
import { evaluate } from '../../reference/evaluate.ts';
import { countOnFrom, insert } from '../../reference/insert.ts';
import { isParentName } from '../../reference/lookup.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { project } from '../../reference/project.ts';
import { beginTransaction, touch } from '../../reference/transaction.ts';
import { assigned } from '../../reference/assigned.ts';
import type { World } from '../../reference/world.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { createAccounts } from './accounts.ts';

/** A record of the document, and how somebody who may read it gets it. */
export interface SeededRecord {
  readonly id: string;
  readonly clause: string;
  readonly entity: string;
  /** An actor who may read it; null is the actor who is not signed in. Undefined: nobody may. */
  readonly as: Actor | undefined;
  readonly record: Readonly<Record<string, unknown>>;
  readonly email: string | null;
}

export interface BegunRecords {
  readonly seeded: readonly SeededRecord[];
  /** Whether a timer of some records is due at the start. It fires before anything else (4). */
  readonly isOverdue: boolean;
}

/** Puts the document's own records into the world, and the people who act in the tests. */
export function begin(context: DerivationContext): BegunRecords {
  const rows = context.plan.entities.flatMap((entity) =>
    [...entity.records, ...entity.demoRecords].map((record) => ({ entity, record, id: '' })),
  );
  const transaction = beginTransaction(context.world, null, true);
  // The next numbers are above those that records state, also in the rows that state none.
  for (const { entity, record } of rows)
    for (const { name, type, clause } of entity.fields) {
      const stated = record.values[name];
      if (type.kind === 'number' && stated?.kind === 'value')
        countOnFrom(transaction.world, clause, type.pattern, String(stated.value));
    }
  // Owned records come after all others, as the product puts them in; a default reads what the record states.
  for (const row of [
    ...rows.filter(({ entity }) => entity.owner === null),
    ...rows.filter(({ entity }) => entity.owner),
  ])
    row.id = insert(transaction, row.entity.name, valuesStated(context, row));
  context.world = transaction.world;
  for (const row of rows) fill(context, row, (value) => !isReference(value));
  // A record may refer to a later one by a value that the later one states.
  for (const row of rows) {
    fill(context, row, isReference);
    touch(transaction, row.id, row.entity.name, 'create', 'create', row.record.clause);
  }
  complete(transaction);
  const stated = new Set(rows.map(({ id }) => id));
  const overdue = context.capabilities.clock && isOverdue(context.world, stated);
  if (overdue) context.world = advance(context.world, context.world.now).world.fork();
  const made = overdue ? recordsBeside(context, stated) : [];
  const people = rows.filter(({ entity }) => entity.name === 'User');
  for (const { id } of people) {
    const values: Readonly<Record<string, unknown>> = context.world.get(id)?.values ?? {};
    // Stored or computed (3).
    const name = context.world.view(id)?.['name'];
    context.accounts.push({
      id,
      email: String(values.email),
      name: typeof name === 'string' ? name : null,
      roles: (values.roles as string[] | null) ?? [],
      fields: {},
    });
  }
  if (context.capabilities.accounts) {
    const { accounts, reserve } = createAccounts(context.world, context.plan, context.mentionedValues);
    context.accounts.push(...accounts);
    context.reserve.push(...reserve);
  }
  const there = [...rows.map(({ entity, record, id }) => ({ entity, clause: record.clause, id })), ...made];
  const seeded = there.flatMap(({ entity, clause, id }): readonly SeededRecord[] => {
    const view = context.world.view(id);
    if (view === null) return [];
    const as = context.actors.find((actor) => mayDo(actor, 'read', view));
    const email = entity.name === 'User' ? String(view.email) : null;
    if (as === undefined && email === null) context.unidentified.add(id);
    return [{ id, clause, entity: entity.name, as, record: as === undefined ? {} : project(as, view), email }];
  });
  return { seeded, isOverdue: overdue };
}

/** The records that timers have made at the very beginning. */
function recordsBeside(
  { world, plan }: DerivationContext,
  stated: ReadonlySet<string>,
): readonly { readonly entity: Entity; readonly clause: string; readonly id: string }[] {
  return plan.entities.flatMap((entity) =>
    world.rows(entity.name).flatMap(({ id }) => (stated.has(id) ? [] : [{ entity, clause: entity.clause, id }])),
  );
}

function isReference({ kind }: SeedValue): boolean {
  return kind === 'reference' || kind === 'references';
}

/** The values that a record states in its own fields: references are null until everything is there. */
function valuesStated(
  { world, lookup }: DerivationContext,
  { entity, record }: { entity: Entity; record: SeedRecord },
): Readonly<Record<string, unknown>> {
  const stated = Object.entries(record.values).flatMap(([name, value]): [string, unknown][] => {
    const field = lookup.field(entity.name, name);
    if (field === null || isParentName(entity, name) || field.type.kind === 'many') return [];
    if (field.type.kind === 'reference') return [[name, null]];
    return isReference(value) ? [] : [[name, assigned(seedValue(world, value), lookup, field.type)]];
  });
  return Object.fromEntries(stated);
}

/** Sets those values that a record of the document states of which this holds; the rest stays as it is. */
function fill(
  context: DerivationContext,
  { entity, record, id }: { entity: Entity; record: SeedRecord; id: string },
  isSet: (value: SeedValue) => boolean,
): void {
  const stored = context.world.get(id);
  if (stored === null) return;
  const values: Record<string, unknown> = { ...stored.values };
  let { parent, position } = stored;
  for (const [name, value] of Object.entries(record.values)) {
    if (name === 'password' || name === 'id' || !isSet(value)) continue;
    const found = seedValue(context.world, value);
    if (isParentName(entity, name)) {
      parent = found as string | null;
      position = parent === null ? 0 : context.world.children(parent, entity.name).length;
    } else {
      const field = context.lookup.field(entity.name, name);
      values[name] = field === null ? found : assigned(found, context.lookup, field.type);
    }
  }
  context.world.put({ ...stored, values, parent, position });
}

function seedValue(world: World, value: SeedValue): unknown {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'none') return null;
  if (value.kind === 'references')
    return value.texts.map((text) => seedValue(world, { kind: 'reference', entity: value.entity, text }));
  const entity = world.lookup.entity(value.entity);
  const unique = entity.fields.filter((field) => field.unique !== null || field.name === 'email');
  const found = world.rows(value.entity).find(({ id, values }) => {
    const named = unique.some((field) => values[field.name] === value.text);
    return named || titled(world, entity, viewIn(world, id)) === value.text;
  });
  return found?.id ?? null;
}

function titled(world: World, entity: Entity, record: View): string {
  return entity.title
    .map((part) => (typeof part === 'string' ? part : plain(evaluate(world, part, { this: record }) ?? '')))
    .join('');
}
