export { MESSAGE_LANGUAGES } from '../messages/catalogue.ts';
export { sayOfFieldsIn } from '../messages/field-sentence.ts';
export type { Message } from '../messages/message.ts';
export { formatSize, type Say } from '../messages/say.ts';
export { sayIn } from '../messages/sentence.ts';
export { message, standardMessage } from '../messages/standard-message.ts';
