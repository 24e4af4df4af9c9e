import { run } from '../store/pool.ts';
import type { Write } from '../run/write.ts';

/**
 * Deletes what is left of records that a transaction has deleted for good: their former history entries, their calls
 * and notices. The entry of the deletion itself stays, with its clause and time and without any value.
 */
export async function removeTraces(write: Write): Promise<void> {
  const removed = [...write.touched.values()].filter(({ deleted }) => deleted);
  const values = [removed.map(({ entity }) => entity), removed.map(({ id }) => id)];
  const gone = 'unnest($1::text[], $2::uuid[]) gone (entity, record)';
  await run(write.client, {
    text: `delete from nonet.history h using ${gone}
           where h.record = gone.record and (nonet.renamed_entry(h)).entity = gone.entity
             and not (h.action = 'expire' and h.at = $3::timestamptz)`,
    values: [...values, write.now],
  });
  await run(write.client, {
    text: `update nonet.history h set before = null, after = null, from_state = null, to_state = null from ${gone}
           where h.record = gone.record and h.entity = gone.entity`,
    values,
  });
  await run(write.client, {
    text: `delete from nonet.outbound_call c using ${gone}
           where c.record = gone.record and c.entity = gone.entity and c.queued_at < $3::timestamptz`,
    values: [...values, write.now],
  });
  await run(write.client, {
    text: `delete from nonet.notice n using ${gone} where n.record = gone.record and n.entity = gone.entity and n.at < $3::timestamptz`,
    values: [...values, write.now],
  });
  // Each by its own index: with `or` the whole table would be read.
  await run(write.client, {
    text: `delete from nonet.hidden_with h using ${gone} where h.record = gone.record and h.entity = gone.entity`,
    values,
  });
  await run(write.client, { text: 'delete from nonet.hidden_with where root = any($1::uuid[])', values: [values[1]] });
}
