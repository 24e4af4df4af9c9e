import type { Transition, Workflow } from '../../model/states.ts';

/** The rows of a workflow that are fully known, or null where a gap leaves its states undecided. */
export function knownRows(workflow: Workflow): readonly Transition[] | null {
  if (workflow.field === null || workflow.states.length === 0) return null;
  const rows = workflow.events.flatMap((event) => event.transitions);
  const isOpen = rows.some((row) => row.open.some((clause) => clause.endsWith('.from') || clause.endsWith('.to')));
  return isOpen ? null : rows;
}

/** What is missing from the ways through a workflow. */
export interface MissingWays {
  /** States that no event leads to; of those that only these lead to, none. */
  readonly unreached: readonly string[];
  /** States that are reached, are not final, and that no event leads out of. */
  readonly deadEnds: readonly string[];
  /** Where one event that is not there would do: from the only dead end to the only state that is not reached. */
  readonly step: { readonly from: string; readonly to: string } | null;
}

/** What is missing from the ways through a workflow; null where a gap or mistake leaves open where they begin. */
export function missingWays(workflow: Workflow): MissingWays | null {
  const rows = knownRows(workflow);
  const starts = rows === null ? [] : startsOf(workflow, rows);
  if (rows === null || starts.length === 0) return null;
  const next = nextStates(rows);
  const reached = new Set<string>();
  reach(starts, next, reached);
  const left = workflow.states.map(({ name }) => name).filter((state) => !reached.has(state));
  const led = new Set(left.flatMap((state) => next.get(state) ?? []));
  const covered = new Set<string>();
  // Those that nothing leads to come first; what is left then leads to itself, in a circle.
  const unreached = [...left.filter((state) => !led.has(state)), ...left].filter((state) => {
    if (covered.has(state)) return false;
    reach([state], next, covered);
    return true;
  });
  const deadEnds = workflow.states
    .filter(({ name, kind }) => kind !== 'final' && reached.has(name) && !next.has(name))
    .map(({ name }) => name);
  const [from, ...others] = deadEnds;
  const [to, ...further] = unreached;
  const isOne = from !== undefined && to !== undefined && others.length === 0 && further.length === 0;
  return { unreached, deadEnds, step: isOne ? { from, to } : null };
}

/** The other states that events lead to from each state that they lead out of. */
function nextStates(rows: readonly Transition[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of rows) {
    if (to === 'same' || !Array.isArray(from)) continue;
    for (const state of from) {
      if (state === to) continue;
      const known = next.get(state);
      if (known) known.push(to);
      else next.set(state, [to]);
    }
  }
  return next;
}

/** Adds the states that events lead to from some states, these included. */
function reach(states: readonly string[], next: ReadonlyMap<string, readonly string[]>, reached: Set<string>): void {
  const open = [...states];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    for (const other of next.get(state) ?? []) open.push(other);
  }
}

/** The states that records start in: the initial one, and where rows `from new` lead. */
export function startsOf(workflow: Workflow, rows: readonly Transition[]): readonly string[] {
  const initial = workflow.states.filter((state) => state.kind === 'initial').map((state) => state.name);
  const created = rows.filter((row) => row.from === 'new' && row.to !== 'same').map((row) => row.to);
  return [...initial, ...created];
}
