import type { Expression } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Route } from '../../search/routes.ts';
import type { Fixture } from './fixture.ts';

/** The goal of a search for a record. */
export interface Goal {
  readonly entity: string;
  readonly state: string | null;
  /** The distance between a record and the goal, from 0 (it is the goal) to 1. */
  readonly want?: (world: World, id: string, fixture: Fixture) => number;
  /** The expressions on which `want` depends. */
  readonly about?: readonly (Expression | null)[];
  readonly creators?: readonly Actor[];
  /** Values with which the search starts, in addition to the required ones. */
  readonly given?: Body;
  /** Whether a record without these values is none that is sought, however near it is otherwise. */
  readonly keepsGiven?: true;
  /** The only route to the state; without it, the search takes any. */
  readonly route?: Route;
  /** A fixture that came near. */
  readonly near?: Fixture;
  /** Whether the sought record must be the last one that is made. */
  readonly isLast?: true;
  /**
   * Set if effects may make a record that nobody may create: the entities that are being searched for already, which
   * are excluded. Undefined: only records that somebody creates are searched.
   */
  readonly under?: readonly string[];
  readonly budget?: number;
  /** Good enough to end the search; what is nearer than `accept` will do when the budget is spent. */
  readonly nearest?: number;
  readonly accept?: number;
}

/** The distance of a fixture's result from the goal, and the fields on which it depends. */
export interface Tried {
  readonly cost: number;
  readonly focus: ReadonlySet<string>;
}

/** Whether the result is near enough. */
export function isAccepted({ accept, nearest }: Goal, { cost }: Pick<Tried, 'cost'>): boolean {
  return cost <= (accept ?? nearest ?? 0);
}
