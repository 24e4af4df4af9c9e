import { pairDocuments, type Plan, clausePoint, isWithinClause } from '@nonet/language';
import { systemClock } from '../clock.ts';
import { createEngine } from '../create-engine.ts';
import { findBroken } from '../migrate/effects/broken-rules.ts';
import type { MigrationPlan, PlannedStep } from '../migrate/plan/migration-plan.ts';
import { readMigrationPlan } from '../migrate/plan/read-migration-plan.ts';
import { MigrationRefusal } from '../migrate/refusals.ts';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { seed } from '../seed/seed.ts';
import type { Pool } from '../store/pool.ts';
import { keepValues, type OtherValues, readOtherValues } from './compare-values.ts';
import { copyProduct, openPoolWithoutTimeout } from './copy-product.ts';
import { choosePeople, compareReaders, readByPeople } from './read-by-people.ts';
import type { AppliedRehearsal, BrokenRule, Rehearsal, RehearsedWayBack } from './rehearsal.ts';

export interface RehearseOptions {
  /** The document that is to be put to use. */
  readonly plan: Plan;
  /** The database in use; it is read. */
  readonly databaseUrl: string;
  /** An empty database for the copy, whose user may make schemas there. */
  readonly copyUrl: string;
  /** The number of records that each refusal names; null: all of them. */
  readonly namedRecords?: number | null;
  /** The values of `env` and `secret` constants; the process's own environment by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Is called with what is done next, a few words each. */
  readonly onStage?: (words: string) => void;
}

/** The parts of a rehearsal once the copy is made. */
interface Course {
  readonly options: RehearseOptions;
  readonly pool: Pool;
  readonly before: PlanIndex;
  readonly after: PlanIndex;
  readonly plan: MigrationPlan;
}

/**
 * Carries a change out on a copy of the data, and the way back, and reports its steps, records without a place, and
 * other differences. It changes nothing in the database in use; no call, mail or timer leaves the copy.
 * @throws {NotPutToUse} If the database in use holds no product.
 */
export async function rehearse(
  options: RehearseOptions,
): Promise<{ readonly rehearsal: Rehearsal; readonly former: Plan }> {
  const { onStage = () => undefined, environment = process.env } = options;
  const [source, pool] = [openPoolWithoutTimeout(options.databaseUrl, 1), openPoolWithoutTimeout(options.copyUrl, 2)];
  try {
    onStage('copying the records');
    const begun = performance.now();
    const { plan: former, number, tables, records } = await copyProduct(source, pool, environment);
    const copied = { number, tables, records, seconds: secondsSince(begun) };
    onStage('planning');
    const plan = await readMigrationPlan({ ...options, environment, databaseUrl: options.copyUrl });
    const course: Course = {
      options: { ...options, environment, onStage },
      pool,
      before: indexPlan(former, environment),
      after: indexPlan(options.plan, environment),
      plan,
    };
    const isDone = plan.isRefused || plan.outcome === 'in use' || plan.outcome === 'beside';
    const applied = isDone ? null : await carryOut(course);
    return { rehearsal: { version: 1, copied, plan, applied }, former };
  } finally {
    await source.end();
    await pool.end();
  }
}

async function carryOut(course: Course): Promise<AppliedRehearsal> {
  const { pool, before, after, options, plan } = course;
  const { onStage = () => undefined } = options;
  const clock = systemClock;
  await keepValues(pool);
  const people = await choosePeople(pool, before);
  onStage('reading as people do');
  const formerly = await readByPeople({ pool, index: before, clock }, people);
  const brokenBefore = await brokenRulesOf(pool, before);
  onStage('putting the document to use');
  const put = await putToUse(options, after.plan);
  const { names } = pairDocuments(before.plan, after.plan);
  onStage('comparing');
  const values = (await readOtherValues(pool, before, after, names)).map((each) => ({
    ...each,
    isStated: isStated(plan, names.entity(entityOf(each)), names.field(entityOf(each), fieldOf(each) ?? ''), each),
  }));
  const readers = await readByPeople({ pool, index: after, clock }, people);
  const rules = await brokenRulesOf(pool, after);
  return {
    ...put,
    values,
    rules: rules.map((rule) => ({
      ...rule,
      before: brokenBefore.find(({ clause }) => clause === rule.clause)?.records ?? null,
    })),
    readers: {
      people: people.length,
      others: compareReaders(formerly.readable, readers.readable, (entity) => names.entity(entity)),
      faults: readers.faults,
    },
    back: await goBack(course),
  };
}

async function putToUse(options: RehearseOptions, plan: Plan, isBack = false) {
  const steps: { kind: PlannedStep['kind']; begunAt: number }[] = [];
  const begun = performance.now();
  const engine = await createEngine({
    plan,
    databaseUrl: options.copyUrl,
    change: 'any',
    besideFormer: true,
    by: 'a rehearsal',
    onStep: (kind) => steps.push({ kind, begunAt: performance.now() }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  const ended = performance.now();
  try {
    if (!isBack) await seed(engine, { demo: false });
    const timed = steps.map(({ kind, begunAt }, place) => ({
      kind,
      seconds: ((steps[place + 1]?.begunAt ?? ended) - begunAt) / 1000,
    }));
    return { seconds: (ended - begun) / 1000, steps: timed, effects: engine.migration.effects };
  } finally {
    await engine.close();
  }
}

const entityOf = ({ of }: OtherValues) => of.split('.')[0] ?? of;
const fieldOf = ({ of }: OtherValues) => of.split('.')[1] ?? null;

/** Whether the plan states that the values of a field or an entity (by their new names) change. */
function isStated({ changes }: MigrationPlan, entity: string, field: string, { of }: OtherValues): boolean {
  return changes.some(
    ({ clause }) =>
      clause === `3.${entity}` ||
      (of.includes('.') && (clause === `3.${entity}.${field}` || isWithinClause(clause, `4.${entity}.${field}`))) ||
      (entity === 'User' && field === 'roles' && clausePoint(clause) === '6'),
  );
}

async function brokenRulesOf(pool: Pool, index: PlanIndex): Promise<readonly BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const rule of index.plan.rules) {
    const { count, ids } = await findBroken({ index, pool, clock: systemClock }, rule);
    if (count > 0) broken.push({ clause: rule.clause, entity: rule.entity, records: count, ids, before: null });
  }
  return broken;
}

async function goBack({ pool, before, after, options, plan }: Course): Promise<RehearsedWayBack> {
  options.onStage?.('going back');
  try {
    const { seconds } = await putToUse(options, before.plan, true);
    const same = { entity: (name: string) => name, field: (_entity: string, name: string) => name };
    const values = await readOtherValues(pool, before, before, same);
    const { names } = pairDocuments(before.plan, after.plan);
    const staysGone = (each: OtherValues): boolean => {
      const [entity, field] = [entityOf(each), fieldOf(each)];
      const name = field === null ? names.entity(entity) : `${names.entity(entity)}.${names.field(entity, field)}`;
      return plan.wayBack?.staysGone.some((line) => line.split(/[ :]/)[0] === name) ?? false;
    };
    return { refused: null, seconds, values: values.map((each) => ({ ...each, isStated: staysGone(each) })) };
  } catch (error) {
    if (!(error instanceof MigrationRefusal)) throw error;
    return { refused: error.message, seconds: null, values: [] };
  }
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
