import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Constant } from '../../../model/constants.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { replacement } from '../replacement.ts';

/** Reads a `page size`: a whole number, or a constant that is one. */
export function readPageSize(context: Context, cell: Cell, constants: readonly Constant[]): number | null {
  if (/^[1-9]\d{0,5}$/.test(cell.text)) return Number(cell.text);
  const refuse = (why: DetailsOf<'N215'>['why'], offered: string | null = null): null => {
    context.report('N215', SCREENS_CODES.N215, { text: cell.text, why }, cell.span, replacement(cell.span, offered));
    return null;
  };
  if (!/^[A-Z][A-Z0-9_]*$/.test(cell.text)) return refuse('pageSize');
  const constant = constants.find((other) => other.name === cell.text);
  if (!constant) {
    const names = constants.map((other) => other.name);
    const offered = nearest(cell.text, names);
    return refuse({ no: 'constant', name: cell.text, of: '', nearest: offered }, offered);
  }
  // An open constant is a gap already, and so is what needs it: the standard page size is in.
  if (constant.value.kind === 'open') return null;
  const value = constant.value.kind === 'literal' ? constant.value.value : null;
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : refuse('constant');
}
