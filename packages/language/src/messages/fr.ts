import { bodies } from './fr/bodies.ts';
import { fields } from './fr/fields.ts';
import { files } from './fr/files.ts';
import { lists } from './fr/lists.ts';
import { records } from './fr/records.ts';
import { recurrences } from './fr/recurrences.ts';
import { requests } from './fr/requests.ts';
import { standard } from './fr/standard.ts';

export const fr = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
