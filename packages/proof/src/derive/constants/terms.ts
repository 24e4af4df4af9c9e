import type { ClauseAddress, Plan } from '@nonet/language';

/** The size of a screen's pages, which may be a constant's value. */
const PAGE_SIZE = /^2\..*\.page_size$/;

/** A constant is written in capitals. */
const TERM = /^9\.([a-z][a-z0-9_]*)$/;

/**
 * The terms of point 9 that each clause uses, directly or through other terms, and the constant that is a page's size.
 * A plan has terms inlined, so this reads the document's source. What a term is given by is proven by no clause.
 */
export function termsOf(plan: Plan): Map<ClauseAddress, readonly ClauseAddress[]> {
  const names = Object.keys(plan.clauses).flatMap((clause) => TERM.exec(clause)?.[1] ?? []);
  const given = new Set(plan.given.map(({ name }) => name));
  const calledIn = (text: string) => names.filter((name) => new RegExp(`\\b${name}\\s*\\(`).test(text));
  const within = new Map(names.map((name) => [name, calledIn(bodyOf(plan, `9.${name}`))]));
  const all = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const inner of within.get(name) ?? []) all(inner, seen);
    return seen;
  };
  return new Map(
    Object.entries(plan.clauses).flatMap(([clause, { text }]): [ClauseAddress, ClauseAddress[]][] => {
      if (PAGE_SIZE.test(clause))
        return [
          [clause, plan.constants.flatMap((one) => (new RegExp(`\\b${one.name}\\b`).test(text) ? [one.clause] : []))],
        ];
      const called = TERM.test(clause) ? [] : calledIn(text);
      const reached = new Set(called.flatMap((name) => [...all(name, new Set())]).filter((name) => !given.has(name)));
      return reached.size === 0 ? [] : [[clause, [...reached].map((name) => `9.${name}`)]];
    }),
  );
}

/** The text below a term's heading. */
function bodyOf({ clauses, sources }: Plan, clause: ClauseAddress): string {
  const place = clauses[clause];
  const lines = sources.find(({ path }) => path === place?.file)?.text.split('\n') ?? [];
  const below = lines.slice(place?.line ?? 0);
  const end = below.findIndex((line) => line.startsWith('#'));
  return (end < 0 ? below : below.slice(0, end)).join('\n');
}
