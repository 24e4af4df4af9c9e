import { code, type Draft, table } from './draft.ts';
import { Expressions } from './expressions.ts';
import { errorOf } from './states.ts';

/** Point 5: conditions on a record as it would be saved. Most of them let most records pass, so that something is saved. */
export function drawRules(draft: Draft): void {
  const { dice } = draft;
  const expressions = new Expressions(draft);
  for (let made = dice.below(3); made > 0; made--) {
    const entity = dice.pick(draft.entities.filter(({ name }) => name !== 'User'));
    const events = draft.events(entity).map(({ name }) => name);
    const on = dice.pick([
      entity.name,
      `${entity.name} create`,
      `${entity.name} update`,
      ...events.map((event) => `${entity.name} ${event}`),
      ...(events.length > 1 ? [`${entity.name} any`, `${entity.name} any except ${events[0] ?? ''}`] : []),
    ]);
    const name = `V${draft.rules.length + 1}`;
    const scope = { here: entity, hasQueries: true, hasTime: true, isFree: true, mayBeOpen: true } as const;
    const read = expressions.condition(scope, 1);
    const holds = dice.once(3) ? read : `${read} or ${expressions.condition(scope, 1)}`;
    const error = dice.once(8) ? 'not shown' : errorOf(draft, entity, name, dice.once(5) ? 'warning' : undefined);
    draft.rules.push({ name, entity, on, holds: dice.once(12) ? 'not shown' : code(holds), error });
  }
}

export function writeRules(draft: Draft): string {
  if (draft.rules.length === 0) return 'none';
  return table(
    ['rule', 'on', 'must hold', 'error'],
    draft.rules.map(({ name, on, holds, error }) => ({ rule: name, on, 'must hold': holds, error })),
  );
}
