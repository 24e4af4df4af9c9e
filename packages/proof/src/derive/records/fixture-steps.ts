import type { ClauseAddress } from '@nonet/language';
import type { Timer } from '../../reference/advance.ts';
import type { Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Fixture } from './fixture.ts';

/**
 * One step of a fixture: an actor's request, a timer that the record waits for, an event of another record that causes
 * the step, or an effect that has created the record meanwhile.
 */
export type FixtureStep = FixtureRequest | FixtureWait | FixtureCaused | FixtureMade;

export interface FixtureRequest {
  readonly kind: 'request';
  readonly as: Actor;
  readonly request: Request;
  readonly clauses: readonly ClauseAddress[];
}

export interface FixtureWait {
  readonly kind: 'wait';
  readonly timer: Timer;
  /** When the timer's time comes; null: it never does for this record. */
  readonly until: string | null;
  readonly clauses: readonly ClauseAddress[];
}

export interface FixtureCaused {
  readonly kind: 'caused';
  /** The request on another record that causes the step; null if there is no such record. */
  readonly request: Request | null;
  readonly as: Actor;
  /** Whether it only prepares the request that causes the step. */
  readonly isBefore?: true;
  readonly clauses: readonly ClauseAddress[];
}

/** An effect has made the record; the following steps concern it. */
export interface FixtureMade {
  readonly kind: 'made';
  readonly entity: string;
  /** Which of those that it has made, counted from the last one. */
  readonly place: number;
  readonly clauses: readonly ClauseAddress[];
}

/** The request that begins a fixture's record. */
export function firstOf({ entity, route, creator, draft, asked }: Fixture): FixtureRequest {
  const [first] = route;
  return first?.row.from === 'new'
    ? {
        kind: 'request',
        as: creator,
        request: { kind: 'fire', entity, id: null, event: first.event, body: asked[first.event] ?? {} },
        clauses: [first.row.clause],
      }
    : {
        kind: 'request',
        as: creator,
        request: { kind: 'create', entity, body: draft },
        clauses: [`6.${entity}.create`],
      };
}

/** The latest record of an entity that was not there before, or so many before it; null: there is none. */
export function madeSince(before: World, after: World, entity: string, place = 0): string | null {
  return allMadeSince(before, after, entity).at(-1 - place) ?? null;
}

/** The records of an entity that were not there before, in their order. */
export function allMadeSince(before: World, after: World, entity: string): string[] {
  return after.living(entity).flatMap(({ id }) => (before.get(id) === null ? [id] : []));
}
