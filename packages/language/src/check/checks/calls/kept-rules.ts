import { hasValue, isFromPeople } from '../../../model/field-kinds.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ExactCall, Shape } from '../../../model/exact-calls.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { isThere } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { fieldsSet } from '../../derived/fields-set.ts';
import { fieldOf } from '../../derived/field-of.ts';
import { momentFacts } from '../../derived/lifecycle-facts.ts';

/**
 * 7: A record that a call creates can comply with its entity's rules, although the fields that the call does not set
 * stay empty.
 */
export function checkKeptRules(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const call of model.answered.calls) {
    const { does } = call;
    if (does?.kind !== 'create' && does?.kind !== 'sign up') continue;
    const name = does.kind === 'create' ? does.records.entity : 'User';
    const entity = model.entities.find((candidate) => candidate.name === name);
    const shape = does.body && model.answered.shapes.find((candidate) => candidate.name === does.body?.shape);
    const given = [...(does.kind === 'create' ? Object.keys(does.values) : []), ...fieldsSet(shape ?? null)];
    if (entity) judge(model, context, knowledge, call, entity, new Set(given), shape ?? null);
  }
}

function judge(
  model: Model,
  context: Context,
  knowledge: Knowledge,
  call: ExactCall,
  entity: Entity,
  given: ReadonlySet<string>,
  shape: Shape | null,
): void {
  const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
  const empty = entity.fields
    .filter((field) => !given.has(field.name) && staysEmpty(field))
    .flatMap((field) => fieldOf(context, entity.name, field.name) ?? []);
  if (!span || empty.length === 0) return;
  for (const rule of model.rules) {
    if (rule.entity !== entity.name || rule.condition === null || !rule.on.includes('create')) continue;
    const facts = momentFacts(context, model, entity.name, ['create']);
    // A rule that no record at all could keep is the rule's own mistake.
    if (excludes([rule.condition, ...facts], knowledge)) continue;
    if (!excludes([rule.condition, ...facts, ...empty.map((field) => isThere(field, false))], knowledge)) continue;
    const place = context.placeOf(`${rule.clause}.must_hold`);
    const related = place ? { related: [{ span: place, message: 'What it makes never keeps this.' }] } : {};
    const details = {
      call: `${call.method} ${call.path}`,
      rule: rule.name,
      entity: entity.name,
      shape: shape?.name ?? null,
    };
    context.report('N731', CALLS_CODES.N731, details, span, { clause: call.clause, ...related });
  }
}

/**
 * Whether nothing gives the field a value on create: no default, no computation, no event's effect (which closes it,
 * 4).
 */
function staysEmpty(field: Entity['fields'][number]): boolean {
  return (
    !field.required &&
    field.default === null &&
    field.computed === null &&
    field.when === null &&
    !field.derived &&
    !field.closed &&
    isFromPeople(field.type) &&
    !hasValue(field.type, 'records', 'secret')
  );
}
