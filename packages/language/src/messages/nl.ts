import { bodies } from './nl/bodies.ts';
import { fields } from './nl/fields.ts';
import { files } from './nl/files.ts';
import { lists } from './nl/lists.ts';
import { records } from './nl/records.ts';
import { recurrences } from './nl/recurrences.ts';
import { requests } from './nl/requests.ts';
import { standard } from './nl/standard.ts';

export const nl = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
