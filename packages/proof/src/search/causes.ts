import type { Effect, Transition } from '@nonet/language';
import { isPersonal, type Lookup } from '../reference/lookup.ts';

/** A row that people take, and whose effects cause an event of another record. */
export interface Cause {
  /** The entity whose record somebody causes it on, or begins by it. */
  readonly entity: string;
  readonly event: string;
  readonly row: Transition;
}

const known = new WeakMap<Lookup, Map<string, Cause[]>>();

/** The rows of people whose effects cause an event of an entity, directly or through further events (4: `EVENT on path`). */
export function causesOf(lookup: Lookup, entity: string, event: string): readonly Cause[] {
  let causes = known.get(lookup);
  if (causes === undefined) known.set(lookup, (causes = allCauses(lookup)));
  return causes.get(`${entity} ${event}`) ?? [];
}

function allCauses(lookup: Lookup): Map<string, Cause[]> {
  const causes = new Map<string, Cause[]>();
  for (const { entity, events } of lookup.plan.states)
    for (const { name, transitions } of events)
      for (const row of transitions) {
        if (!isPersonal(row) || row.open.length > 0) continue;
        for (const caused of causedBy(lookup, row, new Set()))
          causes.set(caused, [...(causes.get(caused) ?? []), { entity, event: name, row }]);
      }
  return causes;
}

/** The events that a row's effects cause, as `Entity event`, directly or through other events. */
function causedBy(lookup: Lookup, row: Transition, seen: Set<string>): ReadonlySet<string> {
  for (const effect of row.effects)
    for (const [target, event] of firedBy(lookup, effect)) {
      const key = `${target} ${event}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const next of lookup.event(target, event)?.transitions ?? []) causedBy(lookup, next, seen);
    }
  return seen;
}

function firedBy(lookup: Lookup, effect: Effect): [entity: string, event: string][] {
  switch (effect.kind) {
    case 'for':
      return firedBy(lookup, effect.effect);
    case 'fire each':
      return [[effect.records.source.entity, effect.event]];
    case 'fire': {
      const target = endOf(lookup, effect);
      return target === null ? [] : [[target, effect.event]];
    }
    case 'create':
    case 'delete':
    case 'paper':
    case 'set':
      return [];
  }
}

/** The entity that a path leads to; null where it is not known. */
function endOf(lookup: Lookup, effect: Extract<Effect, { kind: 'fire' }>): string | null {
  let target: string | null = effect.start.entity;
  for (const name of effect.path) {
    const type: { kind: string; entity?: string } | undefined =
      target === null ? undefined : lookup.field(target, name)?.type;
    target = type?.kind === 'reference' ? (type.entity ?? null) : null;
  }
  return target;
}
