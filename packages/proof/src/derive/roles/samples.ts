import { isHeld, type View } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { Stored } from '../../reference/world.ts';
import { kindOf } from './cells.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** One record of each kind that this reader can distinguish; with `aside`, that others stand differently to as well. */
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
    const record = context.world.view(id) as View;
    const kind = [
      field === null ? '' : String(record[field]),
      kindOf(context, context.world, actor, record),
      ...(['read', 'update', 'delete', 'restore', 'history'] as const).map((action) => mayDo(actor, action, record)),
      aside ? relatedTo(context, record) : '',
    ].join(' ');
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [record];
  });
}

/** The relationships to a record that somebody has. */
function relatedTo(context: DerivationContext, record: View): string {
  const roles = context.plan.roles.filter(
    (role) =>
      role.given.kind === 'relationship' &&
      context.accounts.some(({ id }) => isHeld(context.world, context.world.view(id), role, record)),
  );
  return roles.map(({ name }) => name).join();
}
