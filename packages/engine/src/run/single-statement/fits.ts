import { type Field, type FieldType, hasValue } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { storedFields } from '../../sql/identifiers.ts';
import { isSelfContained } from '../../isolation/self-contained.ts';

/**
 * Whether a record of this entity can be judged and saved by one statement: it decides by itself (decision 0004), all
 * that is checked of it is an expression on its own columns, and nothing else follows from saving it.
 */
export function fitsSingleStatement(index: PlanIndex, entity: string): boolean {
  let known = answers.get(index);
  if (known === undefined) answers.set(index, (known = new Map()));
  let answer = known.get(entity);
  if (answer === undefined) known.set(entity, (answer = judge(index, entity)));
  return answer;
}

const answers = new WeakMap<PlanIndex, Map<string, boolean>>();

function judge(index: PlanIndex, entity: string): boolean {
  const { plan } = index;
  return (
    isSelfContained(plan, entity) &&
    // The next number is asked for before.
    !index.hasWholeIds(entity) &&
    storedFields(index.entity(entity)).every(isPlain) &&
    plan.rules.every((rule) => rule.entity !== entity || rule.condition !== null) &&
    plan.calls.every((call) => call.when.every((cause) => cause.entity !== entity))
  );
}

function isPlain({ type, when, among }: Field): boolean {
  return isPlainValue(type) && when === null && among === null;
}

/** Values that stand in their column, and are checked by what the field states. */
function isPlainValue(type: FieldType): boolean {
  return (
    type.kind !== 'slug' &&
    hasValue(
      type,
      ...(['text', 'made text', 'number', 'boolean', 'choice', 'json', 'reference'] as const),
      ...(['date', 'time', 'datetime', 'duration'] as const),
    )
  );
}
