import type { Expression, Tile, Type } from '@nonet/language';
import { Refusal } from '../refusal.ts';
import { compileExpression } from '../sql/expression.ts';
import type { SqlContext } from '../sql/context.ts';
import { Parameters } from '../sql/parameters.ts';
import { openScreen } from './audience.ts';
import { actorContext, readRows, type ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { tileRecords } from './tile-filter.ts';
import { compileGroups, isAdditive, isMonth, stepOf, type TileGroups } from './tile-groups.ts';
import { wireOfTile } from './tile-wire.ts';

/** One tile in the wire's form (the client's `TileView`). */
export interface TileAnswer {
  readonly name: string;
  readonly clause: string;
  readonly as: Tile['as'];
  readonly valueKind: Type['kind'];
  readonly groupKind: Type['kind'] | null;
  readonly value: number | string | null;
  readonly groups:
    | readonly {
        readonly key: string | number | boolean | null;
        readonly label: string;
        readonly value: number | string | null;
      }[]
    | null;
  /** The groups that are not listed one by one. */
  readonly others: { readonly count: number; readonly value: number | string | null } | null;
  readonly step: ReturnType<typeof stepOf>;
  readonly additive: boolean;
  readonly open: string | null;
  /** The entity of the records behind it, where a list can show them. */
  readonly entity: string | null;
}

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
          const context = actorContext(scope, parameters);
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
    compileTile(tile, actorContext(scope, new Parameters()));
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
  return compileGroups(tile, shows, tile.by, context);
}

function answer(scope: ReadScope, tile: Tile, open: string | null, read: unknown): TileAnswer {
  const { shows, by } = tile;
  const grouped = open === null && by !== null && shows?.kind === 'query' ? (read as TileGroups) : null;
  const [count = 0, rest = null] = grouped?.others ?? [];
  return {
    name: tile.name,
    clause: tile.clause,
    as: tile.as,
    valueKind: shows?.type.kind ?? 'unknown',
    groupKind: by?.type.kind ?? null,
    value: grouped !== null || open !== null ? null : ((read ?? null) as number | string | null),
    groups: grouped
      ? grouped.groups.map(([key, title, value]) => ({
          key,
          label: title ?? keyLabel(scope, by as Expression, key),
          value,
        }))
      : null,
    others: count > 0 ? { count, value: rest } : null,
    step: by === null ? null : stepOf(tile, by),
    additive: shows?.kind === 'query' && isAdditive(shows),
    open,
    entity: open === null ? (tileRecords(tile)?.source.entity ?? null) : null,
  };
}

/** A group's key as people read it. */
function keyLabel(scope: ReadScope, by: Expression, key: string | number | boolean | null): string {
  if (key === null) return '—';
  if (typeof key === 'boolean') return key ? 'Yes' : 'No';
  if (isMonth(by)) return String(key).slice(0, 7);
  if (by.kind === 'field' && by.of.type.kind === 'record') {
    const type = scope.index.findField(by.of.type.entity, by.field)?.type;
    if (type?.kind === 'enum' || type?.kind === 'state')
      return type.values.find((choice) => choice.name === key)?.label ?? String(key);
  }
  return String(key);
}
