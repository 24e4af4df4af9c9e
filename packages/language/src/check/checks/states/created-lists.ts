import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';

type Create = Extract<Effect, { kind: 'create' }>;

/**
 * 3, 4: A record that an effect creates has the entries that its lists need. An effect can't write owned records into
 * the one that it creates: only a further effect could find it again.
 */
export function checkCreatedLists(model: Model, context: Context): void {
  for (const { events } of model.states) {
    for (const { clause, effects } of events.flatMap(({ transitions }) => transitions)) {
      const span = context.placeOf(clause);
      if (!span) continue;
      const created = flatEffects(effects).filter((effect) => effect.kind === 'create');
      const known = new Set(created.map(({ entity }) => entity));
      for (const effect of created) {
        const fields = missingLists(model, effect, known);
        for (const [isOwned, lists] of Map.groupBy(fields, ({ type }) => type.kind === 'children')) {
          const details = {
            entity: effect.entity,
            fields: lists.map(({ name }) => name),
            ...(isOwned && { isOwned: true as const }),
          };
          context.report('N418', STATES_CODES.N418, details, span, { clause });
        }
      }
    }
  }
}

function missingLists({ entities }: Model, { entity, values }: Create, created: ReadonlySet<string>): readonly Field[] {
  const fields = entities.find(({ name }) => name === entity)?.fields ?? [];
  return fields.filter(
    ({ name, type, minimum, default: preset, when }) =>
      Number(minimum?.value ?? 0) > 0 &&
      preset === null &&
      when === null &&
      ((type.kind === 'many' && !Object.hasOwn(values, name)) ||
        (type.kind === 'children' && !created.has(type.entity))),
  );
}
