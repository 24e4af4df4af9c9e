import type { ExportedColumn, ExportedRow } from '@nonet/engine';
import { textCell } from '@nonet/server';

/**
 * A row of CSV (RFC 4180). An empty cell is no value, `""` an empty text. In texts a sign is put before what a spreadsheet would take for a
 * formula, as in the exports of lists.
 */
export function csvLine(columns: readonly Pick<ExportedColumn, 'type'>[], row: ExportedRow): string {
  const cells = row.map((cell, place) => {
    if (cell === null) return '';
    return quoted(columns[place]?.type === 'text' ? textCell(cell) : cell);
  });
  return `${cells.join(',')}\r\n`;
}

function quoted(cell: string): string {
  return cell === '' || /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A row as a line of JSON: an object by the names of columns. Numbers with decimals are texts, so that none is rounded. */
export function jsonLine(columns: readonly Pick<ExportedColumn, 'name' | 'type'>[], row: ExportedRow): string {
  const members = columns.map(({ name, type }, place) => {
    const cell = row[place] ?? null;
    return `${JSON.stringify(name)}:${cell === null ? 'null' : jsonValue(type, cell)}`;
  });
  return `{${members.join(',')}}\n`;
}

function jsonValue(type: ExportedColumn['type'], cell: string): string {
  switch (type) {
    case 'boolean':
    case 'json':
    case 'whole number':
      return cell;
    case 'number':
      return Number.isSafeInteger(Number(cell)) && String(Number(cell)) === cell ? cell : JSON.stringify(cell);
    case 'list of ids':
    case 'list of texts':
      return JSON.stringify(cell === '' ? [] : cell.split(','));
    case 'list of whole numbers':
      return `[${cell}]`;
    case 'id':
    case 'record':
    case 'text':
    case 'date':
    case 'time':
    case 'instant':
    case 'duration':
    case 'hash':
      return JSON.stringify(cell);
  }
}
