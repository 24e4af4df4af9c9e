import { type ClauseAddress, isWithinClause } from '../../model/clause.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';

/** The maximum number of characters that are quoted of a clause. */
const MOST = 80;

/**
 * All other changes of the text: labels, meanings, the order of columns. No changed line is left out: `reported` are
 * the clauses that have a difference already.
 */
export function wordingDifferences(comparison: Comparison, reported: ReadonlySet<ClauseAddress>): Found[] {
  const { former, now } = comparison;
  const renamed = renamerOf(comparison);
  const after = textsOf(now);
  const before = new Map([...textsOf(former)].map(([clause, text]) => [renamed(clause), { clause, text }] as const));
  const found: Found[] = [];
  // One line for a row that states several things; none if one of them has a difference already.
  const lineIn = ({ clauses }: Plan, clause: ClauseAddress): string =>
    `${clauses[clause]?.file}:${clauses[clause]?.line}`;
  const linesIn = (plan: Plan) =>
    new Set([...reported].filter((clause) => clause in plan.clauses).map((clause) => lineIn(plan, clause)));
  const [lines, formerLines] = [linesIn(now), linesIn(former)];
  const isReportedLine = (plan: Plan, known: Set<string>, clause: ClauseAddress): boolean => {
    const line = lineIn(plan, clause);
    if (isReported(clause, reported) || known.has(line)) return true;
    known.add(line);
    return false;
  };
  for (const [clause, text] of after) {
    const was = before.get(clause);
    if (was !== undefined && (was.text === text || renamed(was.text) === text)) continue;
    if (isReportedLine(now, lines, clause)) continue;
    const words =
      was === undefined
        ? `is new: ${quoted(text)}`
        : `is written otherwise: ${quoted(text)}, formerly ${quoted(was.text)}`;
    found.push({ effect: 'compatible', clause, former: was?.clause ?? null, text: words });
  }
  for (const [clause, was] of before)
    if (!after.has(clause) && !isReportedLine(former, formerLines, was.clause))
      found.push({ effect: 'compatible', clause: null, former: was.clause, text: `is gone: ${quoted(was.text)}` });
  return found;
}

/** Gives a text the new names: renames are reported where they are stated. */
function renamerOf({ former, names }: Comparison): (text: string) => string {
  const words = new Map<string, string>();
  const add = (was: string, is: string | null): void => {
    if (is !== null && is !== was) words.set(was, is);
  };
  for (const { name, fields } of former.entities) {
    add(name, names.entity(name));
    for (const field of fields) add(field.name, names.field(name, field.name));
  }
  for (const { entity, states, events } of former.states) {
    for (const { name } of states) add(name, names.state(entity, name));
    for (const { name } of events) add(name, names.event(entity, name));
  }
  for (const { name } of former.roles) add(name, names.role(name));
  for (const { name } of former.constants) add(name, names.constant(name));
  for (const { name } of former.calls) add(name, names.call(name));
  return (text) => text.replaceAll(/[A-Za-z_][A-Za-z0-9_]*/g, (word) => words.get(word) ?? word);
}

function isReported(clause: ClauseAddress, reported: ReadonlySet<ClauseAddress>): boolean {
  for (let each: string | null = clause; each !== null; each = rowOf(each)) if (reported.has(each)) return true;
  return [...reported].some((other) => other !== clause && isWithinClause(other, clause));
}

function rowOf(clause: ClauseAddress): ClauseAddress | null {
  const row = clause.replace(/\.[^.]*$/, '');
  return row === clause || !row.includes('.') ? null : row;
}

/** The text of each clause without its layout. A heading that only groups others has none. */
function textsOf({ clauses }: Plan): ReadonlyMap<ClauseAddress, string> {
  return new Map(
    Object.entries(clauses).flatMap(([clause, { text }]) => {
      const words = text.replaceAll(/\s+/g, ' ').trim();
      return words.startsWith('#') ? [] : [[clause, words] as const];
    }),
  );
}

function quoted(text: string): string {
  const words = text.replaceAll(/^[|\s]+|[|\s]+$/g, '');
  return `“${words.length > MOST ? `${words.slice(0, MOST)}…` : words}”`;
}
