import { MESSAGES } from './catalogue.ts';
import { sayer } from './sayer.ts';

/** How all that the product itself says is said in a locale. */
export const sayIn = sayer(MESSAGES);
