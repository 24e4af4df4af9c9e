import { FIELD_CODES } from './entities/fields.ts';
import { SETTING_CODES } from './entities/settings.ts';
import { RECORD_CODES } from './entities/records.ts';
import { WORKING_TIME_CODES } from './entities/working-time.ts';

/** N3xx: what the checker says about point 3. */
export const ENTITIES_CODES = { ...FIELD_CODES, ...SETTING_CODES, ...RECORD_CODES, ...WORKING_TIME_CODES };
