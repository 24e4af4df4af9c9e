import type { Type } from '../expression/type.ts';
import type { Clause, ClauseAddress } from '../model/clause.ts';
import type { GivenBy } from '../model/constants.ts';
import type { Model } from '../model/model.ts';
import type { Screen } from '../model/screens.ts';

/** A screen; `derived` where no document states it. */
export type PlanScreen = Screen & { readonly derived?: boolean };

/**
 * Everything that a runtime needs of a document without errors, as JSON: the model without its source and terms,
 * completed by what the language derives (the entity `User`, derived fields, the standard errors, the settings).
 */
export interface Plan extends Omit<Model, 'tree' | 'places' | 'terms' | 'screens'> {
  readonly screens: readonly PlanScreen[];
  /** The functions that terms of point 9 are given by: all that is left of terms in a plan. */
  readonly given: readonly GivenFunction[];
  readonly settings: Settings;
  /** Every clause: its place and its source line or row. */
  readonly clauses: Readonly<Record<ClauseAddress, ClauseText>>;
  /** The document's own files, and behind them those of given functions and pages. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
}

/** A function of a file beside the document (9). */
export interface GivenFunction extends GivenBy, Clause {
  /** The term's name, by which expressions call it. */
  readonly name: string;
  /** Markdown. */
  readonly meaning: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
}

export interface ClauseText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The constants that the product itself reads (9), each with its standard value where it is not stated. */
export interface Settings {
  /** ISO 4217; null if CURRENCY is not stated (no field is `money` then). */
  readonly currency: string | null;
  /** The number of minor digits of `currency`. */
  readonly currencyDigits: number;
  readonly locale: string;
  readonly timeZone: string;
  /** Whether people choose the time zone in which they read instants (9, PERSONAL_TIME_ZONE). */
  readonly personalTimeZone: 'refused' | 'allowed';
  /** Whether people choose the region in whose form they read dates and numbers (9, PERSONAL_REGION). */
  readonly personalRegion: 'refused' | 'allowed';
  readonly pageSize: number;
  readonly maximumPageSize: number;
  readonly maximumUploadBytes: number;
  readonly maximumBodyBytes: number;
  readonly sessionSeconds: number;
  readonly loginAttempts: { readonly count: number; readonly seconds: number };
  readonly passwordLength: number;
  /** Whether people may choose a password that many people have, or that is made of their own name. */
  readonly commonPasswords: 'refused' | 'allowed';
  /** The time without a request after which a session ends; null: only `sessionSeconds` ends it. */
  readonly sessionIdleSeconds: number | null;
  /** How long a notice stays in its reader's inbox. */
  readonly noticesKeptSeconds: number;
  /** When the daily mails about notices are written, in `timeZone`: `07:00`. */
  readonly digestTime: string;
  /** `BRAND_NAME`, `BRAND_COLOUR` and `BRAND_LOGO`; null where they are not stated. */
  readonly brandName: string | null;
  readonly brandColour: string | null;
  readonly brandLogo: string | null;
  readonly requests: { readonly count: number; readonly seconds: number };
  /** Days of the week, Monday 1 to Sunday 7; Monday to Friday where WORKING_DAYS is not stated. */
  readonly workingDays: readonly number[];
  /** Dates. */
  readonly holidays: readonly string[];
}
