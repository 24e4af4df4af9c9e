import type { Expression, Query, Tile } from '@nonet/language';
import { Refusal } from '../refusal.ts';
import { compileExpression, compileParts } from '../sql/expression.ts';
import type { SqlContext } from '../sql/context.ts';
import { compileAggregate, compileSource } from '../sql/queries.ts';
import { titleOf } from '../sql/title.ts';
import { Parameters } from '../sql/parameters.ts';
import { openScreen } from './audience.ts';
import { readerContext, readRows, type ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { tileRecords } from './tile-filter.ts';
import { wireOfTile } from './tile-wire.ts';

/** One tile in the wire's form (the client's `TileView`). */
export interface TileAnswer {
  readonly name: string;
  readonly clause: string;
  readonly as: Tile['as'];
  readonly valueKind: string;
  readonly groupKind: string | null;
  readonly value: number | string | null;
  readonly groups:
    | readonly {
        readonly key: string | number | boolean | null;
        readonly label: string;
        readonly value: number | string | null;
      }[]
    | null;
  readonly open: string | null;
  /** The entity of the records behind it, where a list can show them. */
  readonly entity: string | null;
}

type Group = [key: string | number | boolean | null, label: string | null, value: number | string | null];

/** The tiles of a dashboard: "tiles count what their reader may read" (2). All are read in one statement. */
export async function readDashboard(scope: ReadScope, slug: string): Promise<{ tiles: TileAnswer[] }> {
  const screen = await openScreen(scope, slug);
  if (screen.kind !== 'dashboard') throw refuse(scope.index, 'NOT_FOUND');
  const open = screen.tiles.map((tile) => openClause(scope, tile));
  const shown = screen.tiles.flatMap((tile, place) => (open[place] === null ? [{ tile, place }] : []));
  const [row] =
    shown.length === 0
      ? [{}]
      : await readRows<Record<string, unknown>>(scope, `dashboard ${slug}`, (parameters) => {
          const context = readerContext(scope, parameters);
          return `select ${shown.map(({ tile, place }) => `(${compileTile(tile, context)}) as tile_${place}`).join(', ')}`;
        });
  return {
    tiles: screen.tiles.map((tile, place) =>
      answer(scope, tile, open[place] ?? null, (row as Record<string, unknown>)[`tile_${place}`]),
    ),
  };
}

/** The clause that leaves a tile open: its own, or that of a constant or type that it reads. */
function openClause(scope: ReadScope, tile: Tile): string | null {
  if (tile.shows === null) return tile.clause;
  try {
    compileTile(tile, readerContext(scope, new Parameters()));
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED') return error.clause ?? tile.clause;
    throw error;
  }
}

function compileTile(tile: Tile, context: SqlContext): string {
  const shows = tile.shows as Expression;
  if (tile.by === null || shows.kind !== 'query')
    return `select ${wireOfTile(compileExpression(shows, context), shows.type, context)}`;
  return compileGroups(shows, tile.by, context);
}

function compileGroups(query: Query, by: Expression, context: SqlContext): string {
  const source = compileSource(compileParts, query, context);
  const value = query.value === null ? '1' : compileExpression(query.value, source.context);
  const rows = `select ${compileExpression(by, source.context)} as k, ${value} as v from ${source.from} where ${source.condition}`;
  const grouped = `select k, ${compileAggregate(query, 'v')} as v from (${rows}) r group by k`;
  const label =
    by.type.kind === 'record' ? titleOf(context, { kind: 'id', entity: by.type.entity, sql: 'g.k' }) : 'null::text';
  const order = by.type.kind === 'record' ? 'x.label, x.k' : 'x.k';
  return `select coalesce(json_agg(json_build_array(${wireOfTile('x.k', by.type, context)}, x.label, ${wireOfTile('x.v', query.type, context)}) order by ${order} nulls last), '[]'::json) from (select g.k, g.v, ${label} as label from (${grouped}) g) x`;
}

function answer(scope: ReadScope, tile: Tile, open: string | null, read: unknown): TileAnswer {
  const grouped = open === null && tile.by !== null && tile.shows?.kind === 'query';
  return {
    name: tile.name,
    clause: tile.clause,
    as: tile.as,
    valueKind: tile.shows?.type.kind ?? 'unknown',
    groupKind: tile.by?.type.kind ?? null,
    value: grouped || open !== null ? null : ((read ?? null) as number | string | null),
    groups: grouped
      ? (read as Group[]).map(([key, title, value]) => ({
          key,
          label: title ?? keyLabel(scope, tile.by as Expression, key),
          value,
        }))
      : null,
    open,
    entity: open === null ? (tileRecords(tile)?.source.entity ?? null) : null,
  };
}

/** A group's key as people read it. */
function keyLabel(scope: ReadScope, by: Expression, key: string | number | boolean | null): string {
  if (key === null) return '—';
  if (typeof key === 'boolean') return key ? 'Yes' : 'No';
  if (by.kind === 'call' && by.name === 'month') return String(key).slice(0, 7);
  if (by.kind === 'field' && by.of.type.kind === 'record') {
    const type = scope.index.findField(by.of.type.entity, by.field)?.type;
    if (type?.kind === 'enum' || type?.kind === 'state')
      return type.values.find((choice) => choice.name === key)?.label ?? String(key);
  }
  return String(key);
}
