import type { Effect, Entity, Expression, Grant, Permissions, Plan, Role, Workflow } from '@nonet/language';

/** The parts of a plan that are evaluated when records of an entity are written, or when others are. */
export interface Parts {
  /** All of these parts; every expression in them is considered. */
  readonly all: readonly unknown[];
  readonly fields: readonly Entity['fields'][number][];
  readonly workflows: readonly Workflow[];
  readonly effects: readonly Effect[];
  readonly grants: readonly Grant[];
}

/** The parts about an entity, and all others. Screens and titles only show. */
export function partsOf(plan: Plan, name: string): { readonly own: Parts; readonly others: Parts } {
  const about = <Part>(parts: readonly Part[], isOwn: (part: Part) => boolean) => Map.groupBy(parts, isOwn);
  const entities = about(plan.entities, (entity) => entity.name === name);
  const rules = about(plan.rules, (rule) => rule.entity === name);
  const workflows = about(plan.states, (workflow) => workflow.entity === name);
  const permissions = about(plan.permissions, (permission) => permission.entity === name);
  const calls = about(plan.calls, (call) => call.when.some((cause) => cause.entity === name));
  const conditions = about(conditionsOf(plan.roles), ({ entity }) => entity === name);
  const sort = (isOwn: boolean): Parts => {
    const fields = (entities.get(isOwn) ?? []).flatMap((entity) => entity.fields);
    const lives = workflows.get(isOwn) ?? [];
    const made = calls.get(isOwn) ?? [];
    const rights = permissions.get(isOwn) ?? [];
    const stated = lives.flatMap(({ events }) =>
      events.flatMap(({ transitions }) => transitions.flatMap((row) => row.effects)),
    );
    const caused = made.flatMap((call) => [...call.then, ...(call.fails ?? [])]);
    return {
      all: [fields, rules.get(isOwn), lives, rights, made, conditions.get(isOwn), ...readByMails(plan, made)],
      fields,
      workflows: lives,
      effects: [...stated, ...caused],
      grants: rights.flatMap(grantsOf),
    };
  };
  return { own: sort(true), others: sort(false) };
}

/** A mail says what its recipient may read, by the rights to any record that it names. */
function readByMails({ permissions, roles }: Plan, made: Plan['calls']): readonly unknown[] {
  return made.some(({ mail }) => mail !== null) ? [permissions, roles] : [];
}

/** The conditions of relationship roles, by entity, and of roles of the user alone (of no entity). */
function conditionsOf(roles: readonly Role[]): { readonly entity: string | null; readonly condition: unknown }[] {
  return roles.flatMap(({ given }): { entity: string | null; condition: unknown }[] => {
    if (given.kind !== 'relationship') return [{ entity: null, condition: given }];
    return Object.entries(given.of).map(([entity, condition]) => ({ entity, condition }));
  });
}

/** All cells of an entity: of its actions and of the rows that name fields. */
function grantsOf({ actions, fields }: Permissions): readonly Grant[] {
  const rows = Object.values(fields).flatMap(({ read = [], update = [] }) => [...read, ...update]);
  return [...Object.values(actions ?? {}).flat(), ...rows];
}

/** Every expression in a part of the plan, in any place, so that new places in the plan are not forgotten here. */
export function expressionsIn(part: unknown): Expression[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isExpression(part)) return [part];
  return Object.values(part).flatMap(expressionsIn);
}

/** Every expression states its type, and whether it may be null. */
function isExpression(part: object): part is Expression {
  return (
    'kind' in part && 'type' in part && typeof part.type === 'object' && part.type !== null && 'nullable' in part.type
  );
}
