import { bodies } from './ar/bodies.ts';
import { fields } from './ar/fields.ts';
import { files } from './ar/files.ts';
import { lists } from './ar/lists.ts';
import { records } from './ar/records.ts';
import { recurrences } from './ar/recurrences.ts';
import { requests } from './ar/requests.ts';
import { standard } from './ar/standard.ts';

export const ar = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
