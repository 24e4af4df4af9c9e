import { itemAt } from '../collections.ts';
import type { Entity, Field } from '../model/entities.ts';
import type { Comparison } from './comparison.ts';

/**
 * A thing of the former document, and its successor; null if it is gone. `renamed`: the former thing, under the new
 * names.
 */
export interface Pair<Thing> {
  readonly former: Thing;
  readonly renamed: Thing;
  readonly now: Thing | null;
}

/** A thing that is in both documents. */
export type Kept<Thing> = Pair<Thing> & { readonly now: Thing };

export function isKept<Thing>(pair: Pair<Thing>): pair is Kept<Thing> {
  return pair.now !== null;
}

export function pairedEntities({ former, renamed, now, names }: Comparison): readonly Pair<Entity>[] {
  return former.entities.map((entity, at) => {
    const name = names.entity(entity.name);
    return {
      former: entity,
      renamed: itemAt(renamed.entities, at),
      now: now.entities.find((each) => each.name === name) ?? null,
    };
  });
}

export function keptEntities(comparison: Comparison): readonly Kept<Entity>[] {
  return pairedEntities(comparison).filter(isKept);
}

export function pairedFields({ names }: Comparison, { former, renamed, now }: Kept<Entity>): readonly Pair<Field>[] {
  return former.fields.map((field, at) => {
    const name = names.field(former.name, field.name);
    return {
      former: field,
      renamed: itemAt(renamed.fields, at),
      now: now.fields.find((each) => each.name === name) ?? null,
    };
  });
}

/** The parts of the new document that the former one did not have. */
export function added<Thing>(now: readonly Thing[], pairs: readonly Pair<Thing>[]): readonly Thing[] {
  const known = new Set(pairs.map((pair) => pair.now));
  return now.filter((thing) => !known.has(thing));
}

/** `a`, `a and b`, `a, b and c`, each as code; of many the first ones, and how many more there are. */
export function listed(names: readonly string[]): string {
  const most = 6;
  const words = names.slice(0, names.length > most ? most - 1 : most).map((name) => `\`${name}\``);
  if (names.length > most) words.push(`${names.length - words.length} more`);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
