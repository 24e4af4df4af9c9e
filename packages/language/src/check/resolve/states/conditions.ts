import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { EventCondition } from '../../../model/states.ts';
import type { Declaration } from '../../declare/declare.ts';
import type { ConditionRow, WorkflowDraft } from '../../declare/workflows.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { readError } from './error.ts';
import { type RowPlace, statedOrOpen } from './row.ts';
import { mayBeAnonymous } from './triggers.ts';

/** A condition of all events but some (4). */
export interface ConditionOfEvents {
  readonly except: ReadonlySet<string>;
  /** Null if the row states none. */
  readonly condition: EventCondition | null;
  /** Clauses of its parts that are not shown. */
  readonly open: readonly string[];
}

/** The columns that only rows of single events have. */
const OF_ONE_EVENT = ['from', 'to', 'by', 'asks', 'then', 'was'] as const;

/** Resolves the rows `any` and `any except release` of a workflow (4): a condition of several events, and its error. */
export function resolveConditions(declaration: Declaration, draft: WorkflowDraft): readonly ConditionOfEvents[] {
  return draft.conditions.map((row, index) => {
    const clause = `4.${draft.place.text}.any${index === 0 ? '' : `.${index + 1}`}`;
    return resolveCondition({ declaration, draft, row, clause, open: [] }, row);
  });
}

function resolveCondition(place: RowPlace, row: ConditionRow): ConditionOfEvents {
  const { declaration, draft, clause } = place;
  const { context } = declaration;
  context.place(clause, row.row.span);
  const except = readExcept(place, row);
  for (const column of OF_ONE_EVENT) {
    const cell = row.row.cells[column];
    if (cell && cell.absence !== 'empty' && cell.absence !== 'none')
      context.report('N465', STATES_CODES.N465, { rows: row.name.text, reason: { column } }, cell.span, { clause });
  }
  const guard = statedOrOpen(place, 'when', 'eventWhen');
  const isOpen = place.open.length > 0;
  if (guard === null && !isOpen) {
    const details = { rows: row.name.text, reason: 'noCondition' } as const;
    context.report('N465', STATES_CODES.N465, details, row.name.span, { clause });
  }
  if (guard) context.place(`${clause}.when`, guard.span);
  const held = draft.rows.filter(({ name }) => !except.has(name.text));
  if (held.length === 0 && draft.rows.length > 0) {
    const details = { rows: row.name.text, reason: 'noEvent' } as const;
    context.report('N465', STATES_CODES.N465, details, row.name.span, { clause });
  }
  const isAnonymous = held.some((each) => mayBeAnonymous({ ...place, row: each }));
  const variables = { this: recordType(draft.entity), user: userType(isAnonymous) };
  const when = guard ? context.expression(guard, { variables, bare: ['this'], purpose: 'guard' }, BOOLEAN) : null;
  const error = readError(place, guard);
  // A condition that could not be read is reported: not a reason for more errors.
  const open = guard !== null && when === null ? [...place.open, `${clause}.when`] : place.open;
  // Its error is known also where the condition is not, and its events are refused as a gap before it is judged.
  const condition = when ?? (open.length > 0 ? UNKNOWN : null);
  return { except, condition: condition && { clause, when: condition, error }, open };
}

const UNKNOWN: Expression = { kind: 'literal', value: true, type: BOOLEAN };

function readExcept({ declaration, draft }: RowPlace, { except }: ConditionRow): ReadonlySet<string> {
  const known = new Set(draft.rows.map(({ name }) => name.text));
  for (const item of except) {
    if (known.has(item.text)) continue;
    const offered = nearest(item.text, known);
    const details = { event: item.text, entity: draft.entity, nearest: offered };
    declaration.context.report('N420', STATES_CODES.N420, details, item.span, replacement(item.span, offered));
  }
  return new Set(except.map(({ text }) => text));
}

/** A guard behind the conditions of all events: `a and (b and guard)`. */
export function withConditions(conditions: readonly EventCondition[], own: Expression | null): Expression | null {
  return conditions.reduceRight<Expression | null>(
    (rest, { when }) =>
      rest === null ? when : { kind: 'binary', operator: 'and', left: when, right: rest, type: BOOLEAN },
    own,
  );
}
