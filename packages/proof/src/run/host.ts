import type { ClauseAddress } from '@nonet/language';
import type { Account } from '../derive/records/accounts.ts';
import type { ReceiverAnswer } from './case.ts';

/** A call that the product made. */
export interface ReceivedCall {
  /** The origin's constant is known by the first segment of the path, where the host has put one. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
}

/** What somebody finds at an address of the product. */
export interface Opened {
  /** Clauses of what is to be seen there: of the screen itself, its columns, fields, tiles and actions. */
  readonly clauses: readonly string[];
  /** By the ids that were asked for, as far as they are there: the clauses of what stands with a record, its menu opened. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** Where the menu leads, in its order. */
  readonly menu: readonly string[];
  /** What the page complains of. */
  readonly complaints: readonly string[];
}

/** Which screen is opened, and by whom. */
export interface OpenedAs {
  readonly screen: ClauseAddress;
  /** In words, the roles of who opens it: `member, clerk`. */
  readonly role: string;
}

export interface ProductBrowser {
  /**
   * `cookie`: whose session it is; null: nobody is signed in. Answers when the screen's data is there, and the menus of
   * these records have been opened. `as`: for a picture of the screen; null: this reader must not see it.
   */
  open(cookie: string | null, address: string, records: readonly string[], as: OpenedAs | null): Promise<Opened>;
}

/** A running product, and what can be done with it besides asking it over HTTP. */
export interface Host {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Whether it answers the derived API; else it is somebody else's server, and only point 7 is asked of it. */
  readonly derived: boolean;
  /** Makes an account; answers its real id. Null: accounts can't be made here. */
  readonly addAccount: ((account: Account) => Promise<string>) | null;
  /** The cookies of a session of an account, by its real id. */
  signIn(id: string): Promise<string>;
  /** Counts requests anew for REQUESTS_PER_MINUTE (9). Missing: the time has to pass that the limit is for. */
  forgetRequests?(): void;
  /** Moves the product's clock. Null: it can't be moved. */
  readonly setTime: ((at: string) => void) | null;
  /** Does what is due: timers and outbound calls. */
  readonly settle: (() => Promise<void>) | null;
  /** What receives the product's calls. Null: nothing does. */
  readonly receiver: {
    /** How the next calls are answered: each by the first that is for it. */
    answer(by: readonly ReceiverAnswer[]): void;
    /** The calls since the last time. */
    take(): readonly ReceivedCall[];
  } | null;
  /** Opens the product's screens. Null: there is no browser. */
  readonly browser: ProductBrowser | null;
  /** What the product has logged of the first fault of its own since the last time: a message and a stack. Null: none. */
  takeFault?(): string | null;
  /** Puts the records back as they were at the first start. Null: it can't be done. */
  readonly reset: (() => Promise<void>) | null;
}
