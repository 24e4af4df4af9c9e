import { isDeepStrictEqual } from 'node:util';
import type { Plan, Rule } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { clauseContext, fromThis, perform, THIS } from '../run/write.ts';
import { readsVariable } from '../run/reads.ts';
import { isUnreachable } from '../run/worker-failures.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { type Queryable, run } from '../store/pool.ts';
import { readingWrite } from '../timers/read-times.ts';
import { listTimers } from '../timers/timer-list.ts';
import { records } from './change.ts';

/** What a statement needs that asks what a version does to what is stored. */
export interface EffectOptions {
  readonly index: PlanIndex;
  /** The database as it is when the document is in use. */
  readonly pool: Queryable;
  readonly clock: Clock;
}

/** A clause says so much in one line. */
const MOST_CHARACTERS = 90;
/** The column that says what people read about a row, and nothing that the product does. */
const PROSE = 'meaning';
/** What is read at the first start alone, or says nothing that the product does. */
const NOT_IN_FORCE = /^(?:1|2|5\..*\.examples?|3\..*\.records)(?:\.|$)/i;

/**
 * What a version of the document does that is no change of the storage, a line each, by the clause that states it: rights,
 * rules, timers, calls and constants that are otherwise from now on, and what of the records and requests that are there
 * already that concerns. What is asked of `pool` is answered as it is, or will be, when the database is brought to `index`.
 */
export async function effectsOf(options: EffectOptions, former: Plan): Promise<readonly string[]> {
  const { plan } = options.index;
  return [
    ...clausesInForce(former, plan),
    ...recordsOfTheDocument(former, plan),
    ...(await brokenRules(options, former)),
    ...(await dueTimers(options, former)),
    ...(await lostRequests(options, former)),
    ...(await lostViews(options, former)),
  ];
}

/** Clauses of points 3 to 9 that say otherwise, with both texts. What is stored stands among the steps. */
function clausesInForce(former: Plan, plan: Plan): readonly string[] {
  const old = textsOf(former);
  const now = textsOf(plan);
  const lines: string[] = [];
  for (const clause of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(clause), now.get(clause)];
    if (was === is || NOT_IN_FORCE.test(clause)) continue;
    // A cell that says no more than its row.
    const row = clause.replace(/\.[^.]*$/, '');
    if (old.get(row) === was && now.get(row) === is) continue;
    const isStored = clause.startsWith('3.');
    if (is !== undefined && was !== undefined) {
      const cells = changedCells(columnsOf(plan, clause), cellsOf(was), cellsOf(is));
      if (cells.length > 0) lines.push(`${clause}: ${cells.join('; ')}`);
    } else if (is !== undefined && !isStored) lines.push(`${clause} is new: ${quoted(is)}`);
    else if (was !== undefined && !isStored) lines.push(`${clause} is gone: ${quoted(was)}`);
  }
  if (former.settings.timeZone !== plan.settings.timeZone)
    lines.push(
      `dates and times of day are read in ${plan.settings.timeZone} now, and were in ${former.settings.timeZone}: instants that are stored stay, and may fall on another day`,
    );
  return lines;
}

/** What each clause says, without what only lays it out; a heading that only holds other clauses says nothing. */
function textsOf({ clauses }: Plan): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(clauses).flatMap(([clause, { text }]) => {
      const said = text.replaceAll(/\s+/g, ' ').trim();
      return said.startsWith('#') ? [] : [[clause, said]];
    }),
  );
}

/** The cells of a row of a table as it is written; a text that is none is one cell. */
function cellsOf(text: string): readonly string[] {
  return text
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The header of the table in which a clause stands: the first of the lines above it that are rows. */
function columnsOf({ clauses, sources }: Plan, clause: string): readonly string[] {
  const place = clauses[clause];
  const lines = sources.find(({ path }) => path === place?.file)?.text.split(/\r?\n/) ?? [];
  let at = (place?.line ?? 0) - 1;
  while (lines[at - 1]?.trim().startsWith('|') === true) at -= 1;
  return cellsOf(lines[at]?.trim() ?? '');
}

function changedCells(columns: readonly string[], was: readonly string[], is: readonly string[]): readonly string[] {
  if (was.length !== is.length || is.length === 1)
    return [`${quoted(is.join(' | '))}, formerly ${quoted(was.join(' | '))}`];
  return is.flatMap((cell, at) =>
    cell === was[at] || columns[at] === PROSE
      ? []
      : [`${columns[at] ?? `column ${at + 1}`}: ${quoted(cell)}, formerly ${quoted(was[at] ?? '')}`],
  );
}

function quoted(text: string): string {
  const cells = text.replaceAll(/^[|\s]+|[|\s]+$/g, '');
  return `“${cells.length > MOST_CHARACTERS ? `${cells.slice(0, MOST_CHARACTERS)}…` : cells}”`;
}

/** Records of the document are put in at its first start: what is stated otherwise since is for people to do. */
function recordsOfTheDocument(former: Plan, plan: Plan): readonly string[] {
  return plan.entities.flatMap((entity) => {
    const before = former.entities.find(({ name }) => name === entity.name);
    if (before === undefined || sameRecords(before.records, entity.records)) return [];
    return `the Records of ${entity.name} are stated otherwise: they were put in at the first start, and stay as they are; change them in the product`;
  });
}

type Records = Plan['entities'][number]['records'];

function sameRecords(before: Records, now: Records): boolean {
  return isDeepStrictEqual(
    before.map(({ values }) => values),
    now.map(({ values }) => values),
  );
}

/** Rules that are new or judge otherwise, and how many stored records break them: these can't be saved until they don't. */
async function brokenRules(options: EffectOptions, former: Plan): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const rule of options.index.plan.rules) {
    const before = former.rules.find(({ name, entity }) => name === rule.name && entity === rule.entity);
    if (
      before !== undefined &&
      isDeepStrictEqual(before.condition, rule.condition) &&
      !constantsDiffer(former, options)
    )
      continue;
    const count = await counted(() => countBroken(options, rule));
    if (typeof count === 'string')
      lines.push(`${rule.clause}: how many records of ${rule.entity} break this rule could not be counted: ${count}`);
    else if (count > 0)
      lines.push(
        `${rule.clause}: ${records(count)} of ${rule.entity} ${count === 1 ? 'breaks' : 'break'} this rule, and can't be saved by ${rule.on.join(', ')} until ${count === 1 ? 'it does' : 'they do'} not`,
      );
  }
  return lines;
}

/** What is counted; or why it could not be, which holds no start up: the document is in use already. */
async function counted(count: () => Promise<number>): Promise<number | string> {
  try {
    return await count();
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

function constantsDiffer(former: Plan, { index }: EffectOptions): boolean {
  return !isDeepStrictEqual(former.constants, index.plan.constants);
}

/** Only what judges a record by what is stored of it: no `old`, nothing that is judged on create alone. */
async function countBroken(options: EffectOptions, rule: Rule): Promise<number> {
  const { condition } = rule;
  if (condition === null || readsVariable(condition, 'old') || rule.on.every((cause) => cause === 'create')) return 0;
  const write = readingWrite(options);
  const [row] = await perform<{ count: number }>(write, `broken ${rule.clause}`, (parameters) => {
    const judged = compileCondition(condition, clauseContext(write, parameters, rule.entity));
    return `select count(*)::int as count ${fromThis(rule.entity)} where ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null and not coalesce(${judged}, false)`;
  });
  return row?.count ?? 0;
}

/** Timers that are new or come otherwise, and how many records they fire for at once. */
async function dueTimers(options: EffectOptions, former: Plan): Promise<readonly string[]> {
  const rowsOf = ({ states }: Plan) =>
    new Map(
      states.flatMap(({ events }) =>
        events.flatMap(({ transitions }) => transitions.map((row) => [row.clause, row] as const)),
      ),
    );
  const [before, now] = [rowsOf(former), rowsOf(options.index.plan)];
  const isSame = !constantsDiffer(former, options);
  const timers = await listTimers(options);
  return timers.flatMap(({ clause, entity, event, due }) => {
    if (due === null || due === 0) return [];
    if (isSame && isDeepStrictEqual(before.get(clause), now.get(clause))) return [];
    return `${clause}: ${event} is due at once for ${records(due)} of ${entity}`;
  });
}

/** Requests that wait for a call which there is no more. */
async function lostRequests({ index, pool }: EffectOptions, former: Plan): Promise<readonly string[]> {
  if (former.calls.length === 0) return [];
  const rows = await run<{ call: string; count: number }>(pool, {
    text: `select call, count(*)::int as count from nonet.outbound_call where state = 'waiting' and not call = any($1) group by call order by call`,
    values: [index.plan.calls.map(({ name }) => name)],
    prepare: false,
  });
  return rows.map(
    ({ call, count }) =>
      `the call ${call} is gone, and ${count === 1 ? 'one request of it waits' : `${count} requests of it wait`}: ${count === 1 ? 'it fails' : 'they fail'}`,
  );
}

/** Views that people saved of a list which there is no more. */
async function lostViews({ index, pool }: EffectOptions, former: Plan): Promise<readonly string[]> {
  const gone = former.screens.filter(({ slug }) => !index.plan.screens.some((screen) => screen.slug === slug));
  if (gone.length === 0) return [];
  const rows = await run<{ screen: string; count: number }>(pool, {
    text: 'select screen, count(*)::int as count from nonet.saved_view where screen = any($1) group by screen order by screen',
    values: [gone.map(({ slug }) => slug)],
    prepare: false,
  });
  return rows.map(({ screen, count }) => {
    const name = gone.find(({ slug }) => slug === screen)?.name ?? screen;
    return `the screen ${name} is gone: ${count === 1 ? 'one saved view of it is' : `${count} saved views of it are`} found nowhere any more`;
  });
}
