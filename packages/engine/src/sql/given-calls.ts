import type { GivenCall } from '@nonet/language';
import type { SqlContext } from './context.ts';

/** The value of a given function, which was called before the statement is sent (9). */
export function compileGivenCall(call: GivenCall, { givenCall }: SqlContext): string {
  if (givenCall === undefined) throw new Error(`The given function ${call.name} is not called here.`);
  return givenCall(call);
}
