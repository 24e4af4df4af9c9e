/** The code that Node.js and PostgreSQL give an error (`ENOENT`, `40001`); null if it has none. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
