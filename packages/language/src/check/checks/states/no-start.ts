import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';
import { knownRows } from '../../derived/lifecycle.ts';

/**
 * 4: If no state is `initial`, rows `from new` choose the first state: a record that is made in any other way would
 * have no state.
 */
export function checkNoStart(model: Model, context: Context): void {
  for (const workflow of model.states) {
    if (!startsByRowsAlone(workflow)) continue;
    for (const { by, clause } of makers(model, workflow)) {
      const span = context.placeOf(clause);
      const details = { entity: workflow.entity, field: workflow.field ?? '', by };
      if (span) context.report('N460', STATES_CODES.N460, details, span, { clause });
    }
  }
}

function startsByRowsAlone(workflow: Workflow): boolean {
  const rows = knownRows(workflow);
  if (rows === null || workflow.states.some(({ kind }) => kind === 'initial')) return false;
  return rows.some(({ from }) => from === 'new');
}

type Maker = 'effect' | 'owner' | 'demo record' | 'cell';

/** The clauses that make records of an entity without a row `from new`. */
function makers(model: Model, { entity, field, events }: Workflow): readonly { by: Maker; clause: string }[] {
  const found: { by: Maker; clause: string }[] = [];
  const rows = model.states.flatMap((workflow) => workflow.events.flatMap(({ transitions }) => transitions));
  const calls = model.calls.map(({ clause, then, fails }) => ({ clause, effects: [...then, ...(fails ?? [])] }));
  for (const { clause, effects } of [...rows, ...calls]) {
    const creates = flatEffects(effects).some((effect) => effect.kind === 'create' && effect.entity === entity);
    if (creates) found.push({ by: 'effect', clause });
  }
  const stated = model.entities.find(({ name }) => name === entity);
  if (stated && stated.owner !== null) found.push({ by: 'owner', clause: stated.clause });
  for (const record of [...(stated?.records ?? []), ...(stated?.demoRecords ?? [])])
    if (field !== null && record.values[field] === undefined) found.push({ by: 'demo record', clause: record.clause });
  if (events.some(({ name, transitions }) => name === 'create' && transitions.some(({ from }) => from === 'new')))
    return found;
  const grants = model.permissions.find((permissions) => permissions.entity === entity)?.actions?.create ?? [];
  const grant = grants.find(({ cell }) => cell.kind !== 'no' && cell.kind !== 'gap');
  if (grant && stated?.owner === null) found.push({ by: 'cell', clause: grant.clause });
  return found;
}
