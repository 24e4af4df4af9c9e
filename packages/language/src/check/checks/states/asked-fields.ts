import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition } from '../../../model/states.ts';
import { FALSE, or, thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { fieldOf } from '../../derived/life-facts.ts';
import { type Rights, rightsOf } from '../../derived/rights.ts';

/** 4: Whoever fills in a field that an event asks for may read it; otherwise they never see what stands there. */
export function checkAskedFields(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const knowledge = knowledgeOf(model);
  const rights = rightsOf(model);
  for (const { entity, events } of model.states) {
    const own = model.permissions.find((other) => other.entity === entity);
    for (const { name: event, transitions } of events) {
      for (const row of transitions) {
        const span = context.placeOf(row.clause);
        const actors = or(...actorsOf(context, rights, entity, row));
        for (const ask of row.asks) {
          if (ask.kind !== 'field' || !span || actors === FALSE || excludes([actors], knowledge)) continue;
          const cells = [...(own?.actions?.read ?? []), ...(own?.fields[ask.field]?.read ?? [])];
          const readable = rights.reads(thisRecord(entity), ask.field);
          if (cells.some(({ cell }) => cell.kind === 'gap')) continue;
          if (readable !== FALSE && !excludes([actors, readable], knowledge)) continue;
          const place = context.placeOf(`6.${entity}.${ask.field}.read`) ?? context.placeOf(`6.${entity}.read`);
          context.report('N454', STATES_CODES.N454, { event, field: ask.field, entity }, span, {
            clause: row.clause,
            ...(place && { related: [{ span: place, message: 'Who may read it stands here.' }] }),
          });
        }
      }
    }
  }
}

function actorsOf(context: Context, rights: Rights, entity: string, { by }: Transition): readonly Expression[] {
  return by.flatMap((actor): readonly Expression[] => {
    if (actor.kind === 'role') return [rights.holds(actor.role, thisRecord(entity))];
    const field = actor.kind === 'field' ? fieldOf(context, entity, actor.field) : null;
    if (field === null) return [];
    return [
      { kind: 'binary', operator: '==', left: field, right: rights.user, type: { kind: 'boolean', nullable: false } },
    ];
  });
}
