import type { View } from '../../reference/evaluate.ts';
import { perform } from '../../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import { isWritable } from '../../reference/settable.ts';
import { storedOf } from '../../reference/world.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** What an actor may do with a record now, in the form of `/can`. */
interface Possibilities {
  readonly update: { readonly may: boolean };
  readonly delete: { readonly may: boolean };
  readonly fields: readonly string[];
  readonly events: Readonly<Record<string, { readonly may: boolean; readonly code?: string }>>;
}

const FORESEEN: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_SPECIFIED', 'INVALID_TRANSITION']);

/** What `/can` says of changing, deleting, and each event that asks for nothing. */
export function possibilities(context: DerivationContext, actor: Actor, record: View): Possibilities {
  const { entity } = storedOf(record);
  const { world } = context;
  const names = settable(context.drafting(actor), entity, false).map(({ name }) => name);
  const updates = mayDo(actor, 'update', record) || names.some((name) => mayUpdateField(actor, record, name));
  const deletes = mayDo(actor, 'delete', record) && context.lookup.entity(entity).delete !== 'never';
  const workflow = context.lookup.workflow(entity);
  const events = (workflow?.events ?? []).flatMap((event): [string, Possibilities['events'][string]][] => {
    const rows = event.transitions.filter(({ from }) => from !== 'new');
    const simple = rows.every(
      ({ asks, by, open }) =>
        asks.length === 0 && open.length === 0 && by.some(({ kind }) => kind === 'role' || kind === 'field'),
    );
    if (rows.length === 0 || !simple) return [];
    const { refused } = perform(world, actor, { kind: 'fire', entity, id: record.id, event: event.name, body: {} });
    // To sign in is not foretold, and they may do nothing before.
    if (refused?.code === 'UNAUTHENTICATED') return [[event.name, { may: false }]];
    // Who may cause it, from where, and its guard are foretold; what its effects and the rules make of it is not.
    // So is what refuses an event among those effects.
    const isNested =
      refused?.clause?.startsWith('4.') === true && !refused.clause.startsWith(`${workflow?.clause}.${event.name}`);
    const isForeseen =
      refused !== null &&
      !isNested &&
      (FORESEEN.has(refused.code) || event.transitions.some(({ clause }) => clause === refused.clause));
    return [[event.name, isForeseen ? { may: false, code: refused.code } : { may: true }]];
  });
  const fields = context.lookup
    .entity(entity)
    .fields.filter((field) => isWritable(context, entity, field, false) && mayUpdateField(actor, record, field.name));
  return {
    update: { may: updates },
    delete: { may: deletes },
    fields: fields.map(({ name }) => name),
    events: Object.fromEntries(events),
  };
}
