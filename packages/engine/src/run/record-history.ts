import { column } from '../sql/identifiers.ts';
import { run } from '../store/pool.ts';
import { fromThis, perform, snapshot, THIS, type Touched, type Write } from './write.ts';

/** What changes with every save and is no change of its own. */
const STAMPS = ['updated_at', 'updated_by', 'version'];

/** One entry for each touched record whose history is kept; entries are only ever added (3: `history`). */
export async function writeHistory(write: Write): Promise<void> {
  for (const touched of write.touched.values()) {
    if (write.index.entity(touched.entity).history !== 'kept') continue;
    const after = touched.deleted ? null : await currentState(write, touched);
    if (touched.before !== null && after !== null && !(await differs(write, touched, after))) continue;
    const stateField = write.index.stateField(touched.entity);
    const state = (snapshotText: string | null) =>
      snapshotText === null || stateField === null
        ? null
        : ((JSON.parse(snapshotText) as Record<string, string | null>)[stateField] ?? null);
    await run(write.client, {
      text: `insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb)`,
      values: [
        touched.entity,
        touched.id,
        write.now,
        touched.by,
        touched.action,
        touched.clause,
        state(touched.before),
        state(after),
        touched.before,
        after,
      ],
    });
  }
}

async function currentState(write: Write, touched: Touched): Promise<string | null> {
  const [row] = await perform<{ after: string }>(
    write,
    `snapshot ${touched.entity}`,
    (parameters) =>
      `select ${snapshot(write.index, touched.entity, THIS)}::text as after ${fromThis(touched.entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id: touched.id },
  );
  return row?.after ?? null;
}

/** An event is always worth an entry; a save that changed nothing is not. */
async function differs(write: Write, touched: Touched, after: string): Promise<boolean> {
  if (touched.action !== 'update') return true;
  const [row] = await run<{ differs: boolean }>(write.client, {
    text: 'select ($1::jsonb - $3::text[]) is distinct from ($2::jsonb - $3::text[]) as differs',
    values: [touched.before, after, STAMPS],
  });
  return row?.differs === true;
}
