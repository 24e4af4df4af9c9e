import { code, type Draft, table } from './draft.ts';
import { Expressions } from './expressions.ts';

/** `### Examples` of point 4 or 5: those that the checker can refute are taken out. */
export function writeExamples(draft: Draft, point: 'states' | 'rules'): string | null {
  const { dice } = draft;
  if (!dice.once(5)) return null;
  const entity = dice.maybe(draft.roots.filter(({ name }) => name !== 'User'));
  if (entity === undefined) return null;
  const given = (): string => {
    const where = dice.once(2) ? ` where ${new Expressions(draft).condition({ here: entity }, 0)}` : '';
    return code(`${entity.name}${where}`);
  };
  const roles = draft.roles.filter(({ kind }) => kind === 'assigned' || kind === 'signed in').map(({ name }) => name);
  const events = draft.events(entity).filter(({ isNew, isFired }) => isFired && !isNew);
  const event = dice.maybe(events);
  const rows: Record<string, string>[] = [];
  if (event !== undefined && point === 'states')
    rows.push({
      given: given(),
      who: dice.pick(roles),
      does: code(event.name),
      then: dice.pick(['none', 'FORBIDDEN', 'INVALID_TRANSITION']),
    });
  if (point === 'states') rows.push({ given: given(), who: 'after 30 days', does: 'none', then: 'none' });
  else
    rows.push({
      given: given(),
      who: dice.pick([...roles, 'none']),
      does: code('delete'),
      then: dice.pick(['none', 'FORBIDDEN', 'UNAUTHENTICATED']),
    });
  return `### Examples\n\n${table(['given', 'who', 'does', 'then'], rows)}`;
}
