import { fields as en } from './en/fields.ts';
import { fields as nl } from './nl/fields.ts';
import { sayer } from './sayer.ts';

/** The same for what is said of fields alone, so that a browser need not load the words of all that is ever said. */
export const sayOfFieldsIn = sayer({ en, nl });
