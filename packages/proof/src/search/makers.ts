import type { Effect, Expression } from '@nonet/language';
import { isPersonal, type Lookup } from '../reference/lookup.ts';
import { isWaiting, type Route, routesTo } from './routes.ts';

/** A way in which another record makes one of an entity by an effect (4: `create E(…)`). */
export interface Making {
  /** The entity whose record does. */
  readonly maker: string;
  /** The steps of that record, ending with the row that has the effect; empty if its creation has the effect. */
  readonly way: Route;
  /** The conditions under which it happens. */
  readonly conditions: readonly (Expression | null)[];
  /** By a field of the made record, the field of the maker whose value it gets (`create Fine(member: member)`). */
  readonly copied: Readonly<Record<string, string>>;
}

/** The maximum number of ways into one state that are tried. */
const MOST_WAYS = 2;

/** The ways in which effects make records of an entity, the shortest first. */
export function waysToMake(lookup: Lookup, entity: string): Making[] {
  const makings = lookup.plan.states.flatMap((workflow) =>
    workflow.events.flatMap(({ name: event, transitions }) =>
      transitions.flatMap((row): Making[] => {
        const conditions = makingConditions(row.effects, entity);
        const step = { event, row };
        if (conditions === null || row.open.length > 0) return [];
        const making = (way: Route): Making => ({
          maker: workflow.entity,
          way,
          conditions: [...conditions, row.when],
          copied: copiedBy(row.effects, entity),
        });
        if (row.from === 'new') return [making(event === 'create' ? [] : [step])];
        if (!isPersonal(row) && !isWaiting(step)) return [];
        const starts = row.from ?? workflow.states.map(({ name }) => name);
        return starts.flatMap((state) =>
          routesTo(lookup, workflow.entity, state)
            .slice(0, MOST_WAYS)
            .map((way) => making([...way, step])),
        );
      }),
    ),
  );
  return makings.toSorted((one, other) => one.way.length - other.way.length);
}

/** The conditions of the effects that make a record of an entity; null if none does. */
export function makingConditions(effects: readonly Effect[], entity: string): (Expression | null)[] | null {
  const found = effects.flatMap((effect): (Expression | null)[] => {
    if (effect.kind === 'create') return effect.entity === entity ? [effect.condition] : [];
    if (effect.kind !== 'for') return [];
    const inner = makingConditions([effect.effect], entity);
    return inner === null ? [] : [effect.condition, effect.records, ...inner];
  });
  return found.length === 0 ? null : found;
}

function copiedBy(effects: readonly Effect[], entity: string): Readonly<Record<string, string>> {
  const copied: Record<string, string> = {};
  for (const effect of effects) {
    if (effect.kind === 'for') Object.assign(copied, copiedBy([effect.effect], entity));
    if (effect.kind !== 'create' || effect.entity !== entity) continue;
    for (const [name, value] of Object.entries(effect.values))
      if (value.kind === 'field' && value.of.kind === 'variable' && value.of.name === 'this')
        copied[name] = value.field;
  }
  return copied;
}
