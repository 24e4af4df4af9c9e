import { children, type Effect, type Expression, type Field } from '@nonet/language';
import type { Touched } from './transaction.ts';
import type { Lookup } from './lookup.ts';

/** A field of a touched record whose value breaks a limit. */
export interface OverLimit {
  readonly touched: Touched;
  readonly field: Field;
  readonly code: string;
}

/**
 * The broken limits that are reported. A value that an effect, or the default of a new record, computed from another
 * field that breaks its own limit is not among them (3).
 */
export function firstMistakes(
  lookup: Lookup,
  found: readonly OverLimit[],
  isNew: (touched: Touched) => boolean = () => false,
): readonly OverLimit[] {
  const own = found.filter((one) => {
    const values = found.flatMap(({ touched }) => valuesGiven(lookup, touched, one));
    if (one.field.default !== null && isNew(one.touched)) values.push(one.field.default);
    return !found.some(
      (other) => !isSame(one, other) && values.some((value) => isMadeOf(lookup, value, other, new Set())),
    );
  });
  return own.length > 0 ? own : found;
}

function isSame(one: OverLimit, other: OverLimit): boolean {
  return one.touched.entity === other.touched.entity && one.field.name === other.field.name;
}

/** The values that the effects of a record's events give a field. */
function valuesGiven(lookup: Lookup, { entity, causes }: Touched, to: OverLimit): Expression[] {
  const effects = [...causes].flatMap(
    (cause) => lookup.event(entity, cause)?.transitions.flatMap((row) => row.effects) ?? [],
  );
  const valueOf = (effect: Effect): Expression[] => {
    if (effect.kind === 'for') return valueOf(effect.effect);
    if (effect.kind === 'create') {
      const value = effect.entity === to.touched.entity ? effect.values[to.field.name] : undefined;
      return value === undefined ? [] : [value];
    }
    return effect.kind === 'set' && effect.field === to.field.name && endOf(lookup, effect) === to.touched.entity
      ? [effect.value]
      : [];
  };
  return effects.flatMap(valueOf);
}

function endOf(lookup: Lookup, { start, path }: Extract<Effect, { kind: 'set' }>): string | null {
  return path.reduce<string | null>((entity, name) => {
    if (entity === null) return null;
    const type = lookup.field(entity, name)?.type;
    return type?.kind === 'reference' ? type.entity : (lookup.entity(entity).owner?.entity ?? null);
  }, start.entity);
}

/** Whether a value is computed from a field, directly or through computed fields. */
function isMadeOf(lookup: Lookup, value: Expression, of: OverLimit, seen: Set<Expression>): boolean {
  if (seen.has(value)) return false;
  seen.add(value);
  if (value.kind === 'field' && value.of.type.kind === 'record') {
    const { entity } = value.of.type;
    if (entity === of.touched.entity && value.field === of.field.name) return true;
    const computed = lookup.field(entity, value.field)?.computed ?? null;
    if (computed !== null && isMadeOf(lookup, computed, of, seen)) return true;
  }
  return children(value).some((part) => isMadeOf(lookup, part, of, seen));
}
