import { ENGINE_LIMITS } from '../engine-limits.ts';

/**
 * The settings of each connection: UTC and ISO forms, so that a value has one text. `schema`: the one that the product is in
 * (`schema-names.ts`), or null.
 */
export function sessionSettings(schema: string | null): Readonly<Record<string, string>> {
  return { search_path: `${schema ?? 'product'},public`, ...SETTINGS };
}

const SETTINGS: Readonly<Record<string, string>> = {
  // A page's limit is a value, so the planner expects a tenth of the table, and compiles for seconds what reads 25 rows.
  jit: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  statement_timeout: `${ENGINE_LIMITS.statementSeconds}s`,
};
