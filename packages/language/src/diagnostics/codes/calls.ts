import { OUTBOUND_CODES } from './calls/outbound.ts';
import { EXACT_CODES } from './calls/exact.ts';
import { ACCOUNT_MAIL_CODES } from './calls/account-mails.ts';
import { FEED_CODES } from './calls/feeds.ts';
import { MAIL_CODES } from './calls/mails.ts';
import { PAPER_CODES } from './calls/papers.ts';
import { RECEIVED_CODES } from './calls/received.ts';
import { JOURNEY_CODES } from './calls/journeys.ts';
import { SIGNED_CODES } from './calls/signed.ts';

export { isNotUnique } from './calls/exact.ts';

/** N7xx: what the checker says about point 7. */
export const CALLS_CODES = {
  ...OUTBOUND_CODES,
  ...MAIL_CODES,
  ...PAPER_CODES,
  ...RECEIVED_CODES,
  ...SIGNED_CODES,
  ...JOURNEY_CODES,
  ...FEED_CODES,
  ...ACCOUNT_MAIL_CODES,
  ...EXACT_CODES,
};
