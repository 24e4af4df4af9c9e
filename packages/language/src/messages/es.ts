import { bodies } from './es/bodies.ts';
import { fields } from './es/fields.ts';
import { files } from './es/files.ts';
import { lists } from './es/lists.ts';
import { records } from './es/records.ts';
import { recurrences } from './es/recurrences.ts';
import { requests } from './es/requests.ts';
import { standard } from './es/standard.ts';

export const es = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
