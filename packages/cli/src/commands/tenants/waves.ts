import { setTimeout as delay } from 'node:timers/promises';
import {
  createEngine,
  isUnreachable,
  listTenants,
  type RunningEngine,
  seed,
  type Tenant,
  TenantRefused,
  tenantUrl,
  type WorkerFailure,
} from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { InvalidArgumentError } from 'commander';
import { databaseFailure } from '../../database-failure.ts';
import { Failure } from '../../failure.ts';

export interface Waves {
  readonly databaseUrl: string;
  /** The address with which the tenants are served, where it is another one. */
  readonly servingUrl: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly plan: Plan;
  readonly by: string;
  /** The tenants of the first wave, by name; none: the first by name. */
  readonly first: readonly string[];
  /** How many tenants each wave has; the last one repeats. */
  readonly sizes: readonly number[];
  readonly watchSeconds: number;
  /** Is called with a line for each tenant and each wave. */
  readonly say: (line: string) => void;
}

/** `1,10,100`. */
export function readSizes(text: string): readonly number[] {
  const sizes = text.split(',').map(Number);
  if (!/^\d+(?:,\d+)*$/.test(text) || sizes.some((size) => size < 1))
    throw new InvalidArgumentError('It is a list of numbers from 1, like 1,10,100.');
  return sizes;
}

/** The tenants of each wave, in order. */
export function wavesOf<Each extends Pick<Tenant, 'name'>>(
  tenants: readonly Each[],
  first: readonly string[],
  sizes: readonly number[],
): readonly (readonly Each[])[] {
  const chosen = tenants.filter(({ name }) => first.includes(name));
  let left = tenants.filter(({ name }) => !first.includes(name));
  const waves: (readonly Each[])[] = chosen.length === 0 ? [] : [chosen];
  while (left.length > 0) {
    const size = sizes[Math.min(waves.length, sizes.length - 1)] ?? 1;
    waves.push(left.slice(0, size));
    left = left.slice(size);
  }
  return waves;
}

/**
 * Puts a document to use for one tenant after the other. After each wave it waits, and looks for work without a person that has
 * failed since: timers, calls, cleaning up.
 * @returns why it stopped, a line each; none when all tenants have the document in use
 * @throws {TenantRefused} if there are no tenants, or not those that are named
 */
export async function applyInWaves(waves: Waves): Promise<readonly string[]> {
  const tenants = await listTenants(waves.databaseUrl);
  if (tenants.length === 0) throw new TenantRefused('The database has no tenants: `nonet tenants add` adds one.');
  const unknown = waves.first.filter((name) => !tenants.some((tenant) => tenant.name === name));
  if (unknown.length > 0) throw new TenantRefused(`There is no tenant ${unknown.join(', ')}.`);
  const all = wavesOf(tenants, waves.first, waves.sizes);
  for (const [place, wave] of all.entries()) {
    waves.say(`Wave ${place + 1} of ${all.length}: ${wave.map(({ name }) => name).join(', ')}`);
    const began = new Date().toISOString();
    const changed: Tenant[] = [];
    const refused: string[] = [];
    for (const tenant of wave) {
      const problem = await applyTo(waves, tenant, changed);
      if (problem !== null) refused.push(`${tenant.name}: ${problem}`);
    }
    if (changed.length > 0) await delay(waves.watchSeconds * 1000);
    const failing: string[] = [];
    for (const tenant of changed) failing.push(...(await newFailures(waves, tenant, began)));
    if (refused.length + failing.length > 0) return [...refused, ...failing];
  }
  return [];
}

/** Puts the document to use for a tenant; answers why not, or null. */
async function applyTo(waves: Waves, tenant: Tenant, changed: Tenant[]): Promise<string | null> {
  try {
    const kind = await withTenant(waves, tenant, 'newer', async (engine) => {
      await seed(engine, { demo: false });
      return engine.migration.kind;
    });
    if (kind !== 'unchanged') changed.push(tenant);
    waves.say(
      `  ${tenant.name}: ${kind === 'unchanged' ? 'the document is in use already' : 'the document is in use'}`,
    );
    return null;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const failure = databaseFailure(error, tenant.name);
    if (!(failure instanceof Failure)) throw error;
    return failure.message;
  }
}

/** The work without a person that has failed for a tenant since an instant, and had not before. */
async function newFailures(waves: Waves, tenant: Tenant, began: string): Promise<readonly string[]> {
  const failures = await withTenant(waves, tenant, 'none', (engine) => engine.workerFailures());
  return failures.filter(({ since }) => since >= began).map((failure) => `${tenant.name}: ${wordsOf(failure)}`);
}

function wordsOf({ task, clause, problem }: WorkerFailure): string {
  return `${task}${clause === '' ? '' : ` ${clause}`} fails: ${problem}`;
}

async function withTenant<Result>(
  { databaseUrl, servingUrl, environment, plan, by }: Waves,
  { name }: Tenant,
  change: 'newer' | 'none',
  work: (engine: RunningEngine) => Promise<Result>,
): Promise<Result> {
  const engine = await createEngine({
    plan,
    databaseUrl: tenantUrl(databaseUrl, name),
    ...(servingUrl === null ? {} : { servingUrl: tenantUrl(servingUrl, name) }),
    environment,
    change,
    besideFormer: true,
    by,
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
