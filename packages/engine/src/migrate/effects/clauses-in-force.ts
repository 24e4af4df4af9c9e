import { type NewNames, type Plan, clausePoint } from '@nonet/language';

/** A clause says so much in one line. */
const MOST_CHARACTERS = 90;
/** So many of them stand before the first difference. */
const CHARACTERS_BEFORE = 30;
/**
 * The columns that say nothing of one clause: texts for people, and in point 6 the other fields and actions of its row.
 */
const SAYS_NOTHING = /^(?:\d\.meaning|6\.may)$/;
/** Clauses that matter only at the first start, or that don't change the product's behaviour. */
const NOT_IN_FORCE = /^(?:1|2|5\..*\.examples?|3\..*\.records|[367](?:\.\w+)?\.gone\..*)(?:\.|$)/i;

/**
 * The clauses of points 3 to 9 that have changed, with both texts. Changes of the storage are among the steps instead.
 */
export function clausesInForce(former: Plan, plan: Plan, names: NewNames): readonly string[] {
  const old = new Map([...textsOf(former)].map(([clause, text]) => [names.clause(clause), text] as const));
  const now = textsOf(plan);
  const lines: string[] = [];
  for (const clause of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(clause), now.get(clause)];
    if (was === is || NOT_IN_FORCE.test(clause)) continue;
    // A cell that says no more than its row.
    const row = clause.replace(/\.[^.]*$/, '');
    if (old.get(row) === was && now.get(row) === is) continue;
    const isStored = clausePoint(clause) === '3';
    if (is !== undefined && was !== undefined) {
      const cells = changedCells(plan, clause, cellsOf(was), cellsOf(is));
      if (cells.length > 0) lines.push(`${clause}: ${cells.join('; ')}`);
    } else if (is !== undefined && !isStored) lines.push(`${clause} is new: ${quoted(is)}`);
    else if (was !== undefined && !isStored) lines.push(`${clause} is gone: ${quoted(was)}`);
  }
  return lines;
}

/** The text of each clause without its layout. A heading that only groups other clauses has none. */
function textsOf({ clauses }: Plan): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(clauses).flatMap(([clause, { text }]) => {
      const said = text.replaceAll(/\s+/g, ' ').trim();
      return said.startsWith('#') ? [] : [[clause, said]];
    }),
  );
}

/** The cells of a row of a table as it is written; a text that is none is one cell. */
function cellsOf(text: string): readonly string[] {
  return text
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The header of the table that contains a clause: the first of the rows above it. */
function columnsOf({ clauses, sources }: Plan, clause: string): readonly string[] {
  const place = clauses[clause];
  const lines = sources.find(({ path }) => path === place?.file)?.text.split(/\r?\n/) ?? [];
  let at = (place?.line ?? 0) - 1;
  while (lines[at - 1]?.trim().startsWith('|') === true) at -= 1;
  return cellsOf(lines[at]?.trim() ?? '');
}

function changedCells(plan: Plan, clause: string, was: readonly string[], is: readonly string[]): readonly string[] {
  if (was.length !== is.length || is.length === 1) {
    const [now, formerly] = [bare(is.join(' | ')), bare(was.join(' | '))];
    // A column that is added says nothing if its cell is empty.
    return now === formerly && is.every((cell, at) => cell === (was[at] ?? '')) ? [] : [both(now, formerly)];
  }
  const columns = columnsOf(plan, clause);
  return is.flatMap((cell, at) =>
    cell === was[at] || SAYS_NOTHING.test(`${clausePoint(clause)}.${columns[at] ?? ''}`)
      ? []
      : [`${columns[at] ?? `column ${at + 1}`}: ${both(bare(cell), bare(was[at] ?? ''))}`],
  );
}

/** Both texts; of long ones the part from shortly before the first difference on. */
function both(now: string, formerly: string): string {
  let same = 0;
  while (same < now.length && now[same] === formerly[same]) same += 1;
  const isLong = Math.max(now.length, formerly.length) > MOST_CHARACTERS;
  const from = isLong ? Math.max(now.lastIndexOf(' ', same - CHARACTERS_BEFORE), 0) : 0;
  return `${quoted(now, from)}, formerly ${quoted(formerly, from)}`;
}

function quoted(text: string, from = 0): string {
  const [start, rest] = [from > 0 ? '…' : '', bare(text).slice(from)];
  return `“${start}${rest.length > MOST_CHARACTERS ? `${rest.slice(0, MOST_CHARACTERS)}…` : rest}”`;
}

/** The text without the edges of its row. */
function bare(text: string): string {
  return text.replaceAll(/^[|\s]+|[|\s]+$/g, '');
}
