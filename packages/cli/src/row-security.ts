import { Failure } from './failure.ts';

/**
 * Whether `ROW_SECURITY` is on: readings go through functions of the database as well, below the compiled conditions.
 * @throws {Failure} if it is neither `on` nor `off`
 */
export function hasRowSecurity({ ROW_SECURITY: stated }: Readonly<Record<string, string | undefined>>): boolean {
  if (stated === undefined || stated === '' || stated === 'off') return false;
  if (stated === 'on') return true;
  throw new Failure(`ROW_SECURITY is \`on\` or \`off\`, not \`${stated}\`.`, 2);
}
