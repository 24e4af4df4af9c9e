import type { OutboundCall } from '../../model/outbound-calls.ts';
import type { Entity } from '../../model/entities.ts';
import type { Permissions } from '../../model/roles.ts';
import type { Effect, Workflow } from '../../model/states.ts';
import { flatEffects } from '../derived/effects.ts';
import { entityAt } from '../derived/entity-at.ts';

/**
 * Marks the fields that are closed to create, update and import (4): the state field, and fields that an effect, `asks`
 * or a call's `then` sets, unless point 6 has an `update` row naming them.
 */
export function closeFields(
  entities: readonly Entity[],
  workflows: readonly Workflow[],
  calls: readonly OutboundCall[],
  permissions: readonly Permissions[],
): readonly Entity[] {
  const set = new Set<string>();
  const collect = (effects: readonly Effect[]): void => {
    for (const effect of flatEffects(effects)) {
      if (effect.kind !== 'set') continue;
      const target = entityAt(entities, effect.start.entity, effect.path);
      if (target !== null) set.add(`${target}.${effect.field}`);
    }
  };
  for (const { entity, events } of workflows) {
    for (const { asks, effects } of events.flatMap((event) => event.transitions)) {
      for (const ask of asks) if (ask.kind !== 'input') set.add(`${entity}.${ask.field}`);
      collect(effects);
    }
  }
  for (const call of calls) {
    collect(call.then);
    collect(call.fails ?? []);
  }
  const cellsByEntity = new Map(permissions.map(({ entity, fields }) => [entity, fields]));
  return entities.map((entity) => {
    const rows = cellsByEntity.get(entity.name);
    return {
      ...entity,
      fields: entity.fields.map((field) => {
        const isSet = set.has(`${entity.name}.${field.name}`) && rows?.[field.name]?.update === undefined;
        return { ...field, closed: field.type.kind === 'state' || isSet };
      }),
    };
  });
}
