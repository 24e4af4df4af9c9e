import type { ConstantValue } from '../expression/constant-value.ts';
import type { Expression } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/** Point 9. */
export interface Constant extends Clause {
  readonly name: string;
  readonly meaning: string;
  readonly type: Type;
  readonly value: ConstantValue;
}

/** Point 9, `### Terms`: a named expression. Calls of it are inlined, so that a plan has none but those of given ones. */
export interface Term extends Clause {
  readonly name: string;
  /** Markdown. */
  readonly meaning: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
  /** Over the parameters and `user`, which may be null; null if it is not shown. */
  readonly expression: Expression | null;
  /** The rows of the table that states it. */
  readonly decisions?: Decisions;
  /** The function that gives it; it has no expression then. */
  readonly given?: GivenBy;
}

/** `given by functions.js#ibanValid`. */
export interface GivenBy {
  /** The file, relative to the main document's folder. */
  readonly file: string;
  /** The name that the file exports. */
  readonly exported: string;
  readonly result: GivenResult;
}

/** The types of results of given functions. */
export type GivenResult = 'boolean' | 'integer' | 'decimal' | 'text' | 'date';

/** A decision table: `unique`, so that no two rows fit, or `first`, so that the first one that fits counts. */
export interface Decisions {
  readonly policy: 'unique' | 'first';
  /** The condition of each row over the parameters; null if it fits always. */
  readonly cases: readonly { readonly clause: ClauseAddress; readonly condition: Expression | null }[];
}
