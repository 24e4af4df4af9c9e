import type { ConstantValue } from '../expression/constant-value.ts';
import type { Type } from '../expression/type.ts';
import type { Clause } from './clause.ts';

/** Point 9. */
export interface Constant extends Clause {
  readonly name: string;
  readonly meaning: string;
  readonly type: Type;
  readonly value: ConstantValue;
}
