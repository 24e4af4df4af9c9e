import { type AnsweredAction, type Transition, clausePoint, isWithinClause } from '@nonet/language';
import { holds, type View } from '../../reference/evaluate.ts';
import { erases, holdOn } from '../../reference/erase.ts';
import { perform } from '../../reference/perform.ts';
import { beginTransaction, namesAt } from '../../reference/transaction.ts';
import { papersFor } from '../../reference/papers.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { Refused } from '../../reference/refusal.ts';
import { isWritable } from '../../reference/settable.ts';
import { storedOf } from '../../reference/record-view.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The actions that an actor may do with a record now, in the form of `/can`. */
interface Possibilities
  extends Readonly<Record<Exclude<AnsweredAction, 'erase' | 'merge'>, { readonly may: boolean }>> {
  readonly merge?: { readonly may: boolean };
  readonly erase?: { readonly may: boolean };
  readonly fields: readonly string[];
  readonly events: Readonly<Record<string, { readonly may: boolean; readonly code?: string }>>;
  readonly papers: readonly string[];
}

const FORESEEN: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_SPECIFIED', 'INVALID_TRANSITION']);

/**
 * Whether the refusal is the one of a row's guard, with the error that the row names. An effect on an empty path
 * refuses under the guard's clause, too.
 */
export function isOfGuard(
  row: Pick<Transition, 'clause' | 'error'>,
  refused: Pick<Refused, 'clause' | 'code'>,
): boolean {
  return row.clause === refused.clause && (refused.code !== 'NOT_FOUND' || row.error === 'NOT_FOUND');
}

/** The expected answer of `/can` for update, delete, restore, and each event that asks for nothing. */
export function possibilities(context: DerivationContext, actor: Actor, record: View): Possibilities {
  const { entity } = storedOf(record);
  const { world } = context;
  const names = settable(context.drafting(actor), entity, false).map(({ name }) => name);
  const updates = mayDo(actor, 'update', record) || names.some((name) => mayUpdateField(actor, record, name));
  const deletes = mayDo(actor, 'delete', record) && context.lookup.entity(entity).delete !== 'never';
  const workflow = context.lookup.workflow(entity);
  const standing = namesAt(beginTransaction(world, actor), record.id);
  const events = (workflow?.events ?? []).flatMap((event): [string, Possibilities['events'][string]][] => {
    const rows = event.transitions.filter(({ from }) => from !== 'new');
    const simple = rows.every(
      ({ asks, by, open }) =>
        asks.length === 0 && open.length === 0 && by.some(({ kind }) => kind === 'role' || kind === 'field'),
    );
    if (rows.length === 0 || !simple) return [];
    const { refused } = perform(world, actor, { kind: 'fire', entity, id: record.id, event: event.name, body: {} });
    // `/can` answers "no" to an actor who is not signed in, and gives no reason.
    if (refused?.code === 'UNAUTHENTICATED') return [[event.name, { may: false }]];
    // `/can` foretells the trigger, the initial state and the guard, but not the result of effects and rules. It also
    // foretells a refusal of an event among the effects.
    // A condition of all events may also refuse an event among the effects.
    const isOfCondition = rows
      .flatMap(({ conditions = [] }) => conditions)
      .some(({ clause, when }) => clause === refused?.clause && !holds(world, when, standing));
    const isNested =
      !isOfCondition &&
      refused?.clause !== undefined &&
      refused.clause !== null &&
      clausePoint(refused.clause) === '4' &&
      !isWithinClause(refused.clause, `${workflow?.clause}.${event.name}`);
    const isOfRule =
      refused !== null && context.plan.rules.some(({ gap }) => gap !== undefined && gap === refused.clause);
    const isForeseen =
      refused !== null &&
      !isNested &&
      !isOfRule &&
      (FORESEEN.has(refused.code) || isOfCondition || rows.some((row) => isOfGuard(row, refused)));
    return [[event.name, isForeseen ? { may: false, code: refused.code } : { may: true }]];
  });
  const fields = context.lookup
    .entity(entity)
    .fields.filter((field) => isWritable(context, entity, field, false) && mayUpdateField(actor, record, field.name));
  return {
    update: { may: updates },
    delete: { may: deletes },
    // An existing record has not been deleted.
    restore: { may: false },
    ...((context.lookup.permissions(entity)?.actions?.merge.length ?? 0) > 0 && {
      merge: { may: mayDo(actor, 'merge', record) },
    }),
    ...(erases(context.lookup, entity) && {
      erase: { may: mayDo(actor, 'erase', record) && holdOn(world, record.id) === null },
    }),
    fields: fields.map(({ name }) => name),
    events: Object.fromEntries(events),
    papers: papersFor(world, actor, record).map(({ name }) => name),
  };
}
