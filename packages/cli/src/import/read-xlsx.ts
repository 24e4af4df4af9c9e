import path from 'node:path';
import { Failure } from '../failure.ts';
import { columnOf, type ColumnType, typeOfColumn, typeOfTexts } from './column-type.ts';
import type { Foreign, ForeignEntity, ForeignField, ForeignFile, LeftOut } from './foreign.ts';
import { EntityNames, FieldNames } from './names.ts';
import { type Cell, columnLetters, readWorkbook, type Sheet, tableOf } from './read-workbook.ts';

/** Names that spreadsheets give to sheets that have none of their own. */
const NAMELESS = /^(?:sheet|tabelle|feuil|feuille|blad|hoja|foglio|ark|planilha)\s*\d*$/i;

/** A workbook: each sheet with values is an entity, and the types of its fields are those that all of their values have. */
export async function readXlsx({ name: file, content }: ForeignFile): Promise<Foreign> {
  const sheets = await readWorkbook(content);
  const names = new EntityNames();
  const leftOut: LeftOut[] = [];
  const entities = sheets.flatMap((sheet) => {
    const title = sheets.length === 1 && NAMELESS.test(sheet.name) ? path.parse(file).name : sheet.name;
    return entityOf(sheet, title, { file, names, leftOut }) ?? [];
  });
  if (entities.length === 0)
    throw new Failure(`${file} has no sheet with values: there is nothing to begin a document from.`);
  return { entities, rules: [], leftOut };
}

interface Reading {
  readonly file: string;
  readonly names: EntityNames;
  readonly leftOut: LeftOut[];
}

function entityOf(sheet: Sheet, title: string, { file, names, leftOut }: Reading): ForeignEntity | null {
  const at = (cell: string) => `${file}: ${sheet.name}${cell === '' ? '' : `!${cell}`}`;
  const leave = (cell: string, what: string) => leftOut.push({ place: at(cell), what });
  const table = tableOf(sheet);
  if (table === null) {
    leave('', 'the sheet has no values');
    return null;
  }
  for (const { cell, error } of sheet.errors) leave(cell, `${error} is no value`);
  sheet.rows.slice(0, table.header - 1).forEach((row, place) => {
    if (row.some((cell) => cell !== null)) leave(`A${place + 1}`, 'a row above the names of the columns');
  });
  const fieldNames = new FieldNames();
  const fields = table.names.flatMap((words, column): readonly ForeignField[] => {
    const place = `${columnLetters(column)}${table.header}`;
    const cells = table.rows.map(({ cells: row }) => row[column] ?? null);
    if (words === '') {
      if (cells.some((cell) => cell !== null)) leave(place, 'the column has no name: its values are not taken');
      return [];
    }
    const own = fieldNames.give(words);
    const { reason, ...type } = typeOfCells(cells);
    if (reason !== null) leave(place, `${words} ${reason}: its type is not shown`);
    return [{ name: own, label: own === words ? null : words, meaning: null, place: at(place), ...type }];
  });
  return {
    name: names.give(title, true),
    prose: null,
    fields,
    unique: [],
    hasIntegerId: false,
    place: at(`A${table.header}`),
  };
}

/** The type of a column by the kinds of its cells; `reason`: why there is none. */
function typeOfCells(cells: readonly (Cell | null)[]): ColumnType & { readonly reason: string | null } {
  const texts = cells.map((cell) => cell?.text ?? '');
  const kinds = new Set(cells.flatMap((cell) => cell?.kind ?? []));
  const [kind, ...others] = kinds;
  if (kind === undefined) return { ...columnOf(texts, null), reason: 'has no values' };
  if (kinds.has('local') && [...kinds].every((each) => each === 'local' || each === 'date'))
    return { ...columnOf(texts, null), reason: 'has instants whose zone is not known' };
  if (others.length > 0) {
    const known = typeOfTexts(texts);
    return {
      ...known,
      type: known.type === 'long text' ? known.type : 'text',
      note: `${known.note}, ${[...kinds].join(' and ')}`,
      reason: null,
    };
  }
  if (kind === 'text') return { ...typeOfTexts(texts), reason: null };
  if (kind === 'date' || kind === 'time' || kind === 'boolean') return { ...columnOf(texts, kind), reason: null };
  const known = typeOfColumn(texts);
  return known.type === 'integer' || known.type?.startsWith('decimal') === true
    ? { ...known, reason: null }
    : { ...columnOf(texts, null), reason: 'has numbers that are not exact' };
}
