import type { Actor } from '../reference/permissions.ts';
import type { Body } from '../reference/body.ts';
import type { Route } from '../search/routes.ts';

/** How one record came to be: who made it of what, and what the events on its way were told. */
export interface Fixture {
  readonly entity: string;
  readonly route: Route;
  readonly creator: Actor;
  readonly draft: Body;
  readonly asked: Readonly<Record<string, Body>>;
}
