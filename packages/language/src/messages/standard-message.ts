import { isStandardError } from '../vocabulary/standard-errors.ts';
import type { Catalogue } from './catalogue.ts';
import type { StandardMessage } from './message.ts';

type MessageKey = keyof Catalogue;

/** The parameters of a message: `[{ label: 'Date' }]`; none if its words are always the same. */
type Values<Key extends MessageKey> = Catalogue[Key] extends (
  values: infer Given extends object,
  ...rest: never
) => string
  ? [values: Given]
  : [];

/** A message of the catalogue. All messages are made here, so that each has words in every language. */
export function message<Key extends MessageKey>(key: Key, ...values: Values<Key>): StandardMessage {
  const [given]: readonly object[] = values;
  return given === undefined ? { key } : { key, values: given };
}

/** The message of an error of point 8 for which the document states no words. */
export function standardMessage(code: string): StandardMessage {
  return message('standard', { code: isStandardError(code) ? code : 'INVALID' });
}
