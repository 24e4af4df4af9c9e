import type { Code } from './code.ts';
import { ALLOW_CODES } from './codes/allow.ts';
import { CALLS_CODES } from './codes/calls.ts';
import { CONSTANTS_CODES } from './codes/constants.ts';
import { DISCLOSURE_CODES } from './codes/disclosures.ts';
import { DOCUMENT_CODES } from './codes/document.ts';
import { ENTITIES_CODES } from './codes/entities.ts';
import { ERRORS_CODES } from './codes/errors.ts';
import { EXAMPLES_CODES } from './codes/examples.ts';
import { EXPRESSION_CODES } from './codes/expressions.ts';
import { SUGGESTION_CODES } from './codes/suggestions.ts';
import { GIVEN_CALL_CODES, GIVEN_CODES } from './codes/given.ts';
import { GIVEN_PAGE_CODES } from './codes/given-pages.ts';
import { NAMES_CODES } from './codes/names.ts';
import { PURPOSE_CODES } from './codes/purpose.ts';
import { ROLES_CODES } from './codes/roles.ts';
import { RULES_CODES } from './codes/rules.ts';
import { SCREENS_CODES } from './codes/screens.ts';
import { STATES_CODES } from './codes/states.ts';
import { TABLE_CODES } from './codes/tables.ts';

/** The code of every diagnostic, with the type of its details. */
type Codes = typeof DOCUMENT_CODES &
  typeof TABLE_CODES &
  typeof EXPRESSION_CODES &
  typeof NAMES_CODES &
  typeof SUGGESTION_CODES &
  typeof ALLOW_CODES &
  typeof PURPOSE_CODES &
  typeof SCREENS_CODES &
  typeof ENTITIES_CODES &
  typeof STATES_CODES &
  typeof EXAMPLES_CODES &
  typeof RULES_CODES &
  typeof GIVEN_CALL_CODES &
  typeof GIVEN_CODES &
  typeof GIVEN_PAGE_CODES &
  typeof ROLES_CODES &
  typeof DISCLOSURE_CODES &
  typeof CALLS_CODES &
  typeof ERRORS_CODES &
  typeof CONSTANTS_CODES;

/** The id of a code of the catalogue: `'N012'`. */
export type CodeId = keyof Codes;

type DetailsByCode = { readonly [Id in CodeId]: Codes[Id] extends Code<infer Details> ? Details : never };

/** The details of a code's diagnostics: `DetailsOf<'N057'>` has the unknown name and the kind of name. */
export type DetailsOf<Id extends CodeId> = DetailsByCode[Id];

/** The tables that make up the catalogue, in the order of their first codes. */
export const CODE_TABLES: readonly Readonly<Record<string, Code<never>>>[] = [
  DOCUMENT_CODES,
  TABLE_CODES,
  EXPRESSION_CODES,
  NAMES_CODES,
  SUGGESTION_CODES,
  ALLOW_CODES,
  PURPOSE_CODES,
  SCREENS_CODES,
  ENTITIES_CODES,
  { ...STATES_CODES, ...EXAMPLES_CODES },
  { ...RULES_CODES, ...GIVEN_CALL_CODES, ...GIVEN_CODES, ...GIVEN_PAGE_CODES },
  { ...ROLES_CODES, ...DISCLOSURE_CODES },
  CALLS_CODES,
  ERRORS_CODES,
  CONSTANTS_CODES,
];

/** Every code that a diagnostic can carry, by its id (`N012`). */
export const CATALOGUE: ReadonlyMap<string, Code<never>> = new Map(
  CODE_TABLES.flatMap((table) => Object.entries(table)),
);

/** The code with this id, in any letter case (`n012`); undefined if there is none. */
export function findCode(id: string): Code<never> | undefined {
  return CATALOGUE.get(id.trim().toUpperCase());
}
