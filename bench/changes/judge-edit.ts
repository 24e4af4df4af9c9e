import {
  createEngine,
  MigrationRefusal,
  type MigrationPlan,
  openPool,
  type Pool,
  readMigrationPlan,
  seed,
} from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { type ColumnHashes, hashColumns, otherColumns } from './columns.ts';
import type { Edit, TextEdit } from './edit.ts';
import { InvalidDocument, planOfText } from './plan-of-text.ts';
import { KEEP_FORMER } from './products.ts';
import { lostOf, startWriter, writeBy, type Written } from './writer.ts';

/** The result of an edit. */
export type Outcome =
  /** The first document was put to use, with the expected result. */
  | 'applied'
  /**
   * The first document was refused with the place and the next step; the corrected one was put to use, with the
   * expected result.
   */
  | 'applied with words'
  /** The same, where people had to change records, or several documents came one after the other. */
  | 'applied by hand'
  /** The first document was refused with the place and the next step, which is another way than it was meant, and works. */
  | 'another way'
  /** No document carries what is stored. */
  | 'no way'
  | 'effect not reported'
  | 'silently wrong'
  | 'other than expected';

export type WayBack = 'taken back' | 'closed, as said' | 'closed, unsaid' | 'rows lost' | 'none';

export interface Judged {
  readonly edit: Edit;
  readonly outcome: Outcome;
  readonly wayBack: WayBack;
  /** The unexpected results, a line each. */
  readonly faults: readonly string[];
  /** The answers: refusals, effects. */
  readonly answers: readonly string[];
  readonly seconds: number;
}

export interface JudgeOptions {
  readonly text: string;
  readonly databaseUrl: string;
  /** The number of records that are written by the new document before the way back. */
  readonly writes: number;
}

/** The findings while an edit is carried out. */
interface Course {
  readonly edit: Edit;
  readonly options: JudgeOptions;
  readonly former: Plan;
  readonly pool: Pool;
  readonly faults: string[];
  readonly answers: string[];
}

/** Carries an edit out on a filled database, forward with people who write meanwhile, and back. */
export async function judgeEdit(edit: Edit, options: JudgeOptions): Promise<Judged> {
  const begun = performance.now();
  const pool = openPool(options.databaseUrl, { connections: 2 });
  const course: Course = { edit, options, pool, former: planOfText(options.text), faults: [], answers: [] };
  try {
    if (edit.before !== undefined) await pool.query(`${edit.before};${KEEP_FORMER}`);
    const { outcome, wayBack } = await carryOut(course).catch((error: unknown) => {
      course.faults.push(`it broke: ${error instanceof Error ? error.message : String(error)}`);
      return { outcome: 'other than expected', wayBack: 'none' } as const;
    });
    return { edit, outcome, wayBack, faults: course.faults, answers: course.answers, seconds: seconds(begun) };
  } finally {
    await pool.end();
  }
}

function seconds(begun: number): number {
  return (performance.now() - begun) / 1000;
}

async function carryOut(course: Course): Promise<{ readonly outcome: Outcome; readonly wayBack: WayBack }> {
  const { edit, faults } = course;
  const first = await putToUse(course, edit.first);
  if (first.kind !== edit.becomes) {
    faults.push(`it was to be ${edit.becomes}, and is ${first.kind}`);
    return { outcome: 'other than expected', wayBack: 'none' };
  }
  if (first.kind === 'applied') return judgeApplied(course, first, 'applied');
  if (edit.stated === undefined) {
    if (edit.lacks === undefined) faults.push('no document is stated that carries it');
    return { outcome: 'no way', wayBack: 'none' };
  }
  for (const { document, sql } of edit.stages ?? []) {
    const stage = await putToUse(course, document);
    if (stage.kind !== 'applied') {
      faults.push(`a document on the way is ${stage.kind}`);
      return { outcome: 'no way', wayBack: 'none' };
    }
    if (sql !== undefined) await course.pool.query(sql);
  }
  if (edit.people !== undefined) await course.pool.query(edit.people);
  const isByHand = edit.stages !== undefined || edit.people !== undefined;
  const stated = await putToUse(course, edit.stated);
  if (stated.kind !== 'applied') {
    if (edit.lacks === undefined) faults.push(`the document that follows the answer is ${stated.kind}`);
    return { outcome: 'no way', wayBack: 'none' };
  }
  const outcome = isByHand ? 'applied by hand' : 'applied with words';
  return judgeApplied(course, stated, edit.isAnother === true ? 'another way' : outcome);
}

interface Applied {
  readonly kind: 'applied';
  readonly plan: Plan;
  readonly planned: MigrationPlan;
  readonly written: Written;
  readonly effects: readonly string[];
}

type Put = Applied | { readonly kind: 'refused' } | { readonly kind: 'invalid' };

/** Plans a document, and puts it to use while people write by the one that is in use. */
async function putToUse(course: Course, document: TextEdit): Promise<Put> {
  const { options, edit, pool, faults, answers } = course;
  let plan: Plan;
  try {
    plan = planOfText(document(options.text));
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    answers.push(error.message);
    return { kind: 'invalid' };
  }
  const { databaseUrl } = options;
  const planned = await readMigrationPlan({ plan, databaseUrl });
  const before = await hashColumns(pool, 'product', []);
  const inUse = await planInUse(pool);
  const isFormer = JSON.stringify(inUse) === JSON.stringify(course.former);
  const writer = isFormer ? await startWriter(course.former, databaseUrl, edit.product) : null;
  try {
    const engine = await createEngine({ plan, databaseUrl, change: 'newer', by: 'a team', besideFormer: true });
    try {
      await seed(engine, { demo: false });
    } finally {
      await engine.close();
    }
    const { effects } = engine.migration;
    const written = (await writer?.stop()) ?? { records: [], ended: null };
    if (written.ended !== null) faults.push(`who wrote by the former document was answered: ${written.ended}`);
    if (planned.isRefused) faults.push('the plan says that it is refused, and it is applied');
    answers.push(...effects);
    return { kind: 'applied', plan, planned, written, effects };
  } catch (error) {
    const written = (await writer?.stop()) ?? { records: [], ended: null };
    if (!(error instanceof MigrationRefusal)) throw error;
    answers.push(error.message);
    judgeRefusal(
      course,
      planned,
      before,
      await hashColumns(
        pool,
        'product',
        written.records.map(({ id }) => id),
      ),
    );
    return { kind: 'refused' };
  }
}

async function planInUse(pool: Pool): Promise<Plan | null> {
  const { rows } = await pool.query<{ plan: Plan }>('select plan from nonet.product');
  return rows[0]?.plan ?? null;
}

/** Checks that a refusal changed nothing, names its clauses, and says what to do. */
function judgeRefusal({ faults }: Course, planned: MigrationPlan, before: ColumnHashes, after: ColumnHashes): void {
  if (!planned.isRefused) faults.push('it is refused, and the plan does not say so');
  const others = otherColumns(before, after, [], []);
  if (others.length > 0) faults.push(`it is refused, and has changed ${others.join(', ')}`);
  const refusals = planned.changes.flatMap((change) => change.refusals.map((refusal) => ({ ...refusal, ...change })));
  if (planned.isRefused && refusals.length === 0) faults.push('it is refused without a place');
  for (const { clause, words, remedy } of refusals)
    if (remedy === null && !/; (?:write|store) /.test(words)) faults.push(`${clause} has no next step: ${words}`);
}

async function judgeApplied(
  course: Course,
  applied: Applied,
  outcome: Outcome,
): Promise<{ readonly outcome: Outcome; readonly wayBack: WayBack }> {
  const { edit, pool, faults } = course;
  const { plan, planned, written, effects } = applied;
  const changes = edit.changes ?? [];
  const ids = written.records.map(({ id }) => id);
  const former = await hashColumns(pool, 'former', ids);
  const wrong = otherColumns(former, await hashColumns(pool, 'product', ids), plan.renames, changes).map(
    (name) => `${name} has other values`,
  );
  wrong.push(
    ...(await lostOf(pool, written, plan, changes)).map((what) => `${what} was written meanwhile and is lost`),
  );
  if (edit.right !== undefined) {
    const { rows } = await pool.query<{ is_right: boolean | null }>(`select (${edit.right}) as is_right`);
    if (rows[0]?.is_right !== true)
      wrong.push(`it is not as it was meant: ${edit.right.trim().replaceAll(/\s+/g, ' ')}`);
  }
  faults.push(...wrong);
  const said = [
    ...planned.effects,
    ...planned.changes.flatMap(({ clause, does }) => does.map((line) => `${clause}: ${line}`)),
    ...planned.steps.map(({ words }) => words),
  ];
  const done = [...effects, ...(await stepsOf(pool))];
  const unreported = (edit.says ?? []).flatMap((pattern) => [
    ...(said.some((line) => pattern.test(line)) ? [] : [`the plan does not say ${String(pattern)}`]),
    ...(done.some((line) => pattern.test(line)) ? [] : [`what applies it does not say ${String(pattern)}`]),
  ]);
  faults.push(...unreported);
  if (wrong.length > 0) return { outcome: 'silently wrong', wayBack: 'none' };
  const wayBack = await goBack(course, applied);
  return { outcome: unreported.length > 0 ? 'effect not reported' : outcome, wayBack };
}

async function stepsOf(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ steps: string[] }>(
    'select steps from nonet.version order by number desc limit 1',
  );
  return rows[0]?.steps ?? [];
}

/** Lets people write by the new document, puts the former one to use again, and looks at all that was there. */
async function goBack(course: Course, { plan, planned, written }: Applied): Promise<WayBack> {
  const { edit, options, pool, faults } = course;
  const { databaseUrl } = options;
  const engine = await createEngine({ plan, databaseUrl, change: 'none' });
  let later: Written;
  try {
    later = await writeBy(engine, edit.product, options.writes, edit.writes ?? {});
  } finally {
    await engine.close();
  }
  if (later.ended !== null) faults.push(`who writes by the new document is answered: ${later.ended}`);
  const isSaid = planned.wayBack === null || !planned.wayBack.isOpen || planned.wayBack.untilWritten.length > 0;
  try {
    await (await createEngine({ plan: course.former, databaseUrl, change: 'any', besideFormer: true })).close();
  } catch (error) {
    if (!(error instanceof MigrationRefusal)) throw error;
    if (edit.back !== 'closed') faults.push(`the way back is closed: ${error.obstacles.join('; ')}`);
    if (!isSaid) faults.push('the plan does not say that the way back closes');
    return isSaid ? 'closed, as said' : 'closed, unsaid';
  }
  if (edit.back === 'closed') faults.push('the way back is open, and was to be closed');
  const ids = [...written.records, ...later.records].map(({ id }) => id);
  const lost = [
    ...otherColumns(
      await hashColumns(pool, 'former', ids),
      await hashColumns(pool, 'product', ids),
      [],
      edit.backChanges ?? [],
    ),
    ...(await lostOf(pool, written, course.former, [])),
    ...(await lostOf(pool, later, course.former, [])),
  ];
  faults.push(...lost.map((what) => `${what} is lost on the way back`));
  return lost.length > 0 ? 'rows lost' : 'taken back';
}
