import { cellsOf, namesOne } from './rows.ts';

type Words = ReadonlySet<string>;

/** Cells that list names: those of them that are left say something too. */
const LISTS = new Set(['by', 'of', 'in state']);

/** A row of a table without the words that are gone; null if it says nothing without them. */
export function rowWithout(row: string, table: readonly string[], words: Words): string | null {
  const header = cellsOf(table[0] ?? '');
  const kept = header.flatMap((column, place) => (words.has(column) ? [] : [place]));
  const columns = kept.map((place) => header[place] ?? '');
  const cells = cellsOf(row);
  const left = kept.map((place) => cells[place] ?? '');
  const isHead = row === table[0] || row === table[1];
  const stated = isHead || !namesOne(row, words) ? left : cellsWithout({ columns, cells: left, table, words });
  return stated === null ? null : `| ${stated.join(' | ')} |`;
}

interface Row {
  readonly columns: readonly string[];
  readonly cells: readonly string[];
  readonly table: readonly string[];
  readonly words: Words;
}

function cellsWithout(row: Row): readonly string[] | null {
  const { columns, cells, words } = row;
  if (columns[0] === 'event') return eventWithout(row);
  const now = cells.map((cell, place) => {
    const column = columns[place] ?? '';
    if (!namesOne(cell, words)) return cell;
    if (column === 'message')
      return cell.replaceAll(/ ?\{(\w+)\}/g, (all, word: string) => (words.has(word) ? '' : all));
    if (LISTS.has(column) || (columns[0] === 'code' && column === 'when')) return itemsWithout(cell, words);
    return '';
  });
  return now.some((cell, place) => cell === '' && cells[place] !== '') ? null : now;
}

/** An event keeps its step between states, so that each can be left as before. It asks nothing where `system` causes it. */
function eventWithout({ columns, cells, table, words }: Row): readonly string[] {
  const at = (column: string): number => columns.indexOf(column);
  const own = table.map(cellsOf).filter(([event]) => event === cells[0]);
  const by = (row: readonly string[]): string => itemsWithout(row[at('by')] ?? '', words);
  const isUnasked = own.some((row) => namesOne(row[at('asks')] ?? '', words) || by(row) === '');
  const said = new Set(['when', 'asks', 'then', 'error']);
  const isUnguarded = namesOne(cells[at('when')] ?? '', words);
  return cells.map((cell, place) => {
    const column = columns[place] ?? '';
    if (column === 'by') return by(cells) || 'system';
    if ((isUnasked && said.has(column)) || (isUnguarded && column === 'error')) return '';
    return namesOne(cell, words) ? '' : cell;
  });
}

function itemsWithout(cell: string, words: Words): string {
  return cell
    .split(', ')
    .filter((item) => !namesOne(item, words))
    .join(', ');
}
