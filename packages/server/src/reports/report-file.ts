import type { CellObject } from 'write-excel-file/node';
import { csvRow, textCell } from '../csv/format.ts';
import type { ReportTable, TableCell } from './report-table.ts';

/** A report as a file of RFC 4180. */
export function reportCsv({ head, rows }: ReportTable): string {
  const cell = ({ kind, text }: TableCell) => (kind === 'text' ? textCell(text) : text);
  return [csvRow(head.map(textCell)), ...rows.map((row) => csvRow(row.map(cell)))].join('');
}

const LONGEST_SHEET_NAME = 31;

/** A report as a workbook of one sheet, whose first row and column stay in sight. */
export async function reportXlsx({ head, rows }: ReportTable, name: string): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const headRow = head.map((value): CellObject => ({ value, type: String, fontWeight: 'bold' }));
  const data = [headRow, ...rows.map((row) => row.map(sheetCell))];
  const widths = head.map((text, place) => {
    const longest = rows.reduce((most, row) => Math.max(most, row[place]?.text.length ?? 0), text.length);
    return { width: Math.min(Math.max(longest + 2, 10), 50) };
  });
  // A sheet's name has none of these signs.
  const sheet = name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, LONGEST_SHEET_NAME) || '-';
  const options = { sheet, columns: widths, stickyRowsCount: 1, stickyColumnsCount: 1 };
  return writeXlsxFile(data, options).toBuffer();
}

/** A number that a spreadsheet would round stays a text. */
const MOST_DIGITS = 15;

function sheetCell({ kind, text, ...rest }: TableCell): CellObject | null {
  if (text === '') return null;
  const digits = text.replaceAll(/[^0-9]/g, '').replace(/^0+/, '');
  if (kind !== 'number' || digits.length > MOST_DIGITS) return { value: text, type: String };
  const field = 'field' in rest ? rest.field : null;
  const format = field?.kind === 'money' ? '#,##0.00' : field?.kind === 'percent' ? '0.##%' : null;
  return { value: Number(text), type: Number, ...(format === null ? {} : { format }) };
}
