/** A standard message before it is worded: its name in the catalogue and its parameters. Plain data. */
export interface StandardMessage {
  readonly key: string;
  readonly values?: object;
}

/**
 * A message to users: a standard one, which the server words in the reader's language when it answers; text that the
 * document states; or several messages in a row.
 */
export type Message = string | StandardMessage | readonly Message[];
