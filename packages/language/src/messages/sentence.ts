import { MESSAGES } from './catalogue.ts';
import { messageFormats } from './message-formats.ts';

/** The formats of all messages of the product itself, by locale. */
export const messageFormatIn = messageFormats(MESSAGES);
