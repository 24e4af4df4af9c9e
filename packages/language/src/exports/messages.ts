export { MESSAGE_LANGUAGES } from '../messages/catalogue.ts';
export { fetchFieldMessages, fieldMessageFormatIn } from '../messages/field-sentence.ts';
export type { Message } from '../messages/message.ts';
export { formatSize, type MessageFormat } from '../messages/message-format.ts';
export { repeats } from '../messages/repeats.ts';
export { messageFormatIn } from '../messages/sentence.ts';
export { message, standardMessage } from '../messages/standard-message.ts';
