import type { GivenRequest } from '@nonet/client';
import type { ClauseAddress } from '@nonet/language';
import type { Account } from '../derive/records/accounts.ts';
import type { ReceiverAnswer } from './case.ts';
import type { Fault } from './fault.ts';

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

/** The content of a page at an address of the product. */
export interface Opened {
  /** Clauses of what is to be seen there: of the screen itself, its columns, fields, tiles and actions. */
  readonly clauses: readonly string[];
  /** For each requested id that is on the screen: the clauses of the record's parts, with its menu opened. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** The addresses in the menu, in its order. */
  readonly menu: readonly string[];
  /** The errors that the page reported. */
  readonly complaints: readonly string[];
  /** For each request that a given page was made to ask for: the code of its refusal, and the fields of its records. */
  readonly probed?: readonly { readonly code: string | null; readonly fields: readonly string[] }[];
}

/** A screen, and the reader who opens it. */
export interface OpenedAs {
  readonly screen: ClauseAddress;
  /** The roles of the reader, in words: `member, clerk`. */
  readonly role: string;
}

export interface ProductBrowser {
  /**
   * `cookie`: the session; null: nobody is signed in. Resolves when the screen's data is loaded and the menus of these
   * records have been opened. `as`: the caption for a picture of the screen; null: this reader must not see it.
   * `requests`: what the page of a given screen is made to ask for.
   */
  open(
    cookie: string | null,
    address: string,
    records: readonly string[],
    as: OpenedAs | null,
    requests?: readonly GivenRequest[],
  ): Promise<Opened>;
}

/** A running product, and the ways to control it in addition to HTTP requests. */
export interface Host {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Whether the product answers the derived API; if not, it is another server, and only point 7 is tested. */
  readonly derived: boolean;
  /** Makes an account; answers its real id. Null: accounts can't be made here. */
  readonly addAccount: ((account: Account) => Promise<string>) | null;
  /** The cookies of a session of an account, by its real id. */
  signIn(id: string): Promise<string>;
  /** Counts requests again for REQUESTS_PER_MINUTE (9). Missing: the time has to pass that the limit is for. */
  forgetRequests?(): void;
  /** Moves the product's clock. Null: it can't be moved. */
  readonly setTime: ((at: string) => void) | null;
  /** Does what is due: timers and outbound calls. */
  readonly settle: (() => Promise<void>) | null;
  /** The receiver of the product's calls. Null: there is none. */
  readonly receiver: {
    /** From now on the product sends no call; its calls stay queued. */
    holdBack(): Promise<void>;
    /**
     * Sets the answers of the next calls: each gets the first one that fits. Calls that were queued while calls were
     * held back are never sent.
     */
    answer(by: readonly ReceiverAnswer[]): Promise<void>;
    /** The calls since the last time. */
    take(): readonly ReceivedCall[];
  } | null;
  /** Opens the product's screens. Null: there is no browser. */
  readonly browser: ProductBrowser | null;
  /** The first fault that the product has logged since the last request for it: null: none. */
  takeFault?(): Fault | null;
  /** Puts the records back as they were at the first start. Null: it can't be done. */
  readonly reset: (() => Promise<void>) | null;
}
