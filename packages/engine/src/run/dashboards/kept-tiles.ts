import { identitySlots } from '../../row-security/held-roles.ts';
import type { Parameters, Slots } from '../../sql/parameters.ts';
import { type CompiledStatement, keptStatement } from '../../sql/statement.ts';
import type { Kept, KeptTile } from '../kept-answers.ts';
import { readChanges } from '../read-changes.ts';
import { observe, type ReadScope } from '../read-scope.ts';
import { authorityKey } from '../write.ts';

/** A tile's place on its dashboard, and its columns in a statement. */
export interface TileColumns {
  readonly place: number;
  readonly columns: (parameters: Parameters) => readonly string[];
}

export interface TileValue {
  readonly value: unknown;
  readonly target: KeptTile['target'];
  /** The time when it was read; null: it is of now. */
  readonly asOf: string | null;
}

export type TileValues = ReadonlyMap<number, TileValue>;

/** How old tiles may be (`ENGINE_LIMITS`). */
export interface AgeLimits {
  readonly dashboardFreshMilliseconds: number;
  readonly dashboardParts: number;
  readonly tileAgeSeconds: number;
}

interface AskedTile {
  readonly place: number;
  readonly question: string;
  readonly tables: readonly string[];
  readonly hangsOnTime: boolean;
}

/**
 * The values of a dashboard's tiles that readers with equal rights share. One holds as long as its tables do not change.
 * If they do, it is shown with its age until reading all tiles again takes only a small part of the time.
 */
export class KeptTiles {
  readonly #scope: ReadScope;
  readonly #tiles: Kept['tiles'];
  readonly #asked: readonly AskedTile[];
  readonly #generation: number;
  readonly #limits: AgeLimits;

  constructor(scope: ReadScope, kept: Kept, slug: string, tiles: readonly TileColumns[], limits: AgeLimits) {
    this.#scope = scope;
    this.#limits = limits;
    this.#tiles = kept.tiles;
    this.#generation = kept.tiles.generation;
    const slots = { now: scope.now, ...identitySlots(scope.index, scope.actor) };
    this.#asked = tiles.map(({ place, columns }) => {
      const build = (parameters: Parameters) => `select ${columns(parameters).join(', ')}`;
      const key = `tile ${slug} ${place} ${authorityKey(scope)}`;
      const statement = keptStatement(scope.index, key, build);
      observe(scope, statement);
      return {
        place,
        question: `${scope.index.plan.settings.locale} ${key} ${valuesIn(statement, slots)}`,
        tables: [...statement.parameters.tables],
        hangsOnTime: statement.shared?.slots.includes('now') !== false,
      };
    });
  }

  /** The values of those of these places that need not be read. */
  async find(places: ReadonlySet<number>): Promise<TileValues> {
    const kept = this.#asked.flatMap((tile) => {
      const found = this.#tiles.find(tile.question);
      return found === undefined ? [] : [{ ...tile, ...found }];
    });
    const wanted = kept.filter(({ place }) => places.has(place));
    const numbers = await this.#changes('last', wanted);
    const cost = kept.reduce((sum, { answer }) => sum + answer.milliseconds, 0);
    const now = performance.now();
    const found = new Map<number, TileValue>();
    for (const tile of wanted) {
      const { value, target, readAt, at } = tile.answer;
      if (tile.numbers !== null && tile.numbers === numbers.get(keyOf(tile))) {
        found.set(tile.place, { value, target, asOf: null });
        continue;
      }
      const left = at + longestAge(cost, this.#limits) - now;
      if (left <= 0) continue;
      found.set(tile.place, { value, target, asOf: readAt });
      this.#scope.isOldFor?.(left);
    }
    return found;
  }

  /** Begins the reading of these places; what it returns keeps their values. */
  async begin(places: ReadonlySet<number>): Promise<(values: TileValues, milliseconds: number) => void> {
    const asked = this.#asked.filter(({ place }) => places.has(place));
    const numbers = await this.#changes('settled', asked);
    return (values, milliseconds) => {
      const at = performance.now();
      for (const tile of asked) {
        const read = values.get(tile.place);
        if (read === undefined) continue;
        const { value, target } = read;
        this.#tiles.keep({
          question: tile.question,
          numbers: tile.hangsOnTime ? null : (numbers.get(keyOf(tile)) ?? null),
          answer: { value, target, readAt: this.#scope.now, at, milliseconds: milliseconds / values.size },
          generation: this.#generation,
        });
      }
    };
  }

  async #changes(which: 'last' | 'settled', tiles: readonly AskedTile[]): Promise<Map<string, string | null>> {
    const lists = new Map(tiles.map((tile) => [keyOf(tile), tile.tables]));
    const entries = [...lists].map(
      async ([key, tables]) => [key, await readChanges(this.#scope, which, tables)] as const,
    );
    return new Map(await Promise.all(entries));
  }
}

const keyOf = ({ tables }: AskedTile): string => tables.join(' ');

/** How old a tile may be on a dashboard all of whose tiles take so many milliseconds. */
function longestAge(cost: number, limits: AgeLimits): number {
  const { dashboardFreshMilliseconds, dashboardParts, tileAgeSeconds } = limits;
  return cost < dashboardFreshMilliseconds ? 0 : Math.min(cost * dashboardParts, tileAgeSeconds * 1000);
}

/** The values that a tile hangs on besides its tables and the time. */
function valuesIn({ shared }: CompiledStatement, slots: Slots): string {
  return JSON.stringify((shared?.slots ?? []).filter((slot) => slot !== 'now').map((slot) => slots[slot]));
}
