import { bodies as enBodies } from './en/bodies.ts';
import { fields as enFields } from './en/fields.ts';
import { files as enFiles } from './en/files.ts';
import { lists as enLists } from './en/lists.ts';
import { records as enRecords } from './en/records.ts';
import { requests as enRequests } from './en/requests.ts';
import { standard as enStandard } from './en/standard.ts';
import { bodies } from './nl/bodies.ts';
import { fields } from './nl/fields.ts';
import { files } from './nl/files.ts';
import { lists } from './nl/lists.ts';
import { records } from './nl/records.ts';
import { requests } from './nl/requests.ts';
import { standard } from './nl/standard.ts';

const en = {
  ...enStandard,
  ...enFields,
  ...enRecords,
  ...enFiles,
  ...enLists,
  ...enBodies,
  ...enRequests,
};

/** Every message of the product's own. English is the catalogue's measure. */
export type Catalogue = typeof en;

/** All catalogues, by language. */
export const MESSAGES = {
  en,
  nl: { ...standard, ...fields, ...records, ...files, ...lists, ...bodies, ...requests },
} as const satisfies Record<string, Catalogue>;

/** The languages that the product's own messages have words in. */
export const MESSAGE_LANGUAGES: readonly string[] = Object.keys(MESSAGES);
