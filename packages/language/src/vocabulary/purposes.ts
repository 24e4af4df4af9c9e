/**
 * The kinds of clauses that expressions are in: some functions do not are in all of them (`matches` not in
 * permissions).
 */
export type Purpose =
  | 'rule'
  | 'guard'
  | 'permission'
  | 'where'
  | 'computed'
  | 'effect'
  | 'message'
  | 'tile'
  | 'default'
  | 'call'
  | 'paper'
  | 'term';
