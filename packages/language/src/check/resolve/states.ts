import { STATES_CODES } from '../../diagnostics/codes/states.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Event, Transition, Workflow } from '../../model/states.ts';
import type { Declaration } from '../declare/declare.ts';
import type { EventRow, WorkflowDraft } from '../declare/workflows.ts';
import { labelsOf } from './names.ts';
import { type ConditionOfEvents, resolveConditions } from './states/conditions.ts';
import { resolveTransition } from './states/transition.ts';
import { part } from './words.ts';

/**
 * Resolves point 4. The clause of a state is `4.Claim.status.draft`; of an event's only row `4.Claim.status.submit`, of
 * one of several rows, and of an event with the name of a state, `4.Claim.status.reject.submitted`, after the first state
 * that it starts from; of a condition of all events `4.Claim.status.any`.
 */
export function resolveStates(declaration: Declaration): readonly Workflow[] {
  return declaration.workflows.map((draft) => {
    checkField(declaration, draft);
    const rows = Map.groupBy(draft.rows, ({ name }) => name.text);
    const conditions = resolveConditions(declaration, draft);
    return {
      clause: `4.${draft.place.text}`,
      entity: draft.entity,
      field: draft.field,
      states: draft.states,
      events: [...rows].map(([name, own]) => resolveEvent(declaration, draft, name, own, conditions)),
    };
  });
}

/** The field that a workflow names is the entity's state field. */
function checkField({ context, declared }: Declaration, draft: WorkflowDraft): void {
  if (draft.field === null) return;
  const fields = declared.entities.get(draft.entity)?.fields;
  const field = fields?.get(draft.field);
  if (field?.type.kind === 'state' || field?.type.kind === 'open') return;
  const states = [...(fields?.values() ?? [])].filter(({ type }) => type.kind === 'state').map(({ name }) => name);
  const place = part(draft.place, draft.entity.length + 1, draft.place.text.length);
  const details = {
    entity: draft.entity,
    field: draft.field,
    nearest: nearest(draft.field, states) ?? states[0] ?? null,
  };
  context.report('N403', STATES_CODES.N403, details, place.span);
}

function resolveEvent(
  declaration: Declaration,
  draft: WorkflowDraft,
  name: string,
  rows: readonly EventRow[],
  conditions: readonly ConditionOfEvents[],
): Event {
  const clauses = clausesOf(draft, name, rows);
  const transitions: Transition[] = rows.map((row, index) => {
    const clause = clauses[index] ?? `4.${draft.place.text}.${name}`;
    declaration.context.place(clause, row.row.span);
    return resolveTransition(declaration, draft, row, clause, conditions);
  });
  const first = rows[0];
  return { name, label: first?.label ?? name, labels: first ? labelsOf(first.row) : {}, transitions };
}

function clausesOf(draft: WorkflowDraft, name: string, rows: readonly EventRow[]): string[] {
  const base = `4.${draft.place.text}.${name}`;
  if (rows.length === 1 && draft.states.every((state) => state.name !== name)) return [base];
  const taken = new Set<string>();
  return rows.map(({ row }, index) => {
    const from = /^[a-z][a-z0-9_]*/.exec(row.cells['from']?.text ?? '')?.[0];
    let clause = from === undefined ? `${base}.${index + 1}` : `${base}.${from}`;
    if (taken.has(clause)) clause = `${clause}.${index + 1}`;
    taken.add(clause);
    return clause;
  });
}
