import { createEngine } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { Judged } from './document/valid.ts';
import { type Changed, changeProduct, finishChange, isOfFormer } from './changed.ts';
import { derivedFaults, type Prove } from './derived.ts';
import { causeOf, faultOf, type Fault } from './fault.ts';
import { includedFaults } from './included.ts';
import { BEGINNING, RunningProduct, UNHURRIED, withDatabase } from './product.ts';
import { rowSecurityFaults } from './row-security.ts';
import { storm, type StormOptions } from './storm/storm.ts';

export interface Tried {
  readonly requests: number;
  readonly done: number;
  readonly faults: readonly Fault[];
  /** The outcome of a change of its document; null if there was none. */
  readonly change: Changed['became'];
}

export interface TryOptions {
  readonly seed: number;
  /** The number of requests in the storm; null: no storm and no second start, only the derived tests. */
  readonly requests: number | null;
  /** Whether the document is changed afterwards, and both versions are queried at the same time. */
  readonly isChanged: boolean;
  /** Carries out the derived tests, too: all, or those of some clauses, until then (ms of the system's clock). */
  readonly derived: { readonly prove: Prove; readonly only: readonly string[]; readonly until?: number } | null;
}

/**
 * Takes one checked document through all stages: it starts, answers a storm of requests, and starts again on the
 * resulting data.
 */
export async function tryProduct({ text, plan, errors }: Judged, options: TryOptions): Promise<Tried> {
  if (plan === null)
    return {
      requests: 0,
      done: 0,
      change: null,
      faults: [{ stage: 'check', cause: errors[0] ?? '', detail: errors.join('\n') }],
    };
  const { seed, requests, isChanged, derived: asked } = options;
  const change = isChanged ? text : null;
  const stormed =
    requests === null
      ? { requests: 0, done: 0, faults: [], change: null }
      : await tryStorm(plan, change, { seed, requests });
  const included = requests === null ? [] : includedFaults(text, plan, seed);
  const tried = { ...stormed, faults: [...included, ...stormed.faults] };
  if (asked === null) return tried;
  const derived = await withDatabase(({ url }) => derivedFaults(asked.prove, plan, url, asked)).catch(
    (error: unknown) => [faultOf('derived tests', error)],
  );
  return { ...tried, faults: [...tried.faults, ...derived] };
}

/** @param change The text of the document, where it is changed after the storm. */
async function tryStorm(plan: Plan, change: string | null, options: StormOptions): Promise<Tried> {
  return withDatabase(async ({ url }) => {
    let product: RunningProduct;
    try {
      const isDev = change === null && options.seed % 2 === 0;
      // Every third one has row security, and must answer as the others.
      product = await RunningProduct.start(plan, url, isDev ? 'dev' : 'production', BEGINNING, options.seed % 3 === 0);
    } catch (error) {
      return { requests: 0, done: 0, faults: [faultOf('boot', error)], change: null };
    }
    const found: Fault[] = [];
    let [requests, done] = [0, 0];
    let inUse = plan;
    let became: Changed['became'] = null;
    try {
      const stormed = await storm(product, options);
      found.push(...stormed.faults);
      ({ requests, done } = stormed);
      found.push(...(await securedFaults(product)));
      if (change !== null) {
        const { people } = stormed;
        const share = { former: product, people, url, seed: options.seed, requests: options.requests / 2 };
        const changed = await changeProduct(change, share);
        found.push(...changed.faults);
        requests += changed.requests;
        inUse = changed.later?.plan ?? plan;
        ({ became } = changed);
      }
    } catch (error) {
      found.push(faultOf('storm', error));
    } finally {
      await product.close();
    }
    const last = product.faults.filter((fault) => became === null || !isOfFormer(fault));
    found.push(...last.map((fault) => ({ ...fault, stage: 'close' })));
    if (inUse !== plan) await finishChange(url);
    found.push(...(await startAgain(inUse, url, product)));
    return { requests, done, faults: found, change: became };
  });
}

/** The faults of row security, beside an engine of the same product without it. */
async function securedFaults({ engine }: RunningProduct): Promise<readonly Fault[]> {
  if (engine.index.rowSecurity === null) return [];
  const { plan, environment } = engine.index;
  const plain = await createEngine({ plan, pool: engine.pool, environment, clock: engine.clock });
  try {
    return await rowSecurityFaults(engine, plain);
  } finally {
    await plain.close();
  }
}

/** A second start on the same database, and one with a document that only differs in wording, change no table. */
async function startAgain(plan: Plan, url: string, { engine }: RunningProduct): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const next of [plan, { ...plan, title: `${plan.title} again` }]) {
    try {
      const again = await createEngine({
        plan: next,
        databaseUrl: url,
        clock: () => BEGINNING,
        timeouts: UNHURRIED,
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
