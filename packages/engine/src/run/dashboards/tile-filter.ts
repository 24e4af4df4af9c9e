import {
  type Expression,
  message,
  queriedEntities,
  type Query,
  readFields,
  type Screen,
  type Tile,
} from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import { compileExpression, compileFilter } from '../../sql/expression.ts';
import { type SqlContext, withVariables } from '../../sql/context.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { and, FALSE } from '../../sql/logic.ts';
import { Parameters } from '../../sql/parameters.ts';
import { openScreen } from '../audience.ts';
import { findReadable } from '../lists/readable-path.ts';
import { actorContext, type ReadScope } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';
import { wireOfTile } from './tile-wire.ts';

/** The records that a tile of a dashboard counts or sums, as the filter of a list: all of them, or one group. */
export interface TileFilter {
  /** The tile's. */
  readonly clause: string;
  /** The part of it that the statement's text depends on. */
  readonly key: string;
  readonly slots: Readonly<Record<string, unknown>>;
  compile(context: SqlContext, alias: string): string;
}

/** The records that a tile goes over; null if they are no list of their own (a list of a record, several queries). */
export function tileRecords(tile: Tile): Query | null {
  return tile.shows?.kind === 'query' && tile.shows.source.kind === 'entity' ? tile.shows : null;
}

/**
 * The tile that a list is asked to show the records of. @throws {Refusal} INVALID; as the dashboard for its audience.
 */
export async function readTileFilter(
  scope: ReadScope,
  entity: string,
  asked: NonNullable<ListQuery['tile']>,
): Promise<TileFilter> {
  const { tile, query } = findTile(scope, entity, asked.clause);
  await openScreen(scope, dashboardOf(scope, tile).slug);
  const { by } = tile;
  const grouped = asked.group !== undefined && by !== null ? asked.group : undefined;
  return {
    clause: tile.clause,
    key: `${tile.clause} ${grouped === undefined ? 'all' : grouped === null ? 'nothing' : 'group'}`,
    slots: { tile_group: grouped },
    compile(context, alias) {
      const row = { kind: 'row', entity, alias, readable: true } as const;
      const inner = withVariables(context, { [query.variable]: row });
      const shown = query.where === null ? 'true' : compileFilter(query.where, inner);
      if (by === null || grouped === undefined) return shown;
      const key = compileExpression(by, inner);
      if (grouped === null) return and(shown, `(${key} is null)`);
      // Compares with the value on the wire, by which the tile names the group.
      return and(
        shown,
        `((${wireOfTile(key, by.type, context)})::text = ${context.parameters.slot('tile_group', 'text')})`,
      );
    },
  };
}

/** Whether some role of this reader can ever read everything that an expression evaluates. */
function mightRead(scope: ReadScope, expression: Expression): boolean {
  const context = actorContext(scope, new Parameters());
  return (
    queriedEntities(expression).every(
      (entity) => recordPredicate(context, scope.authority, 'read', { kind: 'row', entity, alias: 'r' }) !== FALSE,
    ) && readFields(expression).every(({ entity, field }) => findReadable(scope, entity, field) !== null)
  );
}

function findTile(scope: ReadScope, entity: string, clause: string): { readonly tile: Tile; readonly query: Query } {
  for (const tile of scope.index.plan.screens.flatMap(({ tiles }) => tiles)) {
    const query = tileRecords(tile);
    if (tile.clause !== clause || query?.source.entity !== entity) continue;
    if (mightRead(scope, query) && (tile.by === null || mightRead(scope, tile.by))) return { tile, query };
  }
  // A tile that the reader may not know about is answered like an unknown one.
  const words = message('noTile', { key: clause });
  throw refuseInvalid(scope.index, [{ field: 'tile', code: 'INVALID', message: words, clause: null }]);
}

function dashboardOf(scope: ReadScope, tile: Tile): Screen {
  const screen = scope.index.plan.screens.find(({ tiles }) => tiles.includes(tile));
  if (screen === undefined) throw new Error(`${tile.clause} is on no screen.`);
  return screen;
}
