import type { Constant } from '../../../model/constants.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Declared } from '../../declared.ts';

/** The context in which the calls are read. */
export interface CallPoints {
  readonly declared: Declared;
  readonly workflows: readonly Workflow[];
  readonly constants: readonly Constant[];
}
