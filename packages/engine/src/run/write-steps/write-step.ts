/**
 * The steps of writing a record, in this order. A write is carried out by one statement (`single-statement/steps.ts`)
 * or by several in a transaction (`transaction.ts`). Each of both has a row for every step and is made from its rows,
 * so that a new step does not compile until both have it (decision 14).
 */
export const WRITE_STEPS = [
  // The actor's rights are still those that their session remembers.
  'actor',
  // The Idempotency-Key is claimed, and keeps the answer.
  'key',
  // The document knows such a write, and does not restrict it to people who are signed in (6).
  'admission',
  // The record exists, the actor may read it, and nobody else changes it meanwhile.
  'lock',
  // The values that the request gives.
  'body',
  // The records that the request names are there, and its writer may read them.
  'references',
  // `If-Match` fits the record as its writer may read it.
  'version',
  // The conditions that decide whether anything is saved: the row of an event, and its guard (4).
  'guard',
  // The record as it is from now on, with the effects of an event.
  'save',
  // The cells of point 6, on the record as it was and as it is saved.
  'permission',
  // Slugs are made of their texts (3).
  'slugs',
  // Required fields, lengths, ranges, patterns, `when` and `among` (3).
  'limits',
  // The rules of point 5.
  'rules',
  'history',
  // The record as its writer may read it afterwards.
  'answer',
  // The values of a person who is erased (3) go everywhere else: calls that were queued before have some.
  'traces',
  // The outbound calls that it causes (7).
  'calls',
] as const;

export type WriteStep = (typeof WRITE_STEPS)[number];
