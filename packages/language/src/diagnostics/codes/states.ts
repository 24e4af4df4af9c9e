import { LIFE_CODES } from './states/life.ts';
import { VALUE_CODES } from './states/values.ts';
import { WORKFLOW_CODES } from './states/workflows.ts';

/** N4xx: what the checker says about point 4. */
export const STATES_CODES = { ...WORKFLOW_CODES, ...LIFE_CODES, ...VALUE_CODES };
