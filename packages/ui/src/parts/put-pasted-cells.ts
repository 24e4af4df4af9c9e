import { type CanView, type ColumnView, type EntityView, ProblemError, type RecordView } from '@nonet/client';
import type { ProductView } from '@nonet/client';
import type { QueryClient } from '@tanstack/react-query';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { draftOf, wireOf } from '../fields/drafts.ts';
import type { FieldEnvironment } from '../fields/field.ts';
import { findByTitle } from '../fields/find-by-title.ts';
import { cellsOf, draftOfCell, type Writing } from '../fields/pasted.ts';
import type { Format } from '../format/format.ts';
import type { Words } from '../words/en.ts';
import type { later } from '../words/en/later.ts';
import { notifyDone, notifyRefused } from './notify.tsx';

/** The rows and columns of a table as they are shown, and the fields that are edited in their cells. */
export interface Grid {
  readonly records: readonly RecordView[];
  readonly columns: readonly ColumnView[];
  readonly names: ReadonlySet<string>;
}

/** The cell that a block is put into with its first one. */
export interface Corner {
  readonly id: string;
  readonly name: string;
}

interface Context {
  readonly entity: EntityView;
  readonly words: Words & typeof later;
  readonly format: Format;
  readonly queries: QueryClient;
  readonly product: Pick<ProductView, 'entities' | 'settings'>;
  readonly environment: FieldEnvironment;
  /** Reads again what is shown. */
  readonly refresh: () => Promise<unknown>;
}

type Values = Readonly<Record<string, unknown>>;

/** A record that was written: what it was before, and the version that it is now. */
interface Written {
  readonly id: string;
  readonly before: Values;
  readonly etag: string | null;
}

/** Whether a text is a block of cells and not the value of one. */
export function isBlock(text: string): boolean {
  const cells = cellsOf(text);
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1;
}

/**
 * Puts a block from a spreadsheet into the cells of a list, from one cell on: for each record the same write as by its
 * form. What a record refuses of it is left out, and said cell by cell; the rest can be undone.
 */
export async function putPastedCells(text: string, corner: Corner, grid: Grid, context: Context): Promise<void> {
  const { entity, words, refresh } = context;
  const top = grid.records.findIndex(({ id }) => id === corner.id);
  const left = grid.columns.findIndex(({ path }) => path.join('.') === corner.name);
  const written: Written[] = [];
  const refused: string[] = [];
  let count = 0;
  for (const [place, line] of cellsOf(text).entries()) {
    const record = grid.records[top + place];
    if (record === undefined) {
      refused.push(words.beyondRows(cellsOf(text).length - place));
      break;
    }
    const one = await put(record, line, grid.columns.slice(left), grid.names, context);
    refused.push(...one.refused.map((reason) => `${record._title}: ${reason}`));
    if (one.written) {
      written.push(one.written);
      count += Object.keys(one.written.before).length;
    }
  }
  await refresh();
  if (count > 0)
    notifyDone(words.pastedCells(count), words, {
      label: words.undo,
      run: async () => {
        const failed: string[] = [];
        for (const { id, before, etag } of written.toReversed())
          await client
            .update(entity.path, id, before, { ifMatch: etag })
            .catch((error: unknown) => failed.push(reasonOf(error, words)));
        if (failed.length > 0) notifyRefused(failed.join('\n'), words.refused, words);
        else notifyDone(words.undone, words);
        await refresh();
      },
    });
  if (refused.length > 0) notifyRefused(refused.join('\n'), words.refusedCells(refused.length), words);
}

interface Outcome {
  readonly written: Written | null;
  readonly refused: readonly string[];
}

async function put(
  { id }: RecordView,
  line: readonly string[],
  columns: readonly ColumnView[],
  names: ReadonlySet<string>,
  context: Context,
): Promise<Outcome> {
  const { entity, words, environment } = context;
  const refused: string[] = [];
  try {
    const [{ record, etag }, can] = await Promise.all([client.read(entity.path, id, {}), client.can(entity.path, id)]);
    let changes: Record<string, unknown> = {};
    const before: Record<string, unknown> = {};
    for (const [place, cell] of line.entries()) {
      const column = columns[place];
      if (column === undefined) break;
      const { field } = column;
      if (!isEditable(column, names, can)) {
        refused.push(words.notEditable(column.label));
        continue;
      }
      const draft = await draftOfPasted(column, cell, record, context);
      if (draft === undefined) {
        refused.push(`${column.label}: ${words.notFoundThere(1)} (${cell.trim()})`);
        continue;
      }
      const value = wireOf([field], { [field.name]: draft }, environment)[field.name] ?? null;
      const was = wireOf([field], draftOf([field], record, environment), environment)[field.name] ?? null;
      if (JSON.stringify(value) === JSON.stringify(was)) continue;
      changes[field.name] = value;
      before[field.name] = was;
    }
    for (;;) {
      if (Object.keys(changes).length === 0) return { written: null, refused };
      try {
        const saved = await client.update(entity.path, id, changes, { ifMatch: etag });
        const kept = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
        return { written: { id, before: kept, etag: saved.etag }, refused };
      } catch (error) {
        const wrong = error instanceof ProblemError ? error.errors.filter(({ field }) => (field ?? '') in changes) : [];
        if (wrong.length === 0) throw error;
        refused.push(...wrong.map(({ message }) => message));
        const left = new Set(wrong.map(({ field }) => field));
        changes = Object.fromEntries(Object.entries(changes).filter(([name]) => !left.has(name)));
      }
    }
  } catch (error) {
    return { written: null, refused: [...refused, reasonOf(error, words)] };
  }
}

function isEditable({ path, field }: ColumnView, names: ReadonlySet<string>, can: CanView): boolean {
  return path.length === 1 && names.has(field.name) && can.update.may && can.fields.includes(field.name);
}

/** The draft of a cell's text; undefined: it names no record. */
async function draftOfPasted(
  { field }: ColumnView,
  cell: string,
  record: RecordView,
  { queries, product, format, words }: Context,
): Promise<unknown> {
  const text = cell.trim();
  if (text === '') return null;
  if (field.kind === 'reference') {
    const entity = product.entities[field.entity ?? ''];
    return entity && findByTitle(queries, field, entity, text, record);
  }
  const writing: Writing = {
    locale: format.locale,
    separators: format.separators,
    currency: product.settings.currency,
    yes: words.yes,
    no: words.no,
  };
  return draftOfCell(field, cell, writing);
}

function reasonOf(error: unknown, words: Words): string {
  if (!(error instanceof Error)) throw error;
  return messageOf(error, words);
}
