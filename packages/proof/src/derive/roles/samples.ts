import { type Action, ACTIONS } from '@nonet/language';
import { isHeld, type View, viewIn } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { Stored } from '../../reference/stored.ts';
import { kindOf } from './cells.ts';
import type { DerivationContext } from '../derivation-context.ts';

/**
 * One record of each kind that this reader can distinguish. With `aside`, records to which other actors have other
 * relationships count as different kinds, too.
 */
export function samples(
  context: DerivationContext,
  entity: string,
  actor: Actor,
  records: readonly Stored[] = context.world.living(entity),
  aside = false,
): View[] {
  const seen = new Set<string>();
  const field = context.lookup.workflow(entity)?.field ?? null;
  return records.flatMap(({ id }) => {
    if (context.unidentified.has(id)) return [];
    const record = viewIn(context.world, id);
    const kind = [
      field === null ? '' : String(record[field]),
      kindOf(context, context.world, actor, record),
      ...ACTIONS.filter((action) => DISTINGUISHES[action]).map((action) => mayDo(actor, action, record)),
      aside ? relatedTo(context, record) : '',
    ].join(' ');
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [record];
  });
}

/** Whether records are of different kinds if one allows an action and the other does not. */
const DISTINGUISHES: Readonly<Record<Action, boolean>> = {
  read: true,
  create: false,
  update: true,
  delete: true,
  restore: true,
  // An export lists all that may be exported: its cases need no record of each kind.
  export: false,
  import: false,
  history: true,
  erase: true,
  merge: true,
};

/** The relationships to a record that somebody has. */
function relatedTo(context: DerivationContext, record: View): string {
  const roles = context.plan.roles.filter(
    (role) =>
      role.given.kind === 'relationship' &&
      context.accounts.some(({ id }) => isHeld(context.world, context.world.view(id), role, record)),
  );
  return roles.map(({ name }) => name).join();
}
