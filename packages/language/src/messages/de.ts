import { bodies } from './de/bodies.ts';
import { fields } from './de/fields.ts';
import { files } from './de/files.ts';
import { lists } from './de/lists.ts';
import { records } from './de/records.ts';
import { recurrences } from './de/recurrences.ts';
import { requests } from './de/requests.ts';
import { standard } from './de/standard.ts';

export const de = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
