import type { Lookup } from '../../reference/lookup.ts';
import type { World } from '../../reference/world.ts';
import type { Case } from '../../run/case.ts';
import type { Cases, DerivationContext, Found } from '../derivation-context.ts';

/** One case of a search, and what the search knew after it; the last one has no case. */
interface Step {
  readonly before: World;
  readonly derived: Case | null;
  readonly found: Found;
}

/** The shared searches, by the plan of a run. */
const searches = new WeakMap<Lookup, Map<string, Search>>();

/**
 * Shares a search that many derivations begin with: it is carried out once, as far as somebody asks for it, and each
 * derivation gets the same cases and records. A derivation with a case that was not carried out has another world, so
 * it searches for the rest itself.
 */
export function* searchOnce(
  context: DerivationContext,
  what: string,
  derive: (context: DerivationContext) => Cases,
): Cases {
  const { first } = context;
  if (first === null || context.world !== first.world) return yield* derive(context);
  const yielded = new Set<string>();
  const search = searchOf(context, first, what, derive);
  for (let place = 0; ; place += 1) {
    const { before, derived, found } = search.step(place);
    if (context.world !== before) break;
    context.learn(found);
    if (derived === null) return;
    yielded.add(derived.title);
    yield { ...derived };
  }
  let before = context.world;
  for (const derived of derive(context)) {
    // A case that was yielded before is not carried out again, so its changes are undone here.
    if (yielded.has(derived.title)) context.world = before;
    else yield derived;
    before = context.world;
  }
}

function searchOf(
  { lookup, fillsFiles }: DerivationContext,
  first: DerivationContext,
  what: string,
  derive: (context: DerivationContext) => Cases,
): Search {
  const known = searches.get(lookup) ?? new Map<string, Search>();
  searches.set(lookup, known);
  const key = `${what} ${fillsFiles}`;
  const search = known.get(key) ?? new Search(first, fillsFiles, derive);
  known.set(key, search);
  return search;
}

class Search {
  readonly #context: DerivationContext;
  readonly #cases: Cases;
  readonly #steps: Step[] = [];

  constructor(first: DerivationContext, fillsFiles: boolean, derive: (context: DerivationContext) => Cases) {
    this.#context = first.again(first.seed);
    this.#context.fillsFiles = fillsFiles;
    this.#cases = derive(this.#context);
  }

  /** The step at a place, which no step after the last one has. */
  step(place: number): Step {
    for (;;) {
      const known = this.#steps[place];
      if (known !== undefined) return known;
      const before = this.#context.world;
      const next = this.#cases.next();
      this.#steps.push({ before, derived: next.done === true ? null : next.value, found: this.#context.found() });
    }
  }
}
