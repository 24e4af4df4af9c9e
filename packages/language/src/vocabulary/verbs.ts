/** The verbs of `may` (6). What each of them means to all stages is its row in `VERBS` (`model/roles.ts`). */
export type Action =
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'export'
  | 'import'
  | 'history'
  | 'erase'
  | 'merge';
