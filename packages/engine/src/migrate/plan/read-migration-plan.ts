import type { Plan } from '@nonet/language';
import { type Clock, systemClock } from '../../clock.ts';
import { indexPlan, type PlanIndex } from '../../plan-index.ts';
import { tableName } from '../../sql/identifiers.ts';
import { openPool, type PoolClient, type Queryable } from '../../store/pool.ts';
import { type Change, NAMED_RECORDS } from '../change.ts';
import { effectsOf } from '../effects.ts';
import { lockedTables, notedTables } from '../concerned-tables.ts';
import { convertedOneWay } from '../former/changed-since.ts';
import { formerParts, keptColumns } from '../former/former-parts.ts';
import { canBeKept } from '../former/kept-column.ts';
import { MADE_SINCE } from '../made/made-since.ts';
import { madeOneWay } from '../made/note-made-since.ts';
import { missingIndexes, renameIndexes } from '../indexes.ts';
import { readLosses } from '../losses.ts';
import { readRefused } from '../judge.ts';
import { findDefaults } from '../next-columns.ts';
import { requireOwnTables } from '../own.ts';
import { type ChangedTable, keepsFormer, planChange, type PlannedChange } from '../planned-change.ts';
import { type MigrationSession, WORK_MEMORY } from '../session.ts';
import { StoredRows } from '../stored-rows.ts';
import type { FormerProcesses, MigrationPlan, WayBack } from './migration-plan.ts';
import { nextQueryable } from './next-queryable.ts';
import { emptyBasis, findBasis, hasProduct, type StoredBasis } from './plan-basis.ts';
import { plannedClauses } from './planned-clauses.ts';
import { plannedSteps } from './described-steps.ts';
import { readSizes } from './sizes.ts';

export interface PlanOptions {
  readonly plan: Plan;
  readonly databaseUrl: string;
  /** The values of `env` and `secret` constants; the process's own environment by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** The number of records that each refusal names; null: all of them. */
  readonly namedRecords?: number | null;
  /** Whether a former version is put to use again, also one that could be served beside the one in use. */
  readonly isBack?: boolean;
}

interface Reading extends Required<Pick<PlanOptions, 'clock' | 'namedRecords'>> {
  readonly client: PoolClient;
  readonly index: PlanIndex;
  readonly basis: StoredBasis;
}

/**
 * Plans what putting a document to use would do to a database. The session can't write, so nothing is changed.
 * @throws {NotPutToUse} If an earlier version of Nonet has used it last.
 */
export async function readMigrationPlan(options: PlanOptions): Promise<MigrationPlan> {
  const { clock = systemClock, namedRecords = NAMED_RECORDS } = options;
  const index = indexPlan(options.plan, options.environment ?? process.env);
  // Counting in a large table takes its time.
  const pool = openPool(options.databaseUrl, { connections: 1, answerMilliseconds: 0 });
  try {
    const client = await pool.connect();
    try {
      await client.query(
        `set default_transaction_read_only = on; set statement_timeout = 0; set work_mem = '${WORK_MEMORY}'`,
      );
      if (!(await hasProduct(client))) return planOfEmpty(index);
      await requireOwnTables(client);
      for (;;) {
        const basis = await findBasis(client, index.plan, options.isBack);
        if (basis === null) return planOfEmpty(index);
        const plan = await planOver({ client, index, clock, namedRecords, basis });
        // Another document may have been put to use while this one was judged.
        if ((await findBasis(client, index.plan))?.from === basis.from) return plan;
      }
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

function planOfEmpty(index: PlanIndex): MigrationPlan {
  return {
    version: 1,
    title: index.plan.title,
    titleInUse: null,
    madeFrom: emptyBasis(index.plan),
    outcome: 'create',
    isRefused: false,
    isServedAlone: true,
    changes: index.plan.entities.map(({ clause, name }) => ({
      clause,
      does: [`${name} is new`],
      records: 0,
      keepsFormer: true,
      refusals: [],
    })),
    steps: [],
    effects: [],
    wayBack: null,
    former: null,
  };
}

async function planOver(reading: Reading): Promise<MigrationPlan> {
  const { client, index, basis } = reading;
  const { stored, outcome, conversions, ...madeFrom } = basis;
  const common = { version: 1, title: index.plan.title, titleInUse: stored.title, madeFrom, outcome } as const;
  if (outcome === 'in use' || outcome === 'beside')
    return {
      ...common,
      isRefused: false,
      isServedAlone: true,
      changes: [],
      steps: [],
      effects: [],
      wayBack: null,
      former: null,
    };
  const silent = { onWait: () => undefined, onStep: () => undefined };
  const session: MigrationSession = { client, ...silent, remainingMilliseconds: 0, hasTrigrams: true };
  const change = planChange(stored, index, conversions);
  const rows = new StoredRows(change);
  await findDefaults(client, change, rows);
  const begun = performance.now();
  const refused = await readRefused(client, change, rows, { among: 'all', limit: reading.namedRecords });
  const judgedSeconds = (performance.now() - begun) / 1000;
  const losses = await readLosses(client, change, rows);
  const noted = notedTables(change);
  const built = await missingIndexes(session, change);
  const inUse = built.filter(({ entity }) => !change.made.has(entity)).map(({ table }) => table);
  const tables = [...noted, ...lockedTables(change, noted), ...inUse];
  const isRefused = refused.length > 0;
  const sizes = await readSizes(client, change, rows, { tables: isRefused ? noted : tables, isRefused });
  const changes = plannedClauses(change, refused, losses, sizes);
  if (isRefused)
    return { ...common, isRefused, isServedAlone: false, changes, steps: [], effects: [], wayBack: null, former: null };
  const { steps: indexSteps } = await renameIndexes(session, change);
  const next = nextQueryable(client, rows);
  return {
    ...common,
    isRefused: false,
    isServedAlone: outcome === 'change' && change.conversions.pending.size + change.made.size + losses.size === 0,
    changes,
    steps: plannedSteps({ change, sizes, built, indexSteps, judgedSeconds }),
    effects: await effectsOf({ index, pool: next, clock: reading.clock }, stored, conversions.backTo !== null),
    wayBack: await readWayBack(nextQueryable(client, rows.keepingFormer()), change, basis, losses),
    former: formerProcesses(change),
  };
}

function formerProcesses(change: PlannedChange): FormerProcesses {
  if (keepsFormer(change)) return { goOnUntil: 'a day', closedBy: [] };
  const { closedBy } = formerParts(change);
  return { goOnUntil: closedBy.length === 0 ? 'finished' : 'never', closedBy };
}

/**
 * Whether the former document could be put to use again right after the change, judged on the records as they will be
 * then.
 */
async function readWayBack(
  next: Queryable,
  change: PlannedChange,
  { stored, number }: StoredBasis,
  losses: ReadonlyMap<Change, string>,
): Promise<WayBack> {
  const current = number ?? 0;
  const done = change.conversions.doneIn(current + 1);
  const isKept = formerProcesses(change).goOnUntil === 'finished';
  const tables = isKept ? [...change.tables.values()] : [];
  const kept = new Set([
    ...tables.flatMap((changed) =>
      changed.now === null
        ? []
        : keptColumns(change, changed).map(({ name }) => `${tableName(changed.now?.entity.name ?? '')}.${name}`),
    ),
    ...(isKept ? madeOneWay(change) : []).map(({ entity }) => `${tableName(entity.name)}.${MADE_SINCE}`),
  ]);
  const keptTables = new Map(
    tables.flatMap(({ old, now }) => {
      const table = tableName(old.entity.name);
      const columns = old.columns.map(({ name }) => name);
      return now === null ? [[table, { schema: 'product', table, columns }] as const] : [];
    }),
  );
  // A change that goes back itself is taken back by the later document, which states again how it becomes of this one.
  const basis = change.isBack ? { done, backTo: null } : { done, backTo: current, kept, keptTables };
  const back = planChange(change.after.plan, indexPlan(stored, change.after.environment), basis);
  const rows = new StoredRows(back);
  await findDefaults(next, back, rows);
  const refused = await readRefused(next, back, rows, { among: 'all' });
  const open = back.steps.flat().filter(({ obstacle }) => obstacle !== null);
  return {
    isOpen: refused.length === 0,
    closedBy: refused.map(({ words }) => words),
    untilWritten: refused.length > 0 ? [] : [...new Set(open.map(({ summary }) => summary))],
    staysGone: [...losses].flatMap(([each, words]) => (isKeptForFormer(change, each) ? [] : [words])),
    untilFinished: [
      ...[...losses].flatMap(([each, words]) => (isKeptForFormer(change, each) ? [words] : [])),
      ...(isKept ? [...change.tables.values()].flatMap((changed) => formerValues(change, changed)) : []),
    ],
  };
}

/** The former values of fields that get new ones, a line each. */
function formerValues(change: PlannedChange, changed: ChangedTable): string[] {
  return convertedOneWay(change, changed).map(
    ({ entity, column }) => `${entity}.${column.name}: the values from which its new ones are computed`,
  );
}

/** Whether data that a change removes stays available to processes of the former version, and returns with it. */
function isKeptForFormer(change: PlannedChange, { drops }: Change): boolean {
  if (drops === undefined || formerProcesses(change).goOnUntil !== 'finished') return false;
  if (drops.column === null) return true;
  const field = change.renamed.findField(drops.entity, drops.column);
  return field !== null && canBeKept(field);
}
