import type { Scope } from '../../../expression/scope.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';

/** The context in which effects are read: `scope` is the clause's own, its `this` a record of `entity`. */
export interface EffectPlace {
  readonly context: Context;
  readonly declared: Declared;
  readonly entity: string;
  readonly scope: Scope;
  /** The row of an event that the effects are of; of a call's effects none. */
  readonly row?: string;
  /** The effect's number in its cell, from 0. */
  readonly number?: number;
  /** The records that a `for` around the effect names, with their entity. */
  readonly records?: ReadonlyMap<string, string>;
}
