/**
 * The clause that a statement carries out, as a comment at its end, so that what PostgreSQL keeps of a statement
 * (`pg_stat_statements`, `pg_stat_activity`, its log) says for which part of the document it ran. The form is that of
 * sqlcommenter: names with values in quotes that are encoded as in an address, so that no value can end the comment or
 * hold a placeholder. The text is made once for each compiled statement: a call pays nothing for it.
 */
export interface CarriedOut {
  /** Addresses of the document: `2.my_claims`; several where one statement does the work of all of them. */
  readonly clauses: readonly string[];
  /** The parts of the clause that the statement reads by, as addresses below it: `filters.status`, `search`, `order`. */
  readonly parts: readonly string[];
}

/** The room for a list of names: a dashboard may have any number of tiles. */
const MOST_CHARACTERS = 600;

// ` /*clause='2.my_claims',part='search'*/`
/** The comment at the end of a statement; nothing where no clause is known. */
export function clauseComment({ clauses, parts }: CarriedOut): string {
  if (clauses.length === 0) return '';
  const pairs = [`clause='${encoded(clauses)}'`, ...(parts.length === 0 ? [] : [`part='${encoded(parts)}'`])];
  return ` /*${pairs.join(',')}*/`;
}

/** The whole names of a list, with commas, that fit into the comment. */
function encoded(names: readonly string[]): string {
  const written: string[] = [];
  let length = 0;
  for (const name of names) {
    // `encodeURIComponent` leaves these as they are: a quote would end the value, an asterisk might end the comment.
    const one = encodeURIComponent(name).replaceAll(/['*!()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    length += one.length + 1;
    if (written.length > 0 && length > MOST_CHARACTERS) break;
    written.push(one);
  }
  return written.join(',');
}

const COMMENT = /\/\*clause='([^']*)'(?:,part='([^']*)')?\*\//;

/** The clause that a statement's text names; null for one without, which is none of a clause. */
export function readClauseComment(text: string): CarriedOut | null {
  const [found, clauses, parts] = COMMENT.exec(text) ?? [];
  if (found === undefined || clauses === undefined) return null;
  return { clauses: decoded(clauses), parts: parts === undefined ? [] : decoded(parts) };
}

function decoded(names: string): string[] {
  return names.split(',').map((name) => decodeURIComponent(name));
}
