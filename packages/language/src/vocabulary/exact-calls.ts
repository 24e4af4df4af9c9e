/** The words of the exact calls (7), in the order of the reference. */

/** The settings of `### Answered`, in addition to `errors CODE`. */
export const EXACT_CALL_SETTINGS = ['base', 'token', 'session', 'lasts', 'origins', 'errors'] as const;

/** The parts of one call. */
export const EXACT_CALL_PARTS = ['by', 'signed', 'once', 'when', 'does', 'filters', 'answers'] as const;

/** The first words of a call's `does`; it may also begin with the name of an event. */
export const EXACT_CALL_ACTIONS = [
  'create',
  'read',
  'list',
  'update',
  'delete',
  'delete each',
  'add',
  'remove',
  'sign up',
  'sign in',
  'sign out',
  'user',
  'refuse',
  'reset',
  'nothing',
] as const;

/** The words that begin the parts of a list, in their order: a field with such a name is written `this.limit`. */
export const LIST_WORDS = ['where', 'search', 'order', 'limit', 'offset', 'page', 'size'] as const;
