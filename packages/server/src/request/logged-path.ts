import type { Plan } from '@nonet/language';

/**
 * A request's path for the log, without its query: ids, and names that the product or its document gives. Everything
 * else (a title, an address, typed text) is replaced by `*`.
 */
export function loggedPath(url: string, plan: Plan | null, fixed: ReadonlySet<string>): string {
  const words = plan === null ? fixed : wordsOf(plan);
  const [path = ''] = url.split('?');
  return path
    .split('/')
    .map((segment) => (fixed.has(segment) || words.has(segment) || ID.test(segment) ? segment : '*'))
    .join('/');
}

/** A uuid, or a whole number that is too short for a telephone's. */
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,8})$/i;

/** The fixed segments of all paths that a document has. */
function wordsOf(plan: Plan): ReadonlySet<string> {
  const known = wordsByPlan.get(plan);
  if (known !== undefined) return known;
  const { answered, entities, screens, states } = plan;
  const paths = [
    ...answered.calls.map(({ path }) => path),
    ...entities.map(({ path }) => path),
    ...screens.flatMap(({ route, slug }) => [route, slug]),
    ...states.flatMap(({ events }) => events.map(({ name }) => name)),
  ];
  const words = new Set(segmentsOf(paths, '{'));
  wordsByPlan.set(plan, words);
  return words;
}

const wordsByPlan = new WeakMap<Plan, ReadonlySet<string>>();

/** The segments of paths that are no parameters, which begin with `parameter`. */
export function segmentsOf(paths: readonly string[], parameter: string): string[] {
  return paths.flatMap((path) => path.split('/')).filter((segment) => !segment.startsWith(parameter));
}
