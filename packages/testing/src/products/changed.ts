import { createEngine, finishFormer, MigrationRefusal, type Pool } from '@nonet/engine';
import { Dice } from './document/dice.ts';
import { type Later, laterDocument } from './document/later.ts';
import { type Fault, faultOf } from './fault.ts';
import { type Person, RunningProduct, UNHURRIED } from './product.ts';
import { Known } from './storm/known.ts';
import { list, request } from './storm/requests.ts';
import { faultsIn } from './storm/storm.ts';

export interface Changed {
  readonly requests: number;
  readonly faults: readonly Fault[];
  /** The document that is in use afterwards; null if there was no later one, or what is stored refuses it. */
  readonly later: Later | null;
  /** The outcome of the change; null if no later document was found. */
  readonly became: 'applied' | 'refused' | null;
}

interface Stage {
  readonly former: RunningProduct;
  readonly people: readonly Person[];
  readonly url: string;
  readonly seed: number;
  readonly requests: number;
}

/**
 * Brings a product with data to a later version of its document. Stored data refuses that with its reason, or nothing
 * is lost; then both versions answer random requests at the same time.
 */
export async function changeProduct(text: string, stage: Stage): Promise<Changed> {
  const later = laterDocument(text, new Dice(stage.seed));
  if (later === null) return { requests: 0, faults: [], later: null, became: null };
  const detail = `the document was changed: ${later.edits.join('; ')}`;
  const withDocument = (faults: readonly Fault[]): Fault[] =>
    faults.map((fault) => ({ ...fault, stage: 'change', detail: `${detail}\n${fault.detail}` }));
  try {
    const lost = await putToUse(later, stage);
    if (lost === null) return { requests: 0, faults: [], later: null, became: 'refused' };
    if (lost.length > 0) {
      const cause = 'a change of the document loses or changes what is stored';
      return {
        requests: 0,
        faults: withDocument([{ stage: 'change', cause, detail: lost.slice(0, 5).join('\n') }]),
        later,
        became: 'applied',
      };
    }
    const used = await useBoth(later, stage);
    return { ...used, faults: withDocument(used.faults), later, became: 'applied' };
  } catch (error) {
    return { requests: 0, faults: withDocument([faultOf('change', error)]), later, became: 'applied' };
  }
}

/** The differences in stored data afterwards, a line each; null if the change was refused. */
async function putToUse(later: Later, { former, url }: Stage): Promise<readonly string[] | null> {
  const { pool, index } = former.engine;
  const before = await rowsOf(pool);
  try {
    const engine = await createEngine({
      plan: planOf(later),
      databaseUrl: url,
      clock: () => former.now,
      timeouts: UNHURRIED,
      environment: index.environment,
      change: 'newer',
      besideFormer: true,
    });
    const after = await rowsOf(engine.pool);
    await engine.close();
    return differences(before, after, later);
  } catch (error) {
    if (error instanceof MigrationRefusal) return null;
    throw error;
  }
}

function planOf({ plan, errors }: Later): NonNullable<Later['plan']> {
  if (plan === null) throw new Error(errors.join('; '));
  return plan;
}

/** Fields that the product sets itself on each write. */
const OWN = new Set(['updated_at', 'updated_by', 'version']);

export type Rows = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

/** The rows of each table of the product, by id. */
async function rowsOf(pool: Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'product' and table_name <> 'kept_history'`,
  );
  const found = new Map<string, Map<string, Record<string, unknown>>>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from product."${name}" t`,
    );
    found.set(name, new Map(rows.map(({ row }) => [String(row.id), row])));
  }
  return found;
}

function tableOf(entity: string): string {
  return entity.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();
}

/** The values that are others than before, though the document does not say so. */
export function differences(
  before: Rows,
  after: Rows,
  { entities, names, words, others, gone }: Pick<Later, 'entities' | 'names' | 'words' | 'others' | 'gone'>,
): string[] {
  const renamed = (text: string): string =>
    text.replaceAll(/[A-Za-z_]\w*/g, (word) => words.get(word) ?? names.get(word) ?? word);
  const found: string[] = [];
  const tables = new Map([...entities].map(([was, is]) => [tableOf(was), tableOf(is)]));
  const left = new Set([...gone].map(tableOf));
  for (const [table, rows] of before)
    for (const [id, row] of left.has(table) ? [] : rows) {
      const now = after.get(tables.get(table) ?? table)?.get(id);
      if (now === undefined) found.push(`${table} ${id} is gone`);
      for (const [column, value] of now === undefined ? [] : Object.entries(row)) {
        if (OWN.has(column) || others.has(column)) continue;
        const [was, is] = [JSON.stringify(value), JSON.stringify(now?.[names.get(column) ?? column])];
        if (was !== is && renamed(was) !== is) found.push(`${table} ${id}: ${column} was ${was}, and is ${is}`);
      }
    }
  return found;
}

/** Random requests to both versions, by turns. A former process that can't continue says that it is not available. */
async function useBoth(later: Later, stage: Stage): Promise<Pick<Changed, 'requests' | 'faults'>> {
  const { former, people, url, seed, requests } = stage;
  const dice = new Dice(seed);
  const now = await RunningProduct.start(
    planOf(later),
    url,
    'production',
    former.now,
    former.engine.index.rowSecurity !== null,
  );
  const faults: Fault[] = [];
  let asked = 0;
  const sides = [now, former].map((product) => ({ product, known: new Known(product.plan, dice, people) }));
  try {
    const ask = async ({ product, known }: (typeof sides)[number], first: boolean): Promise<void> => {
      const person = first ? (people.at(-1) ?? dice.pick(people)) : dice.pick(people);
      const wanted = first ? list(known) : request(known);
      const answer = await product.ask(person, wanted);
      asked += 1;
      known.learn(wanted, answer);
      const found = faultsIn(product, person, wanted, answer);
      const wrong = product === former && answer.status === 503 ? [] : found.filter((fault) => !isOfFormer(fault));
      faults.push(...wrong.map((fault) => ({ ...fault, cause: `${sideOf(product)}: ${fault.cause}` })));
    };
    const sideOf = (product: RunningProduct): string =>
      product === former ? 'the former version' : 'the later version';
    for (const side of sides) for (let at = 0; at < 6; at++) await ask(side, true);
    for (let at = 0; at < requests; at++) await ask(dice.pick(sides), false);
    await now.pass(86_400_000);
  } finally {
    await now.close();
  }
  faults.push(...now.faults.splice(0));
  return { requests: asked, faults };
}

/**
 * Whether a process reports that its version is no longer in use: the database shuts it out if it can't continue
 * beside the later one.
 */
export function isOfFormer({ detail }: Fault): boolean {
  return detail.includes('of the document is no longer in use');
}

/** Ends the time in which both versions are served. */
export async function finishChange(url: string): Promise<void> {
  await finishFormer(url);
}
