import type { Expression, Tile, Type } from '@nonet/language';
import type { DashboardQuery } from '../../engine.ts';
import { Refusal } from '../../refusal.ts';
import { compileExpression } from '../../sql/expression.ts';
import type { SqlContext } from '../../sql/context.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { ENGINE_LIMITS } from '../../engine-limits.ts';
import { Parameters } from '../../sql/parameters.ts';
import { isStatementTimeout } from '../../store/connection-errors.ts';
import type { Pool } from '../../store/pool.ts';
import { openScreen } from '../audience.ts';
import { actorContext, readLong, type ReadScope, statementOf } from '../read-scope.ts';
import { refuse } from '../refuse.ts';
import { type AgeLimits, KeptTiles, type TileValue, type TileValues } from './kept-tiles.ts';
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
  readonly target: number | string | null;
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
  /** Whether its computation took too long. */
  readonly late: boolean;
  /** The time when its value was read, where that is not now: reading it takes long, and its records have changed. */
  readonly asOf: string | null;
  /** The entity of the records behind it, where a list can show them. */
  readonly entity: string | null;
}

/** The dashboards that took long, and until when (`performance.now()`) their tiles are read one by one. */
const slow = new WeakMap<PlanIndex, Map<string, number>>();
const SLOW_MILLISECONDS = 600_000;

const ALL: DashboardQuery = { tile: null, isSoon: false };

/**
 * The tiles of a dashboard: "tiles count what their reader may read" (2). One statement reads them all if that is
 * quick; otherwise each tile has a separate statement, so that a slow tile does not delay the others. A reader who
 * wants an answer soon asks for these tiles one by one.
 */
export async function readDashboard(
  scope: ReadScope,
  pool: Pool,
  slug: string,
  query: DashboardQuery = ALL,
  limits: TileLimits = ENGINE_LIMITS,
): Promise<{ tiles: TileAnswer[] }> {
  const screen = await openScreen(scope, slug);
  if (screen.kind !== 'dashboard') throw refuse(scope.index, 'NOT_FOUND');
  const all = screen.tiles.map((tile, place): PlacedTile => ({ tile, place, open: openClause(scope, tile) }));
  const tiles = all.filter(({ tile }) => query.tile === null || tile.clause === query.tile);
  const isShown = ({ open }: PlacedTile) => open === null;
  const kept = keptTiles(scope, slug, all.filter(isShown), limits);
  const reading = { scope, pool, slug, query, limits, kept };
  const shown = tiles.filter(isShown);
  const known = (await kept?.find(placesOf(shown))) ?? new Map<number, TileValue>();
  const missing = shown.filter(({ place }) => !known.has(place));
  const read = new Map([...known, ...(await readTiles(reading, missing))]);
  return { tiles: tiles.map((placed) => answer(scope, placed, read.get(placed.place) ?? null)) };
}

/** A tile, its place on its dashboard, and the clause that leaves it open. */
interface PlacedTile {
  readonly tile: Tile;
  readonly place: number;
  readonly open: string | null;
}

interface TileLimits extends AgeLimits {
  readonly dashboardMilliseconds: number;
  readonly tileSeconds: number;
  readonly tilesInFlight: number;
}

interface Reading {
  readonly scope: ReadScope;
  readonly pool: Pool;
  readonly slug: string;
  readonly query: DashboardQuery;
  readonly limits: TileLimits;
  /** Null inside a transaction. */
  readonly kept: KeptTiles | null;
}

const placesOf = (tiles: readonly PlacedTile[]): ReadonlySet<number> => new Set(tiles.map(({ place }) => place));

function keptTiles(scope: ReadScope, slug: string, tiles: readonly PlacedTile[], limits: AgeLimits): KeptTiles | null {
  if (scope.kept === null) return null;
  const columns = tiles.map((tile) => ({
    place: tile.place,
    columns: (parameters: Parameters) => columnsOf(tile, actorContext(scope, parameters)),
  }));
  return new KeptTiles(scope, scope.kept, slug, columns, limits);
}

async function readTiles(reading: Reading, tiles: readonly PlacedTile[]): Promise<TileValues> {
  const { scope, slug, query, limits } = reading;
  if (tiles.length === 0) return new Map();
  let known = slow.get(scope.index);
  if (known === undefined) slow.set(scope.index, (known = new Map()));
  if (query.tile === null && (known.get(slug) ?? 0) < performance.now()) {
    const together = await readTogether(reading, tiles, limits.dashboardMilliseconds);
    if (together !== null) return together;
    known.set(slug, performance.now() + SLOW_MILLISECONDS);
  }
  const values = new Map<number, TileValue>();
  if (query.isSoon) return values;
  const waiting = [...tiles];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = await readTogether(reading, [next], limits.tileSeconds * 1000);
      for (const [place, value] of one ?? []) values.set(place, value);
    }
  };
  await Promise.all(Array.from({ length: limits.tilesInFlight }, readNext));
  return values;
}

function columnsOf({ tile, place }: PlacedTile, context: SqlContext): string[] {
  return [
    `(${compileTile(tile, context)}) as tile_${place}`,
    ...(tile.target === null ? [] : [`(${compileTarget(tile.target, context)}) as target_${place}`]),
  ];
}

/** Reads tiles in one statement; null if that takes longer. */
async function readTogether(
  { scope, pool, slug, kept }: Reading,
  tiles: readonly PlacedTile[],
  milliseconds: number,
): Promise<TileValues | null> {
  const key = `dashboard ${slug} ${tiles.map(({ place }) => place).join(',')}`;
  const build = (parameters: Parameters) => {
    const context = actorContext(scope, parameters);
    for (const { tile } of tiles) parameters.carryOut(tile.clause);
    return `select ${tiles.flatMap((tile) => columnsOf(tile, context)).join(', ')}`;
  };
  const keep = await kept?.begin(placesOf(tiles));
  const began = performance.now();
  try {
    const statement = statementOf(scope, key, build);
    const [row = {}] = await readLong<Record<string, unknown>>(scope, pool, statement, milliseconds);
    const values = new Map(
      tiles.map(({ place }) => [
        place,
        { value: row[`tile_${place}`], target: amountOf(row[`target_${place}`]), asOf: null },
      ]),
    );
    keep?.(values, performance.now() - began);
    return values;
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

/** The clause that leaves a tile open: its own, or the clause of a constant or type that it reads. */
function openClause(scope: ReadScope, tile: Tile): string | null {
  if (tile.shows === null) return tile.clause;
  try {
    const context = actorContext(scope, new Parameters());
    compileTile(tile, context);
    if (tile.target !== null) compileTarget(tile.target, context);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED') return error.clause ?? tile.clause;
    throw error;
  }
}

function compileTile(tile: Tile, context: SqlContext): string {
  const { shows } = tile;
  if (shows === null) throw new Error(`${tile.clause} shows nothing.`);
  if (tile.by === null || shows.kind !== 'query')
    return `select ${wireOfTile(compileExpression(shows, context), shows.type, context)}`;
  return compileGroups(tile, shows, tile.by, context);
}

function amountOf(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function compileTarget(target: Expression, context: SqlContext): string {
  return `select ${wireOfTile(compileExpression(target, context), target.type, context)}`;
}

function answer(scope: ReadScope, { tile, open }: PlacedTile, read: TileValue | null): TileAnswer {
  const { shows, by } = tile;
  const key = shows?.kind === 'query' ? by : null;
  const grouped = read !== null && key !== null ? (read.value as TileGroups) : null;
  const [count = 0, rest = null] = grouped?.others ?? [];
  return {
    name: tile.name,
    clause: tile.clause,
    as: tile.as,
    valueKind: shows?.type.kind ?? 'unknown',
    groupKind: by?.type.kind ?? null,
    value: grouped !== null || read === null ? null : ((read.value ?? null) as number | string | null),
    target: read?.target ?? null,
    groups:
      grouped !== null && key !== null
        ? grouped.groups.map(([of, title, value]) => ({ key: of, label: title ?? keyLabel(scope, key, of), value }))
        : null,
    others: count > 0 ? { count, value: rest } : null,
    step: by === null ? null : stepOf(tile, by),
    additive: shows?.kind === 'query' && isAdditive(shows),
    open,
    late: open === null && read === null,
    asOf: read?.asOf ?? null,
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
