import { type Draft, table } from './draft.ts';

const STANDARD: readonly (readonly [string, string])[] = [
  ['INVALID', '400'],
  ['UNAUTHENTICATED', '401'],
  ['WRONG_CREDENTIALS', '401'],
  ['FORBIDDEN', '403'],
  ['NOT_FOUND', '404'],
  ['METHOD_NOT_ALLOWED', '405'],
  ['NOT_UNIQUE', '409'],
  ['IN_USE', '409'],
  ['INVALID_TRANSITION', '409'],
  ['STALE', '412'],
  ['TOO_LARGE', '413'],
  ['UNSUPPORTED_MEDIA_TYPE', '415'],
  ['REQUIRED', '422'],
  ['TOO_LONG', '422'],
  ['TOO_SHORT', '422'],
  ['OUT_OF_RANGE', '422'],
  ['NO_MATCH', '422'],
  ['NOT_ALLOWED', '422'],
  ['IDEMPOTENCY_CONFLICT', '422'],
  ['PRECONDITION_REQUIRED', '428'],
  ['TOO_MANY_REQUESTS', '429'],
  ['INTERNAL', '500'],
  ['NOT_SPECIFIED', '501'],
  ['UNAVAILABLE', '503'],
];

/** Point 8: what rules and events raise, and standard errors in other words. */
export function writeErrors(draft: Draft): string {
  const { dice } = draft;
  const rows = draft.errors.map(({ code, status, message, when, key }) => ({
    code,
    status,
    message,
    key,
    when: [...when].join(', '),
  }));
  const isTranslated = dice.once(4);
  for (const [code, status] of dice.some(STANDARD, 2))
    rows.push({ code, status, message: `No (${code.toLowerCase()}).`, key: '', when: 'derived' });
  if (rows.length === 0) return 'none';
  const all = isTranslated ? rows.map((row) => ({ ...row, 'message (nl)': 'Dit kan niet.' })) : rows;
  return table(['code', 'status', 'key', 'message', 'message (nl)', 'when'], all);
}
