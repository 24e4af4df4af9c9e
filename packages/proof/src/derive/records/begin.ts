import type { Entity, SeedRecord, SeedValue } from '@nonet/language';
import { beginTransaction, touch } from '../../reference/transaction.ts';
import type { View } from '../../reference/evaluate.ts';
import { evaluate } from '../../reference/evaluate.ts';
import { insert } from '../../reference/insert.ts';
import { isParentName } from '../../reference/lookup.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { project } from '../../reference/project.ts';
import { makeSlugs } from '../../reference/slugs.ts';
import { assigned, type World } from '../../reference/world.ts';
import { createAccounts } from './accounts.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** A record of the document, and how somebody who may read it gets it. */
export interface SeededRecord {
  readonly id: string;
  readonly clause: string;
  readonly entity: string;
  /** Who may read it; null: whoever is not signed in. Undefined: nobody. */
  readonly as: Actor | undefined;
  readonly record: Readonly<Record<string, unknown>>;
  readonly email: string | null;
}

/** Puts the document's own records into the world, and the people who act in the tests. */
export function begin(context: DerivationContext): { seeded: readonly SeededRecord[] } {
  const rows = context.plan.entities.flatMap((entity) =>
    [...entity.records, ...entity.demoRecords].map((record) => ({ entity, record, id: '' })),
  );
  const transaction = beginTransaction(context.world, null, true);
  for (const row of rows) row.id = insert(transaction, row.entity.name, {});
  context.world = transaction.world;
  for (const row of rows) fill(context, row, (value) => !isReference(value));
  // A record may refer to one that stands behind it, by what that one states.
  for (const row of rows) {
    fill(context, row, isReference);
    touch(transaction, row.id, row.entity.name, 'create', 'create', row.record.clause);
  }
  makeSlugs(transaction);
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
  if (context.powers.accounts)
    context.accounts.push(...createAccounts(context.world, context.plan, context.mentionedValues));
  const seeded = rows.map(({ entity, record, id }): SeededRecord => {
    const view = context.world.view(id) as View;
    const as = context.actors.find((actor) => mayDo(actor, 'read', view));
    const email = entity.name === 'User' ? String(view.email) : null;
    return {
      id,
      clause: record.clause,
      entity: entity.name,
      as,
      record: as === undefined ? {} : project(as, view),
      email,
    };
  });
  return { seeded };
}

function isReference({ kind }: SeedValue): boolean {
  return kind === 'reference' || kind === 'references';
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
    return named || titled(world, entity, world.view(id) as View) === value.text;
  });
  return found?.id ?? null;
}

function titled(world: World, entity: Entity, record: View): string {
  return entity.title
    .map((part) => (typeof part === 'string' ? part : plain(evaluate(world, part, { this: record }) ?? '')))
    .join('');
}
