import { bodies } from './en/bodies.ts';
import { fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { lists } from './en/lists.ts';
import { records } from './en/records.ts';
import { recurrences } from './en/recurrences.ts';
import { requests } from './en/requests.ts';
import { standard } from './en/standard.ts';

export const en = { ...standard, ...fields, ...recurrences, ...records, ...files, ...lists, ...bodies, ...requests };
