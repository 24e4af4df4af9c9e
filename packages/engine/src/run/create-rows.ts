import type { Transition } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { NOTHING_ASKED } from './events/asked.ts';
import { checkFields } from './validation/check-fields.ts';
import { lockForEvent, nobodyFits, rowsOfSystem } from './events/lock-for-event.ts';
import { lockTargets } from './events/lock-targets.ts';
import { refuseFields } from './refuse.ts';
import { carryOut, type ChosenRow, chooseRow, enterState, type Subject } from './events/transition.ts';
import type { Write } from './write.ts';

/** The rows of this event state the effects of creating a record (4). Nobody causes it directly. */
export const CREATE = 'create';

/**
 * Rows named `create` choose the state in which a new record starts, and add their effects to the create that point 6
 * allows; `by` only chooses among them (4). If the product itself creates the record (an operator's command), the rows
 * of `system` are chosen from, or all if there are none. `judge` is the check of point 6: it sees the state that the
 * row gives, and it precedes the error of a guard (6: the order of refusals). `given`: the fields that the caller gave.
 */
export async function addCreateRows(
  write: Write,
  entity: string,
  id: string,
  judge: () => Promise<void> = async () => undefined,
  given: readonly string[] = [],
): Promise<void> {
  const event = write.index.event(entity, CREATE);
  const rows = event?.transitions.filter((row) => row.from === 'new') ?? [];
  if (event === null || rows.length === 0) return judge();
  const locked = await lockForEvent(write, entity, id, event);
  const fitting = write.system
    ? rowsOfSystem(rows)
    : rows.filter((row) => row.by.length === 0 || locked?.fits[event.transitions.indexOf(row)]);
  if (fitting.length === 0) {
    await judge();
    // The record would be in no state at all.
    if (hasNoStart(write.index, entity)) throw nobodyFits(write, event);
    return;
  }
  const subject: Subject = { entity, id, before: null, state: null };
  let chosen: ChosenRow;
  try {
    chosen = await chooseRow(write, subject, fitting, NOTHING_ASKED);
  } catch (error) {
    // The guard's error is the last row's, and so is the state that the result would have had.
    if (error instanceof Refusal) await judgeIn(write, subject, fitting.at(-1), judge);
    throw error;
  }
  await lockTargets(write, entity, id, [chosen.row]);
  await carryOut(write, subject, chosen.row, { ...chosen.place, asked: new Set(given) }, judge);
}

async function judgeIn(
  write: Write,
  subject: Subject,
  row: Transition | undefined,
  judge: () => Promise<void>,
): Promise<void> {
  if (row !== undefined && row.open.length === 0) await enterState(write, subject, row);
  await judge();
  // A guard may fail on a value that is missing or out of bounds: the value is what is wrong then.
  const { errors } = await checkFields(write);
  if (errors.length > 0) throw refuseFields(write.index, errors);
}

/** Whether only a row `from new` can give a record its first state. */
function hasNoStart(index: PlanIndex, entity: string): boolean {
  const workflow = index.workflow(entity);
  return workflow !== null && workflow.field !== null && !workflow.states.some(({ kind }) => kind === 'initial');
}
