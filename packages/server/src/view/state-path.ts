import type { Workflow } from '@nonet/language';

/**
 * The normal sequence of a workflow's states (4), from the initial one, whoever or whatever causes its events, timers
 * included: after each state follows the target of the first stated event that leads to a new state which is not final,
 * else to a final one. A state that only leads back is a detour.
 */
export function statePath({ states, events }: Pick<Workflow, 'states' | 'events'>): string[] {
  const final = new Set(states.filter(({ kind }) => kind === 'final').map(({ name }) => name));
  const rows = events.flatMap(({ transitions }) => transitions);
  const rowsFrom = (state: string) => rows.filter(({ from }) => Array.isArray(from) && from.includes(state));
  const path: string[] = [];
  const isDetour = (state: string) => {
    const out = rowsFrom(state);
    return out.length > 0 && out.every(({ to }) => to === 'same' || to === state || path.includes(to));
  };
  const initial = states.find(({ kind }) => kind === 'initial') ?? states[0];
  for (let state = initial?.name; state !== undefined && !path.includes(state); ) {
    path.push(state);
    const next = rowsFrom(state).flatMap(({ to }) => (to === 'same' || path.includes(to) ? [] : [to]));
    state = next.find((name) => !final.has(name) && !isDetour(name)) ?? next.find((name) => final.has(name)) ?? next[0];
  }
  return path;
}
