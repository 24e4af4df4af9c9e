/** The forms on the wire about the notices of a signed-in person. */

/**
 * GET /api/-/notices/state, which `GET /api/-/events?inbox=-%2Fnotices%2Fstate` follows. POST /api/-/notices/read and
 * /api/-/notices/unread {ids} or {until} mark notices, and answer the state behind it.
 */
export interface InboxStateView {
  /** 100 if there are so many or more. */
  unread: number;
  /** The id of the newest notice; null if there is none. */
  newest: string | null;
}

/** GET /api/-/notices?unread=true&limit=20&cursor={next}: the newest first. */
export interface InboxView extends InboxStateView {
  items: NoticeView[];
  next: string | null;
}

export interface NoticeView {
  id: string;
  /** The name of the notice in the document. */
  notice: string;
  at: string;
  read: boolean;
  subject: string;
  /** Markdown of the document, values, which are text whatever they hold, and addresses of records. */
  body: NoticePart[];
  /** An address within the product (`/loans/7`), or outside it; null if it leads nowhere. */
  link: string | null;
}

export type NoticePart = string | { value: string } | { link: string | null };

/**
 * GET /api/-/notices/preferences: the notices that this person has got. PATCH /api/-/notices/preferences/{notice} {way}
 * chooses how they get one.
 */
export interface NoticePreferenceView {
  notice: string;
  /** Its name in words: `Note ready`. */
  label: string;
  /** The prose of the document about it. */
  description: string;
  way: NoticeWayView;
  /** Whether it can't be turned off. */
  necessary: boolean;
}

/** In the inbox; there and by mail, at once (`mail`) or once a day (`digest`), where the deployment sends mail; or not at all. */
export type NoticeWayView = 'inbox' | 'mail' | 'digest' | 'off';
