import { RULES_CODES } from '../../../diagnostics/codes/rules.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { isChangedOtherwise, isCreatedOtherwise } from '../../derived/origins.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

/** 5: Something that a rule's `on` names must be able to happen; otherwise the rule refuses nothing. */
export function checkJudged(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const { name, clause, entity, on } of model.rules) {
    const span = context.placeOf(`${clause}.on`);
    // Users are created by sign-up or by the operator; events that are not shown may be anything.
    if (!span || entity === 'User' || isOpenLife(model, entity)) continue;
    if (on.some((moment) => comes(model, possible, entity, moment))) continue;
    const moments = on.map((moment) => `${entity} ${moment}`);
    const place = context.placeOf(`6.${entity}`);
    context.report('N555', RULES_CODES.N555, { rule: name, moments }, span, {
      clause,
      ...(place && { related: [{ span: place, message: 'Who may do what with it stands here.' }] }),
    });
  }
}

function isOpenLife(model: Model, entity: string): boolean {
  return model.gaps.some(({ clause }) => clause === '4' || /^4\.(\w+)(\.\w+)?$/.exec(clause)?.[1] === entity);
}

/** Whether a moment of an entity could ever come; a gap might bring it. */
function comes(model: Model, possible: Possible, entity: string, moment: string): boolean {
  const known = model.entities.find((other) => other.name === entity);
  if (!known) return true;
  if (moment === 'create') return possible.does(entity, 'create') || isCreatedOtherwise(model, known);
  if (moment === 'update') return possible.does(entity, 'update') || isChangedOtherwise(model, known);
  const workflow = model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find((event) => event.name === moment)?.transitions ?? [];
  return rows.some(
    ({ by, open }) => open.length > 0 || by.some((trigger) => trigger.kind !== 'role' || possible.holds(trigger.role)),
  );
}
