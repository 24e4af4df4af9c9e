/**
 * Tells the passes how a code relates to others: which errors are consequences, and which fixes are certain. It is
 * in the code's own row, so that no pass depends on the text of a message or on a separate list of codes.
 */
export type Trait =
  // Structure: something could not be read, and may have stated what is missing elsewhere.
  /** The row was not read. */
  | 'unread row'
  /** The table was not read. */
  | 'unread table'
  /** Nothing under the heading was read. */
  | 'unread heading'
  /** A heading or header names something unknown: a mistake of its own, unless the named thing could not be read. */
  | 'naming heading'
  /** A naming heading under which other names are stated. */
  | 'stating names'
  /** A point that seems to be missing may be the one below such a heading. */
  | 'hidden point'
  /**
   * A heading does not fit its point. If there are several in a row, the point's own heading is missing above the
   * first.
   */
  | 'misplaced heading'
  /**
   * A block is not under a heading of its kind. If there are several in a row, the heading above the first is missing.
   */
  | 'no heading above'
  /** A block does not fit its point: it is the first one of the next point, whose heading is missing. */
  | 'no point above'
  /** A table under no heading of its kind, or under the wrong one: the names that it states are unknown. */
  | 'nameless'
  // Cells: something is in a place where it has no meaning.
  /** A cell holds a value of another kind than its column. */
  | 'foreign cell'
  /** A row's key or name is unknown. If this is true of several rows, their table belongs somewhere else. */
  | 'foreign row'
  /** The text is no name, part, value or action here, even if the message suggests one. */
  | 'unfit cell'
  /** A part of a cell is wrong: one word of a sentence where an expression should stand. */
  | 'part of a cell'
  /** A cell is not a well-formed name; the suggestion can be made from any text. */
  | 'no name'
  /** A value of a record: each may be a mistake of its own, unless the values of all records are wrong. */
  | 'record value'
  /** A row lacks something, or a state does. */
  | 'lacking'
  // Consequences: another place may be the reason.
  /** It concerns a field, and follows from the field's type and rules. */
  | 'of a field'
  /** It concerns permissions and calls that use something that could not be read. */
  | 'of the whole'
  /** The event or state is unknown: its row may be missing. */
  | 'unknown step'
  /** It is missing from a workflow that was not read completely. */
  | 'missing step'
  /** It concerns a field, permission, workflow or record, and follows from statements elsewhere. */
  | 'of what is stated elsewhere'
  /** Nobody can do or read something; the reason may be a role that nobody can hold. */
  | 'nobody can'
  /** Nobody ever creates, or reads, a record of an entity. */
  | 'never there'
  /** It repeats for several records of an entity: a reference to an unknown record, a field without its value. */
  | 'of several records'
  /** A habit of another language, reported at several places: one mistake if one fix corrects them all. */
  | 'habit'
  // Fixes: how certain it is that the fix is right.
  /** It concerns headings, tables and columns, whose fixes are unambiguous. */
  | 'surely fixed'
  /** A name that is stated in another form than it is used, or an operator in another notation. */
  | 'likely fixed';
