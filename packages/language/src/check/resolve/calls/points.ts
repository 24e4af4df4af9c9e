import type { Constant } from '../../../model/constants.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Declared } from '../../declared.ts';

/** What the calls are read with. */
export interface CallPoints {
  readonly declared: Declared;
  readonly workflows: readonly Workflow[];
  readonly constants: readonly Constant[];
}
