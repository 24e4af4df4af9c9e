import type { ClauseAddress, Plan } from '@nonet/language';

/**
 * The clauses that a document states, in its order. Clauses that the language adds to every entity are not among them.
 */
export function statedClauses(plan: Plan): ClauseAddress[] {
  const derived = new Set(
    plan.entities.flatMap((entity) => {
      const heading = plan.clauses[entity.clause];
      return entity.fields
        .filter((field) => {
          const place = plan.clauses[field.clause];
          return field.derived || (place?.line === heading?.line && place?.file === heading?.file);
        })
        .map(({ clause }) => clause);
    }),
  );
  return Object.keys(plan.clauses)
    .filter((clause) => !derived.has(clause))
    .toSorted((a, b) => place(plan, a) - place(plan, b));
}

function place(plan: Plan, clause: ClauseAddress): number {
  const { file = '', line = 0 } = plan.clauses[clause] ?? {};
  return plan.sources.findIndex(({ path }) => path === file) * 1_000_000 + line;
}
