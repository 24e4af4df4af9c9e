/** What a spreadsheet would run as a formula, were it the start of a text. */
const FORMULA_START = /^[=+\-@\t\r\n\0]/;

/** One row of RFC 4180, its line end included. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A person's text as a cell that no spreadsheet takes for a formula. */
export function textCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
