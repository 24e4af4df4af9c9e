/** What a spreadsheet would run as a formula, were it the start of a text; also what looks as if made harmless already. */
const FORMULA_START = /^'*[=+\-@\t\r\n\0]/;

/** One row of RFC 4180, its line end included. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A person's text as a cell that no spreadsheet takes for a formula. */
export function textCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** A person's text as a cell held it: what made it harmless is taken off. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
