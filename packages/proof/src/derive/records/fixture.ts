import type { Actor } from '../../reference/permissions.ts';
import type { Body } from '../../reference/body.ts';
import type { Route } from '../../search/routes.ts';

/** How one record came to be: who made it of what, and with which inputs the events on its way were fired. */
export interface Fixture {
  readonly entity: string;
  readonly route: Route;
  readonly creator: Actor;
  readonly draft: Body;
  readonly asked: Readonly<Record<string, Body>>;
  /** How another record came to make this one by an effect (4: `create E(…)`), where nobody begins it: it has no draft then. */
  readonly origin?: Fixture;
}
