import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { isStandardError } from '../../../vocabulary/standard-errors.ts';
import type { RowPlace } from './row.ts';

/** The error of a row if its guard refuses: of an event, or of a condition of all events (4). */
export function readError({ declaration, row, clause }: RowPlace, guard: Cell | null): string | null {
  const cell = row.row.cells['error'];
  if (!cell || cell.absence === 'none' || cell.absence === 'empty') return null;
  if (cell.absence === 'not shown') {
    declaration.context.gap(`${clause}.error`, 'eventError', cell.span);
    return null;
  }
  // N806 reports a code that point 8 does not state.
  const isKnown = declaration.declared.errors.has(cell.text) || isStandardError(cell.text);
  if (guard === null && isKnown && row.row.cells['when']?.absence !== 'not shown') {
    declaration.context.report('N422', STATES_CODES.N422, { error: cell.text, event: row.name.text }, cell.span, {
      clause,
    });
  }
  return cell.text;
}
