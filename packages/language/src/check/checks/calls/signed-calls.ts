import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import type { UnsignedPart } from '../../../diagnostics/codes/calls/signed.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { walk } from '../../../expression/walk.ts';
import type { AnswerTemplate, ExactCall } from '../../../model/exact-calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 7: A signed call reads only what is signed, does only what the product itself may do, and shows nobody a record. */
export function checkSignedCalls(model: Model, context: Context): void {
  for (const call of model.answered.calls) {
    const name = `${call.method} ${call.path}`;
    const at = (part: string) => context.placeOf(`${call.clause}.${part}`) ?? context.placeOf(call.clause);
    const first = model.answered.calls.find(({ method, path }) => method === call.method && path === call.path);
    const isFirstUnlike = first !== call && !isAlike(first, call);
    const place = at('signed');
    if (isFirstUnlike && place)
      context.report('N773', CALLS_CODES.N773, { call: name }, place, { clause: call.clause });
    if (call.signed === null) continue;
    const span = at('does');
    for (const what of unsignedRead(call))
      if (span) context.report('N771', CALLS_CODES.N771, { call: name, what }, span, { clause: call.clause });
    const why = whyUnfit(model, call);
    if (why !== null && span)
      context.report('N772', CALLS_CODES.N772, { call: name, why }, span, { clause: call.clause });
    const answers = at('answers');
    const { answers: answer } = call;
    const isPlain = answer === null || ((answer.body === null || isLiteral(answer.body)) && answer.location === null);
    if (!isPlain && answers) context.report('N774', CALLS_CODES.N774, { call: name }, answers, { clause: call.clause });
  }
}

function isAlike(first: ExactCall | undefined, other: ExactCall): boolean {
  return JSON.stringify(first?.signed ?? null) === JSON.stringify(other.signed);
}

/** The parts of the request that no signature covers, and that the call reads. */
function unsignedRead({ parameters, when, does }: ExactCall): readonly UnsignedPart[] {
  const found = new Set<UnsignedPart>(parameters.length > 0 ? ['path'] : []);
  if (when !== null)
    walk(when, (node) => {
      if (node.kind !== 'variable') return;
      if (node.name === 'path' || node.name === 'query' || node.name === 'request') found.add(node.name);
    });
  const target = does?.kind === 'fire' ? does.target : null;
  const values = [...(target === null || target.start === 'user' ? [] : [target.start]), ...(target?.steps ?? [])];
  for (const { by } of values) if (by.value.from !== 'body') found.add(by.value.from);
  return [...found];
}

function whyUnfit(model: Model, { does }: ExactCall): DetailsOf<'N772'>['why'] | null {
  if (does === null || does.kind === 'refuse' || does.kind === 'nothing') return null;
  if (does.kind !== 'fire' || does.target?.start === 'user') return { because: 'does' };
  const { entity, event } = does;
  const rows = model.states
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ events }) => events.find(({ name }) => name === event)?.transitions ?? []);
  const fits = rows.some(({ by, open }) => open.length > 0 || by.some(({ kind }) => kind === 'system'));
  return fits || rows.length === 0 ? null : { because: 'event', entity, event };
}

function isLiteral(template: AnswerTemplate): boolean {
  if (template.kind === 'object') return template.members.every(({ value }) => isLiteral(value));
  if (template.kind === 'array') return template.items.every(isLiteral);
  return template.kind === 'literal';
}
