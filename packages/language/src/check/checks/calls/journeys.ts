import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { clausePoint } from '../../../model/clause.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Journey, OutboundCall } from '../../../model/outbound-calls.ts';
import { screenOfRecord } from '../../../model/screen-of-record.ts';
import type { Effect, Transition } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';
import { effectsOf } from '../../derived/origins.ts';

/** 7: The address of a journey is kept where nobody else can put another one, and whoever waits for it gets an answer. */
export function checkJourneys(model: Model, context: Context): void {
  for (const call of model.calls) {
    const { goesTo, returnsTo } = call;
    const [cause] = call.when;
    if (returnsTo !== null) checkReturn(model, context, call);
    if (goesTo === null || cause === undefined) continue;
    const place = context.placeOf(`${call.clause}.goes_to`);
    const field = model.entities
      .find(({ name }) => name === cause.entity)
      ?.fields.find(({ name }) => name === goesTo.field);
    const lacks = field === undefined ? null : lacking(model, cause.entity, field, goesTo);
    if (lacks !== null && place)
      context.report('N776', CALLS_CODES.N776, { field: goesTo.field, lacks }, place, { clause: call.clause });
    for (const { entity, event } of call.when) {
      const row = leavesFormer(model, entity, event, goesTo);
      if (row !== null && place)
        context.report('N777', CALLS_CODES.N777, { field: goesTo.field, entity, event }, place, {
          clause: call.clause,
        });
    }
    const fails = context.placeOf(`${call.clause}.fails`);
    if (call.fails !== null && call.fails.length === 0 && fails)
      context.report('N779', CALLS_CODES.N779, { call: call.name }, fails, { clause: call.clause });
  }
}

function lacking(
  model: Model,
  entity: string,
  { type, bySystem, required, when, name }: Field,
  { answer }: Journey,
): DetailsOf<'N776'>['lacks'] | null {
  if (type.kind === 'open') return null;
  if (type.kind !== 'url') return 'type';
  if (!bySystem) return 'bySystem';
  if (required) return 'optional';
  if (when === null) return 'when';
  const sets = effectsOf(model).filter(
    (effect) =>
      effect.kind === 'set' && effect.field === name && effect.start.entity === entity && effect.path.length === 0,
  );
  return sets.every((effect) => isEmptying(effect) || isFrom(effect, answer)) ? null : 'set';
}

function isEmptying(effect: Effect): boolean {
  return effect.kind === 'set' && effect.value.kind === 'literal' && effect.value.value === null;
}

function isFrom(effect: Effect, answer: string): boolean {
  if (effect.kind !== 'set' || effect.value.kind !== 'field') return false;
  const { of, field } = effect.value;
  return field === answer && of.kind === 'variable' && of.name === 'response';
}

/** A row of the event from the state that it leads to, which does not empty the field; null if there is none. */
function leavesFormer(model: Model, entity: string, event: string, { field }: Journey): Transition | null {
  const rows = model.states
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ events }) => events.find(({ name }) => name === event)?.transitions ?? []);
  const stays = rows.filter(({ from, to }) => from !== 'new' && (to === 'same' || from === null || from.includes(to)));
  return (
    stays.find(
      ({ effects }) =>
        !flatEffects(effects).some(
          (effect) => effect.kind === 'set' && effect.field === field && effect.path.length === 0 && isEmptying(effect),
        ),
    ) ?? null
  );
}

/** The way back leads to a screen, and the request says it. */
function checkReturn(model: Model, context: Context, { returnsTo, clause, when, request }: OutboundCall): void {
  const span = context.placeOf(`${clause}.returns_to`);
  const entity = when[0]?.entity;
  if (!span || returnsTo === null || entity === undefined) return;
  const report = (text: string, why: DetailsOf<'N778'>['why']) =>
    context.report('N778', CALLS_CODES.N778, { text, why }, span, { clause });
  const text = returnsTo.kind === 'record' ? '{this}' : returnsTo.route;
  // Screens that are not shown may be anywhere.
  const isKnown = !model.gaps.some((gap) => clausePoint(gap.clause) === '2');
  if (isKnown && returnsTo.kind === 'record' && screenOfRecord(model.screens, entity) === null)
    report(text, 'noScreen');
  if (isKnown && returnsTo.kind === 'screen' && !model.screens.some(({ route }) => route === returnsTo.route))
    report(text, 'noRoute');
  if (request !== null && !JSON.stringify(request).includes('"name":"return_url"')) report(text, 'unused');
}
