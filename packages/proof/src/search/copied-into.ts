import type { Effect, Expression, Field } from '@nonet/language';
import type { Lookup } from '../reference/lookup.ts';

/** The fields that effects set to one property of a variable (`new.volume`, `response.id`), as it is. */
export function fieldsCopying(lookup: Lookup, effects: readonly Effect[], variable: string, name: string): Field[] {
  const isIt = (value: Expression | undefined): boolean =>
    value?.kind === 'field' && value.of.kind === 'variable' && value.of.name === variable && value.field === name;
  return effects
    .flatMap((effect): (Field | null)[] => {
      switch (effect.kind) {
        case 'for':
          return fieldsCopying(lookup, [effect.effect], variable, name);
        case 'set': {
          const entity = isIt(effect.value) ? endOfPath(lookup, effect.start.entity, effect.path) : null;
          return entity === null ? [] : [lookup.field(entity, effect.field)];
        }
        case 'create':
          return Object.entries(effect.values).flatMap(([field, value]) =>
            isIt(value) ? [lookup.field(effect.entity, field)] : [],
          );
        case 'paper':
        case 'delete':
        case 'fire':
        case 'fire each':
          return [];
      }
    })
    .filter((field) => field !== null);
}

function endOfPath(lookup: Lookup, start: string, path: readonly string[]): string | null {
  return path.reduce<string | null>((of, step) => {
    const type = of === null ? undefined : lookup.field(of, step)?.type;
    return type?.kind === 'reference' ? type.entity : null;
  }, start);
}
