import { loadSandbox, type Outcome, type Sandbox } from '@nonet/given';
import { type Plan, sourceOfGiven } from '@nonet/language';

let sandbox: Sandbox | null = null;

/** Makes ready what calls given functions (9), if the plan has any. Derivations need it before they begin. */
export async function prepareGivenCalls({ given }: Pick<Plan, 'given'>): Promise<void> {
  if (given.length > 0) sandbox ??= await loadSandbox();
}

/** The outcomes that are kept: a search tries the same values again and again, and a function is pure. */
const MOST_KEPT = 20_000;
const outcomes = new WeakMap<Plan, Map<string, Outcome>>();

/**
 * Calls a function that the document is given: it is the only meaning that there is of it, so that the reference can
 * say what hangs on it, and not whether it is right.
 */
export function callGiven(plan: Plan, name: string, values: readonly unknown[]): Outcome {
  const given = plan.given.find((candidate) => candidate.name === name);
  if (given === undefined || sandbox === null) throw new Error(`The given function ${name} is not at hand.`);
  let known = outcomes.get(plan);
  if (known === undefined) outcomes.set(plan, (known = new Map()));
  const key = JSON.stringify([name, values]);
  let outcome = known.get(key);
  if (outcome === undefined) {
    const { exported, result } = given;
    const plain = values.map((value) =>
      typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
    );
    outcome = sandbox({ source: sourceOfGiven(plan, given), exported, arguments: plain, result });
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, outcome);
  }
  return outcome;
}
