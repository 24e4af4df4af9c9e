import type { Expression } from '../tree.ts';
import type { WorkingCalendar } from '../working-calendar.ts';

/** The environment in which an expression is evaluated. All values are in the wire's form. */
export interface Environment extends WorkingCalendar {
  /** `this`, `user`, `old`, `input`, … by name: records as plain objects, null if there is none. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly constants: Readonly<Record<string, unknown>>;
  /** The instant of `now()`, RFC 3339. */
  readonly now: string;
  /** The product's `TIME_ZONE` (IANA). */
  readonly timeZone: string;
  /**
   * All records of an entity, if the caller has them; without this function a query of an entity is an error of the
   * caller.
   */
  readonly records?: (entity: string) => readonly unknown[];
  /** Calls a function that the document is given, on values in the wire's form; null where it fails. */
  readonly callGiven?: (name: string, values: readonly unknown[]) => unknown;
  /** Whether a user holds a role. Without this function, only the assigned roles in `user.roles` are known. */
  readonly holdsRole?: (user: unknown, role: string) => boolean;
}

/** One evaluation. `locals` are the records that queries are at. */
export interface Frame {
  readonly environment: Environment;
  readonly locals: Record<string, unknown>;
}

/** A compiled expression, on the inner form of values (see `values.ts`). */
export type Closure = (frame: Frame) => unknown;

/** Compiles a part of the expression. */
export type Compile = (expression: Expression) => Closure;
