import { createEngine } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { Judged } from './document/valid.ts';
import { derivedFaults, type Prove } from './derived.ts';
import { causeOf, faultOf, type Fault } from './fault.ts';
import { BEGINNING, RunningProduct, withDatabase } from './product.ts';
import { storm, type StormOptions } from './storm/storm.ts';

export interface Tried {
  readonly requests: number;
  readonly done: number;
  readonly faults: readonly Fault[];
}

export interface TryOptions {
  readonly seed: number;
  /** How many requests the storm has; null: no storm and no second start, only the derived tests. */
  readonly requests: number | null;
  /** Carries out the derived tests, too: all, or those of some clauses. */
  readonly derived: { readonly prove: Prove; readonly only: readonly string[] } | null;
}

/** Takes one checked document through all stages: it starts, answers a storm, and starts again on what is there by then. */
export async function tryProduct({ plan, errors }: Judged, options: TryOptions): Promise<Tried> {
  if (plan === null)
    return { requests: 0, done: 0, faults: [{ stage: 'check', cause: errors[0] ?? '', detail: errors.join('\n') }] };
  const { seed, requests, derived: asked } = options;
  const tried = requests === null ? { requests: 0, done: 0, faults: [] } : await tryStorm(plan, { seed, requests });
  if (asked === null) return tried;
  const derived = await withDatabase(({ url }) => derivedFaults(asked.prove, plan, url, asked.only)).catch(
    (error: unknown) => [faultOf('derived tests', error)],
  );
  return { ...tried, faults: [...tried.faults, ...derived] };
}

async function tryStorm(plan: Plan, options: StormOptions): Promise<Tried> {
  return withDatabase(async ({ url }) => {
    let product: RunningProduct;
    try {
      product = await RunningProduct.start(plan, url, options.seed % 2 === 0 ? 'dev' : 'production');
    } catch (error) {
      return { requests: 0, done: 0, faults: [faultOf('boot', error)] };
    }
    const found: Fault[] = [];
    let [requests, done] = [0, 0];
    try {
      const stormed = await storm(product, options);
      found.push(...stormed.faults);
      ({ requests, done } = stormed);
    } catch (error) {
      found.push(faultOf('storm', error));
    } finally {
      await product.close();
    }
    found.push(...product.faults.map((fault) => ({ ...fault, stage: 'close' })));
    found.push(...(await startAgain(plan, url, product)));
    return { requests, done, faults: found };
  });
}

/** A second start on the same database, and one under a document that only words something otherwise, change no table. */
async function startAgain(plan: Plan, url: string, { engine }: RunningProduct): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const next of [plan, { ...plan, title: `${plan.title} again` }]) {
    try {
      const again = await createEngine({
        plan: next,
        databaseUrl: url,
        clock: () => BEGINNING,
        environment: engine.index.environment,
      });
      const { steps } = again.migration;
      await again.close();
      if (steps.length > 0)
        faults.push({
          stage: 'second start',
          cause: `the schema changes: ${causeOf(steps.join('; '))}`,
          detail: steps.join('\n'),
        });
    } catch (error) {
      faults.push(faultOf('second start', error));
    }
  }
  return faults;
}
