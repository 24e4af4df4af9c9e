import { type ClauseText, type Entity, MANY_RECORDS, type Plan } from '@nonet/language';
import { describeTables } from '../migrate/describe.ts';
import { requireOwnTables } from '../migrate/own.ts';
import { NotPutToUse } from '../migrate/refusals.ts';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { storedTable, tableName } from '../sql/identifiers.ts';
import { openPool, type Queryable, run, transaction } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';
import type {
  Advice,
  DeadRows,
  LargeEntity,
  OldHistory,
  PlacedClause,
  SlowClause,
  UnusedIndex,
  WastedSpace,
  WholeReadings,
} from './advice.ts';
import { purposesOf } from './index-purposes.ts';
import { readSpace, type SpaceFigures } from './read-space.ts';
import { type ClauseTimes, readStatements } from './read-statements.ts';
import { oldestTransaction, readHistoryFigures, readTables, type TableFigures } from './read-tables.ts';

/** How much it takes until something is advised. */
export interface AdviceLimits {
  /** Statements that take longer on average are slow. */
  readonly slowMilliseconds: number;
}

/** The time in which the database must answer each question. */
const ANSWER_SECONDS = 15;
/** Fewer records are read in no time, with an index or without. */
const SOME_RECORDS = 10_000;
/** Whoever reads all records has read each of them so often, and began so often. */
const WHOLE_READINGS = 10;
/** Autovacuum begins at a fifth of the rows: twice as many dead ones wait for it. */
const DEAD_PART = 0.4;
const WASTED_BYTES = 10 * 1024 * 1024;
const WASTED_TIMES = 2;
/** From so many old entries on the archive makes the history's own table noticeably smaller. */
const OLD_ENTRIES = 100_000;
const YEARS_AHEAD = 3;

/**
 * Reads what a database advises for the product that is served on it, and changes nothing there: in one transaction that
 * only reads, from PostgreSQL's statistics, so that it takes no longer for many records.
 * @throws {NotPutToUse} If it holds no product.
 */
export async function readAdvice(databaseUrl: string, limits: AdviceLimits): Promise<Advice> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    return await transaction(
      pool,
      async (client) => {
        await client.query(`set local statement_timeout = '${ANSWER_SECONDS}s'; set local lock_timeout = '2s'`);
        await requireOwnTables(client);
        return await adviceOf(client, limits);
      },
      { readOnly: true },
    );
  } finally {
    await pool.end();
  }
}

async function adviceOf(client: Queryable, limits: AdviceLimits): Promise<Advice> {
  const [product] = await run<{ plan: Plan; number: number; since: Date }>(client, {
    text: `select plan, (select max(number) from nonet.version) as number,
        greatest((select stats_reset from pg_stat_database where datname = current_database()), (select min(put_to_use_at) from nonet.version)) as since
      from nonet.product`,
    values: [],
    prepare: false,
  });
  if (product === undefined) throw new NotPutToUse(false);
  const index = indexPlan(product.plan);
  const entities = new Map(index.plan.entities.map((entity) => [tableName(entity.name), entity]));
  const tables = (
    await readTables(
      client,
      [...entities.values()].map(({ name }) => storedTable(name)),
    )
  ).flatMap((figures) => {
    const entity = entities.get(figures.name);
    return entity === undefined ? [] : [{ entity, figures }];
  });
  const { read, times } = await readStatements(client);
  const space = await readSpace(client);
  return {
    version: product.number,
    title: index.plan.title,
    countedSince: new Date(product.since).toISOString(),
    statements: read,
    slow: slowClauses(index, times, limits),
    unusedIndexes: await readUnused(client, index, tables),
    readWhole: tables.flatMap((table) => wholeReadings(index, table)),
    deadRows: await readDead(client, tables),
    space: wasted(index, entities, space),
    history: await readOldHistory(client, entities),
    sizes: tables.flatMap((table) => largeEntity(index, table)),
  };
}

interface Table {
  readonly entity: Entity;
  readonly figures: TableFigures;
}

/** A clause with its place, or with that of the part of the document that it belongs to. */
function placed(index: PlanIndex, clause: string): PlacedClause {
  for (let at = clause; at.includes('.'); at = at.slice(0, at.lastIndexOf('.'))) {
    const found: ClauseText | undefined = index.plan.clauses[at];
    if (found !== undefined) return { clause, place: { file: found.file, line: found.line, text: found.text } };
  }
  return { clause, place: null };
}

function slowClauses(index: PlanIndex, times: readonly ClauseTimes[], limits: AdviceLimits): SlowClause[] {
  const together = new Map<string, ClauseTimes>();
  for (const each of times) {
    const key = JSON.stringify([each.clauses, each.parts]);
    const former = together.get(key);
    together.set(key, {
      ...each,
      calls: each.calls + (former?.calls ?? 0),
      totalMilliseconds: each.totalMilliseconds + (former?.totalMilliseconds ?? 0),
      maximumMilliseconds: Math.max(each.maximumMilliseconds, former?.maximumMilliseconds ?? 0),
    });
  }
  return [...together.values()]
    .filter(({ calls, totalMilliseconds }) => totalMilliseconds / calls >= limits.slowMilliseconds)
    .toSorted((one, other) => other.totalMilliseconds - one.totalMilliseconds)
    .map(({ clauses, parts, calls, totalMilliseconds, maximumMilliseconds }) => ({
      clauses: clauses.map((clause) => placed(index, clause)),
      parts,
      readBy: clauses.flatMap((clause) =>
        parts.flatMap((part) =>
          `${clause}.${part}` in index.plan.clauses ? [placed(index, `${clause}.${part}`)] : [],
        ),
      ),
      calls,
      totalMilliseconds,
      meanMilliseconds: totalMilliseconds / calls,
      maximumMilliseconds,
    }));
}

async function readUnused(client: Queryable, index: PlanIndex, tables: readonly Table[]): Promise<UnusedIndex[]> {
  const rows = await run<{ name: string; bytes: number }>(client, {
    text: `select s.indexrelname as name, pg_relation_size(s.indexrelid)::float8 as bytes from pg_stat_user_indexes s
      join pg_index i on i.indexrelid = s.indexrelid
      where s.schemaname = 'product' and s.idx_scan = 0 and i.indisvalid order by bytes desc, name`,
    values: [],
    prepare: false,
  });
  const large = new Map(
    tables.flatMap(({ entity, figures }) => (figures.rows >= SOME_RECORDS ? [[entity.name, entity]] : [])),
  );
  const described = new Map(
    describeTables(index).flatMap(({ entity, indexes }) =>
      large.has(entity.name) ? indexes.map((description) => [description.name, { entity, description }] as const) : [],
    ),
  );
  return rows.flatMap(({ name, bytes }) => {
    const found = described.get(name);
    const purposes = found === undefined ? null : purposesOf(index, found.entity, found.description);
    if (found === undefined || purposes === null) return [];
    const madeFor = purposes.map((clause) => placed(index, clause));
    return [{ entity: found.entity.name, columns: found.description.columns, bytes, madeFor }];
  });
}

function wholeReadings(index: PlanIndex, { entity, figures }: Table): WholeReadings[] {
  const { rows, wholeReads, rowsOfWholeReads } = figures;
  if (rows < SOME_RECORDS || wholeReads < WHOLE_READINGS || rowsOfWholeReads < WHOLE_READINGS * rows) return [];
  return [
    {
      entity: placed(index, entity.clause),
      name: entity.name,
      records: rows,
      times: wholeReads,
      recordsRead: rowsOfWholeReads,
    },
  ];
}

async function readDead(client: Queryable, tables: readonly Table[]): Promise<DeadRows[]> {
  const history = await readTables(client, ['nonet.history']);
  const all = [
    ...tables.map(({ entity, figures }) => ({ entity: entity.name, figures })),
    ...history.map((figures) => ({ entity: null, figures })),
  ];
  const many = all.filter(({ figures: { rows, dead } }) => dead >= SOME_RECORDS && dead >= DEAD_PART * rows);
  if (many.length === 0) return [];
  const heldBy = await oldestTransaction(client);
  const [setting] = await run<{ is_off: boolean }>(client, {
    text: `select current_setting('autovacuum') = 'off' as is_off`,
    values: [],
    prepare: false,
  });
  return many.map(({ entity, figures: { rows, dead, lastVacuum } }) => ({
    entity,
    rows,
    dead,
    lastVacuum: lastVacuum === null ? null : new Date(lastVacuum).toISOString(),
    heldBy,
    isAutovacuumOff: setting?.is_off === true,
  }));
}

function wasted(
  index: PlanIndex,
  entities: ReadonlyMap<string, Entity>,
  figures: readonly SpaceFigures[],
): WastedSpace[] {
  const columns = new Map(
    describeTables(index).flatMap(({ indexes }) => indexes.map(({ name, columns: of }) => [name, of] as const)),
  );
  return figures
    .filter(({ bytes, neededBytes }) => bytes - neededBytes >= WASTED_BYTES && bytes >= WASTED_TIMES * neededBytes)
    .flatMap(({ schema, table, index: name, bytes, neededBytes }) => {
      const isOwn = schema === 'nonet' || table.startsWith(OWN_PREFIX);
      const entity = isOwn ? null : (entities.get(table)?.name ?? '');
      if (entity === '') return [];
      const what = name === null ? ('records' as const) : ('index' as const);
      const of = name === null ? [] : (columns.get(name) ?? ['id']);
      return [{ entity, what, columns: of, bytes, neededBytes }];
    });
}

async function readOldHistory(client: Queryable, entities: ReadonlyMap<string, Entity>): Promise<OldHistory | null> {
  const figures = await readHistoryFigures(client);
  if (figures === null) return null;
  const oldEntries = Math.round(figures.entries * figures.old);
  if (oldEntries < OLD_ENTRIES) return null;
  const known = new Set([...entities.values()].map(({ name }) => name));
  return {
    entries: figures.entries,
    oldEntries,
    bytes: figures.bytes,
    entities: figures.entities.filter((name) => known.has(name)),
  };
}

function largeEntity(index: PlanIndex, { entity, figures: { rows, recent } }: Table): LargeEntity[] {
  const { size } = entity;
  if (size === null ? rows < MANY_RECORDS : rows <= size) return [];
  const yearly = recent === null ? null : Math.round(rows * recent);
  return [
    {
      entity: placed(index, entity.clause),
      name: entity.name,
      records: rows,
      stated: size,
      yearly,
      suggested: rounded(rows + YEARS_AHEAD * (yearly ?? rows)),
    },
  ];
}

/** The next number with one digit that is not 0, or two below 20: 130,000, 300,000, 2,000,000. */
function rounded(records: number): number {
  const unit = 10 ** Math.floor(Math.log10(records));
  const step = records < 2 * unit ? unit / 10 : unit;
  return Math.ceil(records / step) * step;
}
