import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Actor, createApiTokens, indexPlan, openPool, readMigrationPlan } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { Edit } from '../edit.ts';
import { planOfText } from '../plan-of-text.ts';
import { KEEP_FORMER } from '../products.ts';
import { findWriters, lostOf } from '../writer.ts';
import { nonet, serve } from './serving-process.ts';
import { type Visitor, Visitors } from './visitors.ts';

export interface Rolled {
  readonly edit: Edit;
  /** How far it came: `rolled` old → new → old → new, `forward` where the plan says that the way back is closed. */
  readonly outcome: 'rolled' | 'forward' | 'not applied';
  readonly answered: number;
  readonly failed: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** Records that were confirmed and are lost. */
  readonly lost: readonly string[];
  /** The data without a place in the document in use at the end, in words with the number of records. */
  readonly withoutPlace: readonly string[];
  /** The output of commands that failed. */
  readonly said: readonly string[];
  readonly seconds: number;
}

export interface RollOptions {
  readonly text: string;
  readonly databaseUrl: string;
  /** The number of processes of the deployment. */
  readonly processes: number;
  /** The number of requests that each process answers between two steps. */
  readonly requests: number;
}

/** Rolls a deployment from the former document to the new one, back, and forward again, while people use it. */
export async function rollEdit(edit: Edit, options: RollOptions): Promise<Rolled> {
  const { text, databaseUrl, processes, requests } = options;
  const begun = performance.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'roll-'));
  const pool = openPool(databaseUrl, { connections: 2 });
  const files = { former: path.join(folder, 'former.md'), now: path.join(folder, 'now.md') };
  const said: string[] = [];
  try {
    if (edit.before !== undefined) await pool.query(`${edit.before};${KEEP_FORMER}`);
    const now = (edit.stated ?? edit.first)(text);
    await writeFile(files.former, text);
    await writeFile(files.now, now);
    const plans = { former: planOfText(text), now: planOfText(now) };
    const writers = await findWriters(pool, edit.product);
    const visitors = new Visitors({
      product: edit.product,
      other: writers.other,
      people: await visitorsOf(plans.former, databaseUrl, writers.actors),
      ownNames: edit.ownNames ?? [],
    });
    const roll = async (to: 'former' | 'now') => {
      for (const member of visitors.members.slice()) {
        visitors.join(await serve(databaseUrl, files[to]), plans[to]);
        await visitors.use(requests);
        await visitors.leave(member);
        await visitors.use(requests);
      }
    };
    const apply = async (to: 'former' | 'now', ...how: readonly string[]) => {
      const { code, said: words } = await nonet(databaseUrl, 'apply', files[to], ...how);
      if (code !== 0) said.push(words);
      await visitors.use(requests);
      return code === 0;
    };
    let outcome: Rolled['outcome'] = 'not applied';
    try {
      const started = await Promise.allSettled(
        Array.from({ length: processes }, async () => {
          visitors.join(await serve(databaseUrl, files.former), plans.former);
        }),
      );
      for (const each of started) if (each.status === 'rejected') throw each.reason;
      await visitors.use(requests);
      if (await apply('now')) {
        await roll('now');
        outcome = 'forward';
        if (await apply('former', '--back')) {
          await roll('former');
          if (await apply('now', '--back')) {
            await roll('now');
            outcome = 'rolled';
          }
        }
      }
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
    } finally {
      await visitors.stop();
      for (const member of visitors.members.slice()) await visitors.leave(member);
    }
    const { answered, failed, refused, confirmed } = visitors.answers;
    const lost =
      outcome === 'not applied'
        ? []
        : await lostOf(pool, { records: confirmed, ended: null }, plans.now, edit.changes ?? []);
    const withoutPlace = outcome === 'not applied' ? [] : await withoutPlaceIn(pool, plans.now, databaseUrl);
    const seconds = (performance.now() - begun) / 1000;
    return { edit, outcome, answered, failed, refused, lost, withoutPlace, said, seconds };
  } finally {
    await pool.end();
    await rm(folder, { recursive: true });
  }
}

async function visitorsOf(plan: Plan, databaseUrl: string, actors: readonly Actor[]): Promise<readonly Visitor[]> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    const tokens = createApiTokens(pool, indexPlan(plan));
    const made: Visitor[] = [];
    for (const { userId, roles } of actors) {
      if (userId === null) continue;
      const account = { id: userId, name: 'A visitor', email: '', roles } as const;
      const { secret } = await tokens.make(account, { name: 'roll', roles: null, days: 1 });
      made.push({ id: userId, token: secret });
    }
    return made;
  } finally {
    await pool.end();
  }
}

/**
 * The records that a document's own limits forbid: those that a change from the same fields without limits would
 * refuse.
 */
async function withoutPlaceIn(pool: ReturnType<typeof openPool>, plan: Plan, databaseUrl: string): Promise<string[]> {
  const loose: Plan = {
    ...plan,
    entities: plan.entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) => ({
        ...field,
        ...(field.type.kind === 'number' || field.derived
          ? {}
          : { required: false, minimum: null, maximum: null, pattern: null }),
        type: field.type.kind === 'enum' ? ({ kind: 'text' } as const) : field.type,
      })),
    })),
  };
  await pool.query(`update nonet.product set plan = $1, document_hash = 'loose', conversions = '[]'`, [
    JSON.stringify({ ...loose, renames: plan.renames, conversions: [] }),
  ]);
  const planned = await readMigrationPlan({ plan: { ...plan, conversions: [] }, databaseUrl });
  return planned.changes.flatMap(({ refusals }) => refusals.map(({ words }) => words));
}
