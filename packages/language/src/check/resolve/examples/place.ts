import type { Type } from '../../../expression/type.ts';
import type { GivenRecord } from '../../../model/examples.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { recordType } from '../types.ts';

/** The context in which an example is read. */
export interface ExamplePlace {
  readonly context: Context;
  readonly declared: Declared;
  readonly workflows: readonly Workflow[];
  /** The errors that clauses of points 4 and 5 raise. */
  readonly raised: ReadonlySet<string>;
  readonly clause: string;
}

/** The given records that have a name of their own (`Claim as c`), as variables. */
export function namedRecords(given: readonly GivenRecord[]): Record<string, Type> {
  const named = given.filter(({ variable }) => !variable.startsWith('$'));
  return Object.fromEntries(named.map(({ variable, entity }) => [variable, recordType(entity)]));
}
