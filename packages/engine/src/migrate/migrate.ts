import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { compileCondition, compileExpression } from '../sql/expression.ts';
import { quote, SYSTEM_COLUMNS, table, tableName } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { run, transaction, type Pool, type PoolClient } from '../store/pool.ts';
import { systemClock } from '../clock.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { makeSlugsOf } from '../run/slugs.ts';
import type { Change } from './change.ts';
import { comparePlans } from './compare.ts';
import { describeTables } from './describe.ts';
import { migrateOwnTables, requireOwnTables } from './own.ts';
import { DocumentNotInUse, FormerDocument, MigrationRefusal, NotPutToUse } from './refusals.ts';
import { applyRenames } from './rename.ts';
import { newNames, pendingRenames, renamedPlan } from './renamed-plan.ts';
import { addForeignKey, createIndex, planSchema } from './schema.ts';
import { addMissingTriggers } from './tell-changes.ts';
import { addVersion, documentHash, type Standing, standingOf } from './versions.ts';

export interface MigrationResult {
  /** `beside`: a version of the document that another one has followed, which still takes what it writes. */
  readonly kind: 'created' | 'changed' | 'unchanged' | 'beside';
  /** The version of the document, as the database counts them. */
  readonly version: number;
  /** What was done, one line each. */
  readonly steps: readonly string[];
}

export interface MigrateOptions {
  /**
   * What a document may do that the database does not have in use: nothing (it is refused with `DocumentNotInUse`), be put
   * to use where it is no former version (which is refused with `FormerDocument`), or be put to use in any case.
   */
  readonly change?: 'none' | 'newer' | 'any';
  /** Who puts it to use, for the list of versions. */
  readonly by?: string | null;
  /** Runs before anything of the storage changes that a process of a former version could not live with. */
  readonly closeFormer?: (client: PoolClient) => Promise<void>;
}

/** One number for all processes that start on the same database ("nonet"). */
const LOCK = 0x6e6f6e65;

/**
 * Brings the database to the plan: creates everything on the first start, adds what a changed document adds, and
 * refuses (a `MigrationRefusal`, nothing changed) what would drop or reinterpret stored data. Which documents may be put to
 * use `options.change` says.
 */
export async function migrate(pool: Pool, index: PlanIndex, options: MigrateOptions = {}): Promise<MigrationResult> {
  const { change = 'any', by = null, closeFormer = async () => {} } = options;
  return transaction(pool, async (client) => {
    // Another process may be at it, and a large table takes its time.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    if (change === 'none') await requireOwnTables(client);
    else await migrateOwnTables(client);
    const { rows } = await client.query<{ document_hash: string; plan: Plan }>(
      'select document_hash, plan from nonet.product',
    );
    const stored = rows[0];
    if (stored === undefined) {
      if (change === 'none') throw new NotPutToUse(false);
      return create(client, index, by);
    }
    const standing = await standingOf(client, index.plan);
    const { current, own } = standing;
    if (change === 'none') {
      if (stored.document_hash !== documentHash(index.plan) && !standing.isAlike) throw new DocumentNotInUse(standing);
      return { kind: 'unchanged', version: current.number, steps: [] };
    }
    if (stored.document_hash === documentHash(index.plan)) {
      const steps = await addMissingParts(client, index);
      return { kind: steps.length === 0 ? 'unchanged' : 'changed', version: current.number, steps };
    }
    if (change === 'newer' && own !== null && own.number < current.number) {
      if (standing.isAlike || standing.isOpen) return { kind: 'beside', version: own.number, steps: [] };
      throw new FormerDocument(own, current);
    }
    return changeTo(client, index, { stored: stored.plan, standing, by, closeFormer });
  });
}

interface Changing {
  readonly stored: Plan;
  readonly standing: Standing;
  readonly by: string | null;
  readonly closeFormer: (client: PoolClient) => Promise<void>;
}

/** Brings a database that holds a product to another document. */
async function changeTo(
  client: PoolClient,
  index: PlanIndex,
  { stored, standing, by, closeFormer }: Changing,
): Promise<MigrationResult> {
  const renames = pendingRenames(stored, index.plan.renames);
  const planned = comparePlans(indexPlan(renamedPlan(stored, newNames(stored, renames))), index);
  const keepsFormer = renames.length === 0 && planned.flat().every((change) => change.keepsFormer);
  if (!keepsFormer) await closeFormer(client);
  // What would lose data is judged by the new names; a refusal takes the renames back.
  const renamed = await applyRenames(client, stored, index.plan.renames);
  const changes = comparePlans(renamed.index, index);
  for (const group of changes) {
    await refuseWhatLosesData(client, group);
    for (const change of group) {
      for (const statement of change.statements) await client.query(statement);
      if (change.fill !== null) await fill(client, index, change.fill.entity, change.fill.field.name);
    }
  }
  const added = await addMissingParts(client, index);
  await client.query('update nonet.product set document_hash = $1, plan = $2, changed_at = now()', [
    documentHash(index.plan),
    index.plan,
  ]);
  const steps = [
    ...renamed.steps,
    ...changes.flat().flatMap(({ statements, summary }) => (statements.length > 0 ? [summary] : [])),
    ...added,
  ];
  // The same text, read by another version of Nonet, is no other version of the document.
  const isSame = standing.own?.number === standing.current.number && keepsFormer;
  const version = isSame ? standing.current.number : await addVersion(client, index.plan, { by, keepsFormer, steps });
  return { kind: 'changed', version, steps };
}

async function create(client: PoolClient, index: PlanIndex, by: string | null): Promise<MigrationResult> {
  // At once: of a large document there are thousands, and the way of each takes longer than the statement.
  await client.query(planSchema(index).join(';\n'));
  await addMissingTriggers(client, index);
  await client.query('insert into nonet.product (document_hash, plan, secret) values ($1, $2, $3)', [
    documentHash(index.plan),
    index.plan,
    randomBytes(32),
  ]);
  const steps = index.plan.entities.map((entity) => `${entity.name} is new`);
  return { kind: 'created', version: await addVersion(client, index.plan, { by, keepsFormer: false, steps }), steps };
}

/**
 * Triggers, constraints and indexes of the plan that the database does not have: those that a changed document asks for,
 * those that went with a column or table, and those that an earlier version of the engine did not make.
 */
async function addMissingParts(client: PoolClient, index: PlanIndex): Promise<string[]> {
  await addMissingTriggers(client, index);
  const { rows } = await client.query<{ place: string }>(
    `select c.relname || ' ' || k.conname as place from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'product'::regnamespace and k.contype = 'f'
     union all select indexname from pg_indexes where schemaname = 'product'`,
  );
  const present = new Set(rows.map(({ place }) => place));
  const tables = describeTables(index);
  const steps: string[] = [];
  for (const { entity, foreignKeys } of tables)
    for (const key of foreignKeys) {
      if (present.has(`${tableName(entity.name)} ${key.name}`)) continue;
      await client.query(addForeignKey(entity.name, key));
      steps.push(`${entity.name}.${key.column} refers to ${key.target}`);
    }
  for (const { entity, indexes } of tables)
    for (const item of indexes) {
      if (present.has(item.name)) continue;
      await client.query(createIndex(entity.name, item));
      steps.push(`index ${item.name}`);
    }
  return steps;
}

async function refuseWhatLosesData(client: PoolClient, changes: readonly Change[]): Promise<void> {
  const obstacles: string[] = [];
  for (const { obstacle } of changes) {
    if (obstacle === null) continue;
    const [row] = await run<{ count: string | number }>(client, obstacle.count);
    const count = Number(row?.count ?? 0);
    if (count > 0) obstacles.push(obstacle.words(count));
  }
  if (obstacles.length > 0) throw new MigrationRefusal(obstacles);
}

/** Gives the records that are there already the default of a new field, or the initial state of a new state field. */
async function fill(client: PoolClient, index: PlanIndex, entity: string, name: string): Promise<void> {
  const field = index.field(entity, name);
  if (field.type.kind === 'slug') return fillSlugs(client, index, entity);
  const parameters = new Parameters();
  const initial = index.workflow(entity)?.states.find((state) => state.kind === 'initial');
  const sets: string[] = [];
  if (field.default !== null) {
    const variables = new Map([
      ['this', { kind: 'row', entity, alias: 'r' }],
      ['user', { kind: 'null' }],
    ] as const);
    const context = { index, parameters, variables, authority: null };
    const value = compileExpression(field.default, context);
    // What is not asked for is empty (3, `when`).
    sets.push(
      `${quote(name)} = ${field.when === null ? value : `case when ${compileCondition(field.when, context)} then ${value} end`}`,
    );
  } else if (initial !== undefined) {
    sets.push(`${quote(name)} = ${parameters.bind(initial.name, 'text')}`);
    sets.push(`${quote(SYSTEM_COLUMNS.enteredAt)} = ${parameters.slot('now', 'timestamptz')}`);
  }
  if (sets.length === 0) return;
  await client.query(
    `update ${table(entity)} r set ${sets.join(', ')}`,
    parameters.values({ now: new Date().toISOString() }),
  );
}

/** Oldest first, so that the first of a name has it without a number. */
async function fillSlugs(client: PoolClient, index: PlanIndex, entity: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`select id from ${table(entity)} order by created_at, id`);
  const write = beginSystemWrite(index, client, systemClock);
  for (const { id } of rows) await makeSlugsOf(write, entity, id, null);
}
