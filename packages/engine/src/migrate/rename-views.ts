import type { PlanIndex } from '../plan-index.ts';
import type { PoolClient } from '../store/pool.ts';
import type { ViewState } from '../views/view-state.ts';
import type { NewNames } from './renamed-plan.ts';

/** Gives the saved views of lists the new names of the fields and states that they speak of. */
export async function renameViews(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  const { rows } = await client.query<{ id: string; screen: string; state: ViewState }>(
    'select id, screen, state from nonet.saved_view',
  );
  for (const { id, screen, state } of rows) {
    const entity = before.screen(screen)?.entity ?? null;
    if (entity === null) continue;
    const renamed = JSON.stringify(renamedState(before, entity, names, state));
    if (renamed !== JSON.stringify(state))
      await client.query('update nonet.saved_view set state = $2 where id = $1', [id, renamed]);
  }
}

function renamedState(before: PlanIndex, entity: string, names: NewNames, state: ViewState): ViewState {
  const path = (key: string) => renamedPath(before, entity, names, key);
  const orderKey = (key: string) => (key.startsWith('-') ? `-${path(key.slice(1)).key}` : path(key).key);
  return {
    ...state,
    filters: Object.fromEntries(
      Object.entries(state.filters).map(([key, value]) => {
        const renamed = path(key);
        return [renamed.key, renamed.stateOf === null ? value : names.state(renamed.stateOf, value)];
      }),
    ),
    order: state.order?.split(',').map(orderKey).join(',') ?? null,
    columns: state.columns?.map((column) => path(column).key) ?? null,
  };
}

/** A path, with an operator or without, by its new names; and whose states its values are, where it leads to one. */
function renamedPath(before: PlanIndex, from: string, names: NewNames, key: string) {
  let entity: string | null = from;
  let stateOf: string | null = null;
  const segments = key.split('.').map((segment) => {
    const field: ReturnType<PlanIndex['findField']> = entity === null ? null : before.findField(entity, segment);
    if (entity === null || field === null) return segment;
    const now = names.field(entity, segment);
    stateOf = field.type.kind === 'state' ? entity : null;
    entity = 'entity' in field.type ? field.type.entity : null;
    return now;
  });
  return { key: segments.join('.'), stateOf };
}
