import type { Expression } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Route } from '../../search/routes.ts';
import type { Fixture } from './fixture.ts';

/** What a search for a record is for. */
export interface Goal {
  readonly entity: string;
  readonly state: string | null;
  /** How far a record that came so far is from what is sought, 0 where it is that; from 0 to 1. */
  readonly want?: (world: World, id: string, fixture: Fixture) => number;
  /** What `want` depends on. */
  readonly about?: readonly (Expression | null)[];
  readonly creators?: readonly Actor[];
  /** What the search begins with beside what is required. */
  readonly given?: Body;
  /** The only way to go; otherwise any that leads to the state. */
  readonly route?: Route;
  /** A fixture that came near. */
  readonly near?: Fixture;
  /** Whether nothing may be made after what is sought. */
  readonly isLast?: true;
  /**
   * A record that nobody may begin is sought where effects make it: by records of other entities than these, which are
   * sought for that already. Undefined: only what somebody begins is sought.
   */
  readonly under?: readonly string[];
  readonly budget?: number;
  /** Good enough to end the search; what is nearer than `accept` will do when the budget is spent. */
  readonly nearest?: number;
  readonly accept?: number;
}

/** How far a fixture leads from the goal, and the fields on which that depends. */
export interface Tried {
  readonly cost: number;
  readonly focus: ReadonlySet<string>;
}

/** Whether it is near enough. */
export function isAccepted({ accept, nearest }: Goal, { cost }: Pick<Tried, 'cost'>): boolean {
  return cost <= (accept ?? nearest ?? 0);
}
