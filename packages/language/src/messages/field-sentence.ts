import { fields as en } from './en/fields.ts';
import { fields as nl } from './nl/fields.ts';
import { messageFormats } from './message-formats.ts';

/** Like `messageFormatIn`, with the messages about fields only, so that a browser need not load all messages. */
export const fieldMessageFormatIn = messageFormats({ en, nl });
