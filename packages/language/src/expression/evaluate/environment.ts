import type { Expression } from '../tree.ts';
import type { WorkingCalendar } from '../working-days.ts';

/** What an expression is evaluated with. All values are in the wire's form. */
export interface Environment extends WorkingCalendar {
  /** `this`, `user`, `old`, `input`, … by name: records as plain objects, null where there is none. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly constants: Readonly<Record<string, unknown>>;
  /** The instant of `now()`, RFC 3339. */
  readonly now: string;
  /** The product's `TIME_ZONE` (IANA). */
  readonly timeZone: string;
  /** All records of an entity, for those who have them; without it a query of an entity is an error of the caller. */
  readonly records?: (entity: string) => readonly unknown[];
  /** Whether somebody holds a role; without it only the assigned roles in `user.roles` are known. */
  readonly holdsRole?: (user: unknown, role: string) => boolean;
}

/** One evaluation. `locals` are the records that queries stand at. */
export interface Frame {
  readonly environment: Environment;
  readonly locals: Record<string, unknown>;
}

/** A compiled expression, on the inner form of values (see `values.ts`). */
export type Closure = (frame: Frame) => unknown;

/** Compiles a part of the expression. */
export type Compile = (expression: Expression) => Closure;
