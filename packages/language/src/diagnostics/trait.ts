/**
 * What a code means to whatever decides what follows from what. It stands in the code's own row, so that nothing is decided by
 * the words of a message or by a list of codes elsewhere.
 */
export type Trait =
  // Structure: something was not read as it was meant, and may have stated what is missing elsewhere.
  /** What stands in its line was not read. */
  | 'unread row'
  /** What stands in its table was not read. */
  | 'unread table'
  /** What stands under its heading was not read. */
  | 'unread heading'
  /** A heading or header that names what is not there: a mistake of its own, unless what it names could not be read. */
  | 'naming heading'
  /** Of these, one that states names of its own. */
  | 'stating names'
  /** A point that seems to be missing may be what stands under such a heading. */
  | 'hidden point'
  /** A heading that does not fit its point: of several in a row, the point's own heading is missing above the first. */
  | 'misplaced heading'
  /** What stands under no heading of its kind: of several in a row the heading above the first is missing. */
  | 'no heading above'
  /** What does not fit its point, and begins what stands under the missing heading of the next one. */
  | 'no point above'
  /** A table under no heading of its kind, or under that of another one: it states names that nobody can read. */
  | 'nameless'
  // Cells: something stands where it can't be meant.
  /** A cell holds something of another kind than its column. */
  | 'foreign cell'
  /** The key or name of a row is none: of several, their table is meant for something else. */
  | 'foreign row'
  /** What is no name, no part and no value here, and nothing that somebody may do, whatever is offered for it. */
  | 'unfit cell'
  /** It is said of a part of a cell that is none of its kind: one word of a sentence where an expression should stand. */
  | 'part of a cell'
  /** A cell is no name of its form, and what is offered is made of any text. */
  | 'no name'
  /** A value of a record: each may be a mistake of its own, unless no record has a right one. */
  | 'record value'
  /** What a row lacks, or a state. */
  | 'lacking'
  // Consequences: it may be said because of another place.
  /** It is said of a field, and follows from its type and rules. */
  | 'of a field'
  /** It is said of permissions and calls that use what could not be read. */
  | 'of the whole'
  /** There is no such event or state: its row may be missing. */
  | 'unknown step'
  /** It is missing from a workflow that could not be read whole. */
  | 'missing step'
  /** It is said of fields, permissions, workflows and records by what is stated of them elsewhere. */
  | 'of what is stated elsewhere'
  /** Nobody can do or read something: where a role can never be held, that is the reason. */
  | 'nobody can'
  /** Nobody ever creates, or reads, a record of an entity. */
  | 'never there'
  /** It is said in the same words of several records of an entity: a reference that leads nowhere, a field without its value. */
  | 'of several records'
  // Fixes: how sure it is that the fix is what was meant.
  /** It is said of headings, tables and their columns, whose fixes leave no doubt of what was meant. */
  | 'surely fixed'
  /** A name that is stated otherwise than it is used, or an operator that is written otherwise. */
  | 'likely fixed';
