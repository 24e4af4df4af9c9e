import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { flatEffects } from '../../derived/effects.ts';
import type { Context } from '../../context.ts';

/**
 * 4: A field that effects and `asks` set is closed to create, and one `by system` always is; required and without a
 * default it would refuse every create. Records that only events and effects create may have such fields.
 */
export function checkFillable(model: Model, context: Context): void {
  for (const entity of model.entities) {
    if (isCreatedByEffects(model, entity)) continue;
    for (const field of entity.fields) {
      const span = model.places.get(field.clause);
      if (!isUnfillable(field) || !span) continue;
      const holes = { field: field.name, entity: entity.name };
      context.report('N324', ENTITIES_CODES.N324, holes, span, { clause: field.clause });
    }
  }
}

function isUnfillable(field: Field): boolean {
  const given = field.derived || field.computed !== null || field.default !== null || field.when !== null;
  if (!field.required || given || ['state', 'number', 'open', 'many', 'all'].includes(field.type.kind)) return false;
  return field.closed || field.bySystem;
}

function isCreatedByEffects(model: Model, entity: Entity): boolean {
  const rows = model.states.flatMap((workflow) => workflow.events.flatMap((event) => event.transitions));
  const effects = [
    ...rows.flatMap((row) => row.effects),
    ...model.calls.flatMap((call) => [...call.then, ...(call.fails ?? [])]),
  ];
  const workflow = model.states.find((candidate) => candidate.entity === entity.name);
  const isNew = workflow?.events.some((event) => event.transitions.some((row) => row.from === 'new')) ?? false;
  return isNew || flatEffects(effects).some((effect) => effect.kind === 'create' && effect.entity === entity.name);
}
