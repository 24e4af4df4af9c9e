/**
 * The state of what a former process writes and the new document has no place for; `databaseRefusal` says so to who
 * wrote it.
 */
export const NO_PLACE = 'NN001';
