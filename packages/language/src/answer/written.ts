/** Columns and parts that hold an expression or effects; cells of permissions do too. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  'when',
  'must hold',
  'shows',
  'then',
  'is given to',
  'where',
  'fails',
]);

/** An answer as it is in a cell of one line: bars escaped, an expression in backticks. */
export function writeCell(answer: string, column: string, isPermission = false): string {
  const text = answer
    .trim()
    .replaceAll(/\s*\r?\n\s*/g, '<br>')
    .replaceAll(/(?<!\\)\|/g, '\\|');
  const isExpression = isPermission || EXPRESSIONS.has(column.toLowerCase());
  return isExpression && !text.includes('`') && /[^\p{L}\p{N} _,.]/u.test(text) ? `\`${text}\`` : text;
}

/** One row of a table in the standard form. */
export function writeRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
}

/** A table in the standard form. */
export function writeTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headers, headers.map(() => '---'), ...rows].map(writeRow).join('\n');
}
