import type { Type } from '../expression/type.ts';
import type { Clause } from './clause.ts';

/** Point 9. */
export interface Constant extends Clause {
  readonly name: string;
  readonly meaning: string;
  readonly type: Type;
  readonly value: ConstantValue;
}

export type ConstantValue =
  /** In the form of `Literal.value`; a list as an array of these; `10 MB` in bytes; `10 per hour` as `{count, seconds}`. */
  | { readonly kind: 'literal'; readonly value: unknown; readonly currency?: string }
  | { readonly kind: 'env' | 'secret'; readonly name: string }
  | { readonly kind: 'open' };
