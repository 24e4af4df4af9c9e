import { isHeld, type View } from '../reference/evaluate.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import type { Stored } from '../reference/world.ts';
import { kindOf } from './cells.ts';
import type { Stage } from './stage.ts';

/** One record of each kind that this reader can tell apart; with `aside`, that others stand differently to as well. */
export function samples(
  stage: Stage,
  entity: string,
  actor: Actor,
  records: readonly Stored[] = stage.world.living(entity),
  aside = false,
): View[] {
  const seen = new Set<string>();
  const field = stage.lookup.workflow(entity)?.field ?? null;
  return records.flatMap(({ id }) => {
    const record = stage.world.view(id) as View;
    const kind = [
      field === null ? '' : String(record[field]),
      kindOf(stage, stage.world, actor, record),
      ...(['read', 'update', 'delete', 'restore', 'history'] as const).map((action) => mayDo(actor, action, record)),
      aside ? relatedTo(stage, record) : '',
    ].join(' ');
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [record];
  });
}

/** The relationships to a record that somebody has. */
function relatedTo(stage: Stage, record: View): string {
  const roles = stage.plan.roles.filter(
    (role) =>
      role.given.kind === 'relationship' &&
      stage.accounts.some(({ id }) => isHeld(stage.world, stage.world.view(id), role, record)),
  );
  return roles.map(({ name }) => name).join();
}
