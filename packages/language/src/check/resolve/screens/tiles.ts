import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Expression, Query, QueryForm } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Tile } from '../../../model/screens.ts';
import type { Cell, Table } from '../../../syntax/tree.ts';
import { meantDrawing } from '../../../vocabulary/words-of-others.ts';
import type { Context } from '../../context.ts';
import { reportTwice, slugOf } from '../names.ts';
import { isOpen } from '../open.ts';
import { replacement } from '../replacement.ts';
import { readTable, type TableRow } from '../table.ts';
import { recordType } from '../types.ts';
import { type Part, part } from '../words.ts';

const DRAWN = ['number', 'trend', 'bar', 'line', 'pie', 'table'] as const;
/** Kinds of values of which a part can be reached. */
const MEASURED: ReadonlySet<Type['kind']> = new Set<Type['kind']>(['integer', 'decimal', 'money']);
const AGGREGATES: ReadonlySet<QueryForm> = new Set(['count', 'sum', 'min', 'max', 'avg']);

/** Reads a dashboard's tiles. The clause of a tile is `2.overview.tiles.paid_by_month`. */
export function readTiles(
  context: Context,
  table: Table,
  screen: string,
  user: Type,
  seen: Map<string, Part>,
): readonly Tile[] {
  const rows = readTable(context, table, {
    columns: { tile: { required: true }, shows: { required: true }, by: {}, target: {}, as: {} },
  });
  const tiles: Tile[] = [];
  for (const row of rows) {
    const cell = row.cells['tile'];
    if (!cell) continue;
    const name = part(cell, 0, cell.text.length);
    const slug = slugOf(name.text);
    if (slug === '' || cell.absence !== null) {
      context.report('N215', SCREENS_CODES.N215, { text: cell.text, why: 'tile' }, cell.span);
      continue;
    }
    const first = seen.get(slug);
    if (first) reportTwice(context, 'tile', name, first);
    else {
      seen.set(slug, name);
      tiles.push(readTile(context, row, name.text, `2.${screen}.tiles.${slug}`, user));
    }
  }
  return tiles;
}

function readTile(context: Context, row: TableRow, name: string, clause: string, user: Type): Tile {
  context.place(clause, row.span);
  for (const column of ['shows', 'by', 'target'] as const) {
    const cell = row.cells[column];
    if (cell) context.place(`${clause}.${column}`, cell.span);
  }
  const shows = readShows(context, row.cells['shows'], name, clause, user);
  const byCell = row.cells['by'];
  const grouped = byCell !== undefined && byCell.absence === null;
  if (byCell?.absence === 'not shown') {
    context.gap(clause, { because: 'tileGroups', name }, byCell.span);
  }
  const as = readAs(context, row.cells['as'], name, clause, byCell?.absence === 'not shown' ? null : grouped);
  const target = readTarget(context, row.cells['target'], { name, clause, as, shows }, user);
  if (byCell?.absence === 'not shown') return { clause, name, shows: null, by: null, target, as };
  const by = grouped && shows ? readBy(context, byCell, shows, user) : null;
  const isOverTime = by === null || by.type.kind === 'date' || by.type.kind === 'unknown';
  if (as === 'trend' && !isOverTime && byCell)
    context.report('N218', SCREENS_CODES.N218, { tile: name, as, by: true }, byCell.span);
  return { clause, name, shows, by, target, as };
}

/** `target`: what the value is to reach. It is worked out for itself, not on each counted record. */
function readTarget(
  context: Context,
  cell: Cell | undefined,
  { name, clause, as, shows }: Pick<Tile, 'name' | 'clause' | 'as'> & { readonly shows: Query | null },
  user: Type,
): Expression | null {
  if (cell?.absence === 'not shown') context.gap(`${clause}.target`, { because: 'tileTarget', name }, cell.span);
  if (!cell || cell.absence !== null || shows === null) return null;
  if ((as !== 'number' && as !== 'trend') || !MEASURED.has(shows.type.kind)) {
    context.report(
      'N223',
      SCREENS_CODES.N223,
      { tile: name, as: as === 'number' || as === 'trend' ? null : as },
      cell.span,
    );
    return null;
  }
  return context.expression(cell, { variables: { user }, bare: [], purpose: 'tile' }, shows.type);
}

function readShows(context: Context, cell: Cell | undefined, name: string, clause: string, user: Type): Query | null {
  if (!cell) return null;
  if (cell.absence !== null) {
    context.gap(clause, { because: 'tile', name }, cell.span);
    return null;
  }
  if (isOpen(context, 'entities')) return null;
  const shows = context.expression(cell, { variables: { user }, bare: [], purpose: 'tile' }, null);
  if (shows === null || shows.type.kind === 'unknown') return null;
  if (shows.kind === 'query' && shows.source.kind === 'entity' && AGGREGATES.has(shows.form)) return shows;
  context.report('N217', SCREENS_CODES.N217, { tile: name }, cell.span);
  return null;
}

/** Read on each counted record, under the `where` of what is shown. */
function readBy(context: Context, cell: Cell, shows: Query, user: Type): Expression | null {
  return context.expression(
    cell,
    {
      variables: { [shows.variable]: recordType(shows.source.entity), user },
      bare: [shows.variable],
      purpose: 'tile',
      given: shows.where ? [shows.where] : [],
    },
    null,
  );
}

/** `grouped` null: not known. */
function readAs(
  context: Context,
  cell: Cell | undefined,
  name: string,
  clause: string,
  grouped: boolean | null,
): Tile['as'] {
  const standard = grouped ? 'bar' : 'number';
  if (cell?.absence === 'not shown') {
    context.gap(`${clause}.as`, { because: 'tileForm', name }, cell.span);
  }
  if (!cell || cell.absence !== null) return standard;
  const as = DRAWN.find((drawn) => drawn === cell.text.toLowerCase());
  if (as === undefined) {
    const offered = meantDrawing(cell.text) ?? nearest(cell.text, DRAWN);
    const details = { text: cell.text, nearest: offered, known: DRAWN };
    context.report('N216', SCREENS_CODES.N216, details, cell.span, replacement(cell.span, offered));
    return standard;
  }
  if (grouped === null) return as;
  if (grouped ? as === 'number' : as !== 'number' && as !== 'table') {
    context.report('N218', SCREENS_CODES.N218, { tile: name, as, by: grouped }, cell.span);
  }
  return as;
}
