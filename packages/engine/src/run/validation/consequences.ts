import { type Effect, type Expression, walk } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { entityAtEnd } from '../path.ts';
import type { Touched } from '../write.ts';

/** A field of a record that broke a limit. */
export interface BrokenField {
  readonly touched: Touched;
  readonly field: { readonly name: string };
}

/** Fields as `Entity.field`. */
type FieldKey = string;

/**
 * Drops errors that are consequences: a value breaks a limit because an effect or a default took it from a field that
 * breaks a limit itself. So one mistake is one error; a further mistake is reported once this one is corrected.
 */
export function withoutConsequences<B extends BrokenField>(index: PlanIndex, broken: readonly B[]): readonly B[] {
  if (broken.length < 2) return broken;
  const keys = new Set(broken.map(keyOf));
  const causes = new Set(
    broken.flatMap(({ touched }) => [...touched.causes].map((cause) => `${touched.entity} ${cause}`)),
  );
  const sources = sourcesOf(index, causes, new Set(broken.filter(({ touched }) => touched.before === null).map(keyOf)));
  const own = broken.filter((found) => {
    const read = new Set(sources.get(keyOf(found)));
    read.delete(keyOf(found));
    return keys.isDisjointFrom(read);
  });
  // Values that are taken from each other in a circle: none is the first.
  return own.length > 0 ? own : broken;
}

function keyOf({ touched, field }: BrokenField): FieldKey {
  return `${touched.entity}.${field.name}`;
}

/**
 * The fields that the effects of these events (`Entity event`) set, and those of new records with a default, with the
 * fields that each value is made of.
 */
function sourcesOf(
  index: PlanIndex,
  causes: ReadonlySet<string>,
  ofNew: ReadonlySet<FieldKey>,
): Map<FieldKey, Set<FieldKey>> {
  const sources = new Map<FieldKey, Set<FieldKey>>();
  const note = (entity: string, field: string, value: Expression): void => {
    const key = `${entity}.${field}`;
    sources.set(key, (sources.get(key) ?? new Set()).union(fieldsRead(index, value)));
  };
  const noteEffect = (effect: Effect): void => {
    switch (effect.kind) {
      case 'for':
        return noteEffect(effect.effect);
      case 'set':
        return note(entityAtEnd(index, effect.start.entity, effect.path), effect.field, effect.value);
      case 'create':
        for (const [field, value] of Object.entries(effect.values)) note(effect.entity, field, value);
        return;
      // Events that are fired are causes of their own.
      case 'paper':
      case 'delete':
      case 'fire':
      case 'fire each':
        return;
    }
  };
  for (const { entity, events } of index.plan.states)
    for (const { name, transitions } of events)
      if (causes.has(`${entity} ${name}`))
        for (const { effects } of transitions) for (const effect of effects) noteEffect(effect);
  for (const entity of index.plan.entities)
    for (const field of entity.fields)
      if (field.default !== null && ofNew.has(`${entity.name}.${field.name}`))
        note(entity.name, field.name, field.default);
  return sources;
}

/** The stored fields that an expression reads, those behind computed ones included. */
function fieldsRead(index: PlanIndex, expression: Expression, known = new Set<FieldKey>()): Set<FieldKey> {
  walk(expression, (node) => {
    if (node.kind !== 'field' || node.of.type.kind !== 'record') return;
    const { entity } = node.of.type;
    const key = `${entity}.${node.field}`;
    if (known.has(key)) return;
    known.add(key);
    const computed = index.findField(entity, node.field)?.computed ?? null;
    if (computed !== null) fieldsRead(index, computed, known);
  });
  return known;
}
