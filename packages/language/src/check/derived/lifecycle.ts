import { openPart } from '../../model/clause.ts';
import type { Transition, Workflow } from '../../model/states.ts';

/** The rows of a workflow that are fully known, or null if a gap leaves its states undecided. */
export function knownRows(workflow: Workflow): readonly Transition[] | null {
  if (workflow.field === null || workflow.states.length === 0) return null;
  const rows = workflow.events.flatMap((event) => event.transitions);
  const isOpen = rows.some((row) => openPart(row, 'from') ?? openPart(row, 'to'));
  return isOpen ? null : rows;
}

/** The steps that the ways through a workflow lack. */
export interface MissingWays {
  /** States that no event leads to; of those that only these lead to, none. */
  readonly unreached: readonly string[];
  /** States that are reached, are not final, and that no event leads out of. */
  readonly deadEnds: readonly string[];
  /** A single event that would suffice: from the only dead end to the only state that is not reached. */
  readonly step: { readonly from: string; readonly to: string } | null;
}

/** The steps that the ways through a workflow lack; null if a gap or mistake leaves open where they begin. */
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
  // States that no event leads to come first; the remaining ones form circles.
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
