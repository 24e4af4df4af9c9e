import type { MadeCall } from '../model/calls.ts';
import type { ClauseAddress, Gap } from '../model/clause.ts';
import type { Constant } from '../model/constants.ts';
import type { Entity } from '../model/entities.ts';
import type { CatalogueError } from '../model/errors.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Permissions, Role } from '../model/roles.ts';
import type { Rule } from '../model/rules.ts';
import type { Screen } from '../model/screens.ts';
import type { Workflow } from '../model/states.ts';
import type { PointName } from '../points.ts';

/**
 * What a runtime needs of a document without errors, as JSON: the model without its source, completed by what the
 * language derives (the entity `User`, derived fields, the standard errors, the settings).
 */
export interface Plan {
  readonly title: string;
  readonly openPoints: readonly PointName[];
  readonly purpose: Purpose;
  readonly screens: readonly Screen[];
  readonly entities: readonly Entity[];
  readonly states: readonly Workflow[];
  readonly rules: readonly Rule[];
  readonly roles: readonly Role[];
  readonly permissions: readonly Permissions[];
  readonly calls: readonly MadeCall[];
  /** The catalogue, and the standard errors that it does not reword. */
  readonly errors: readonly CatalogueError[];
  readonly constants: readonly Constant[];
  readonly gaps: readonly Gap[];
  readonly settings: Settings;
  /** Every clause: where it stands and what it says there (its source line or row). */
  readonly clauses: Readonly<Record<ClauseAddress, ClauseText>>;
  /** The document's own files, for the screen that shows it. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
}

export interface ClauseText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The constants that the product itself reads (9), each with its standard value where it is not stated. */
export interface Settings {
  /** ISO 4217; null where CURRENCY is not stated (no field is `money` then). */
  readonly currency: string | null;
  /** The number of minor digits of `currency`. */
  readonly currencyDigits: number;
  readonly locale: string;
  readonly timeZone: string;
  readonly pageSize: number;
  readonly maximumPageSize: number;
  readonly maximumUploadBytes: number;
  readonly maximumBodyBytes: number;
  readonly sessionSeconds: number;
  readonly loginAttempts: { readonly count: number; readonly seconds: number };
  readonly passwordLength: number;
  readonly requests: { readonly count: number; readonly seconds: number };
}
