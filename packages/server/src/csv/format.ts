/**
 * Text that a spreadsheet would run as a formula: at the start, or behind a semicolon, which separates cells in regions
 * with a decimal comma. It also matches text that looks escaped already.
 */
const FORMULA_START = /(^|;)('*[=+\-@\t\r\n\0])/g;
const HARMLESS = /(^|;)'('*[=+\-@\t\r\n\0])/g;

/** One row of RFC 4180, its line end included. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A person's text as a cell that no spreadsheet takes for a formula. */
export function textCell(text: string): string {
  return text.replaceAll(FORMULA_START, "$1'$2");
}

/** A person's text as a cell held it: what made it harmless is taken off. */
export function textOfCell(cell: string): string {
  return cell.replaceAll(HARMLESS, '$1$2');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
