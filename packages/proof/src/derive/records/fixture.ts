import type { Actor } from '../../reference/permissions.ts';
import type { Body } from '../../reference/body.ts';
import type { Route } from '../../search/routes.ts';

/** How one record is made: its creator and initial values, and the inputs of the events that follow. */
export interface Fixture {
  readonly entity: string;
  readonly route: Route;
  readonly creator: Actor;
  readonly draft: Body;
  readonly asked: Readonly<Record<string, Body>>;
  /**
   * The fixture of another record whose effect makes this one (4: `create E(…)`), if nobody creates it directly; it
   * has no draft then.
   */
  readonly origin?: Fixture;
  /** Which of several records that the effect makes it is, counted from the last one; without it, the last one. */
  readonly place?: number;
}
