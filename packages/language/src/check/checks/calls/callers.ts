import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { fieldsRead } from '../../../expression/fields.ts';
import type { ExactCall, AnswerTemplate, ShapedValue } from '../../../model/exact-calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Action as Verb } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';
import { whyNotTaken } from '../../derived/screen-actions.ts';

/** 7: Every caller has some way to do what the call does, and to read its answer (points 4 and 6). */
export function checkCallers(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  // As on screens, a caller may hold any other role besides, so the list of callers narrows nothing.
  const possible = possibleIn(model);
  for (const call of model.answered.calls) {
    // Nobody of the product makes a signed call.
    if (call.does === null || call.signed !== null) continue;
    checkDoes(model, context, call, possible);
    if (call.answers?.body) checkReads(model, context, call, possible, call.answers.body);
  }
}

function checkDoes(model: Model, context: Context, call: ExactCall, possible: Possible): void {
  const { does } = call;
  const asked: { readonly verb: Verb; readonly entity: string } | null =
    does?.kind === 'read'
      ? { verb: 'read', entity: does.target.entity }
      : does?.kind === 'list'
        ? { verb: 'read', entity: does.records.entity }
        : does?.kind === 'create'
          ? { verb: 'create', entity: does.records.entity }
          : does?.kind === 'update'
            ? { verb: 'update', entity: does.target.entity }
            : does?.kind === 'delete'
              ? { verb: 'delete', entity: does.target.entity }
              : does?.kind === 'delete each'
                ? { verb: 'delete', entity: does.records.entity }
                : null;
  const taken = whyNeverTaken(model, possible, call);
  if (taken !== null) {
    const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
    const details = { call: `${call.method} ${call.path}`, ...taken };
    if (span) context.report('N726', CALLS_CODES.N726, details, span, { clause: call.clause });
    return;
  }
  // Owned children are written with their parent (6).
  if (asked === null || possible.does(asked.entity, asked.verb)) return;
  if (model.entities.some(({ name, owner }) => name === asked.entity && owner !== null)) return;
  const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
  const details = { call: `${call.method} ${call.path}`, action: asked.verb, entity: asked.entity };
  if (span) context.report('N726', CALLS_CODES.N726, details, span, { clause: call.clause });
}

/** An event that no person takes, and a list that nobody changes. */
function whyNeverTaken(
  model: Model,
  possible: Possible,
  { does, clause }: ExactCall,
): { readonly action: string; readonly entity: string } | null {
  if (does?.kind === 'fire') {
    const { entity, event } = does;
    const why = whyNotTaken(model, possible, entity, { kind: 'event', event, clause });
    return why === null ? null : { action: `take \`${event}\` of`, entity };
  }
  if (does?.kind !== 'add' && does?.kind !== 'remove') return null;
  const { list, target } = does;
  const isClosed = possible.setsField(target.entity, list, 'update') === 'nobody';
  return isClosed ? { action: `update \`${list}\` of`, entity: target.entity } : null;
}

/** A shape can't disclose anything (the callers' rights hold), but it may show properties that no caller ever sees. */
function checkReads(
  model: Model,
  context: Context,
  call: ExactCall,
  possible: Possible,
  template: AnswerTemplate,
): void {
  const reported = new Set<string>();
  const report = (what: string | null, clause: string, entity: string, field: string, isPassword = false): void => {
    if (reported.has(clause)) return;
    reported.add(clause);
    const span = context.placeOf(clause);
    const details = {
      what,
      entity,
      field,
      call: `${call.method} ${call.path}`,
      ...(isPassword && { isPassword: true as const }),
    };
    const place = context.placeOf(call.clause);
    const related = place ? [{ span: place, message: 'The call stands here.' }] : [];
    if (span) context.report('N725', CALLS_CODES.N725, details, span, { clause, related });
  };
  const inShaped = (value: ShapedValue, what: string | null, clause: string): void => {
    for (const read of fieldsRead(value.expression)) {
      if (read.variable !== 'user' && possible.hidden(read.entity, read.field) !== null)
        report(what, clause, read.entity, read.field);
    }
    if (value.kind === 'shape') inShape(value.shape);
  };
  const seen = new Set<string>();
  const inShape = (name: string): void => {
    const shape = model.answered.shapes.find((candidate) => candidate.name === name);
    if (!shape || seen.has(name)) return;
    seen.add(name);
    for (const { name: what, value, clause } of shape.properties) {
      if (value.kind === 'ignored') continue;
      if (value.kind !== 'password') inShaped(value, what, clause);
      else report(what, clause, shape.entity, what, true);
    }
  };
  const inTemplate = (inner: AnswerTemplate): void => {
    switch (inner.kind) {
      case 'literal':
        return;
      case 'result':
        return inShape(inner.shape);
      case 'each':
        return inShaped(inner.value, null, `${call.clause}.answers`);
      case 'array':
        return inner.items.forEach(inTemplate);
      case 'object':
        return inner.members.forEach(({ value }) => inTemplate(value));
      case 'names':
      case 'shape':
      case 'value':
        return inShaped(inner, null, `${call.clause}.answers`);
    }
  };
  inTemplate(template);
}
