import { type GapConsequence } from '../../../diagnostics/codes/reasons/gaps.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Declaration } from '../../declare/declare.ts';
import type { EventRow, WorkflowDraft } from '../../declare/workflows.ts';

/** One row of an event on its way from draft to model. */
export interface RowPlace {
  readonly declaration: Declaration;
  readonly draft: WorkflowDraft;
  readonly row: EventRow;
  readonly clause: string;
  /** Clauses of the parts that are not shown: the event is refused because of them. */
  readonly open: string[];
}

/** A cell that states something; if it is not shown, a gap that refuses the event. */
export function statedOrOpen(place: RowPlace, column: string, consequence: GapConsequence): Cell | null {
  const cell = place.row.row.cells[column];
  if (!cell) return null;
  if (cell.absence === 'not shown') {
    openPart(place, column, cell, consequence);
    return null;
  }
  return cell.absence === null ? cell : null;
}

/** Lists a part of a row as a gap. */
export function openPart(
  { declaration, clause, open, row }: RowPlace,
  column: string,
  cell: Cell | undefined,
  consequence: GapConsequence,
): void {
  open.push(`${clause}.${column}`);
  declaration.context.gap(`${clause}.${column}`, consequence, cell?.span ?? row.name.span);
}
