import { ROLE_TABLE_CODES } from './roles/tables.ts';
import { CELL_CODES } from './roles/cells.ts';

export { type NeverGiven, SETTING_AGAINST } from './roles/tables.ts';

/** N6xx: what the checker says about point 6. */
export const ROLES_CODES = { ...ROLE_TABLE_CODES, ...CELL_CODES };
