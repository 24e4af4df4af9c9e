import type { Transition, Workflow } from '../../model/states.ts';

/** The rows of a workflow that are fully known, or null where a gap leaves its states undecided. */
export function knownRows(workflow: Workflow): readonly Transition[] | null {
  if (workflow.field === null || workflow.states.length === 0) return null;
  const rows = workflow.events.flatMap((event) => event.transitions);
  const isOpen = rows.some((row) => row.open.some((clause) => clause.endsWith('.from') || clause.endsWith('.to')));
  return isOpen ? null : rows;
}

/** The states that records start in: the initial one, and where rows `from new` lead. */
export function startsOf(workflow: Workflow, rows: readonly Transition[]): readonly string[] {
  const initial = workflow.states.filter((state) => state.kind === 'initial').map((state) => state.name);
  const created = rows.filter((row) => row.from === 'new' && row.to !== 'same').map((row) => row.to);
  return [...initial, ...created];
}
