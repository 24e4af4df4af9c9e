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
  const reached = reachedFrom(starts, rows);
  const left = workflow.states.map(({ name }) => name).filter((state) => !reached.has(state));
  const isLedTo = (state: string): boolean =>
    left.some((other) => other !== state && reachedFrom([other], rows).has(state));
  const unreached: string[] = [];
  // Those that nothing leads to come first; what is left leads to itself, in a circle.
  for (const state of [...left.filter((one) => !isLedTo(one)), ...left])
    if (!reachedFrom(unreached, rows).has(state)) unreached.push(state);
  const deadEnds = workflow.states
    .filter(({ name, kind }) => kind !== 'final' && reached.has(name) && reachedFrom([name], rows).size === 1)
    .map(({ name }) => name);
  const [from, ...others] = deadEnds;
  const [to, ...further] = unreached;
  const isOne = from !== undefined && to !== undefined && others.length === 0 && further.length === 0;
  return { unreached, deadEnds, step: isOne ? { from, to } : null };
}

/** The states that events lead to from some states, these included. */
function reachedFrom(states: readonly string[], rows: readonly Transition[]): ReadonlySet<string> {
  const reached = new Set(states);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of rows)
      if (to !== 'same' && Array.isArray(from) && from.some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
}

/** The states that records start in: the initial one, and where rows `from new` lead. */
export function startsOf(workflow: Workflow, rows: readonly Transition[]): readonly string[] {
  const initial = workflow.states.filter((state) => state.kind === 'initial').map((state) => state.name);
  const created = rows.filter((row) => row.from === 'new' && row.to !== 'same').map((row) => row.to);
  return [...initial, ...created];
}
