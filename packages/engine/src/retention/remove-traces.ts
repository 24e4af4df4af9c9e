import { run } from '../store/pool.ts';
import { table } from '../sql/identifiers.ts';
import type { Write } from '../run/write.ts';

/**
 * Deletes what is left of records that a transaction has deleted for good: their former history entries, their calls
 * and notices. The entry of the deletion itself stays, with its clause and time and without any value.
 */
export async function removeTraces(write: Write): Promise<void> {
  const deleted = [...write.touched.values()].filter((touched) => touched.deleted);
  const removed = [...deleted, ...(await takeMerged(write, deleted))];
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
    text: `delete from nonet.received_mail m using ${gone} where m.record = gone.record and m.entity = gone.entity`,
    values,
  });
  await run(write.client, {
    text: `delete from nonet.feed_record f using ${gone} where f.record = gone.record and f.entity = gone.entity`,
    values,
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

/** The records that were merged into these: what is left of them goes with those. Their addresses lead nowhere any more. */
async function takeMerged(
  write: Write,
  records: readonly { readonly entity: string; readonly id: string }[],
): Promise<readonly { readonly entity: string; readonly id: string }[]> {
  const taken = [];
  for (const [entity, own] of Map.groupBy(records, (record) => record.entity)) {
    const rows = await run<{ gone: string }>(write.client, {
      text: 'delete from nonet.merged where relation = $1::text::regclass and stays = any($2::uuid[]) returning gone',
      values: [table(entity), own.map(({ id }) => id)],
    });
    taken.push(...rows.map(({ gone }) => ({ entity, id: gone })));
  }
  return taken;
}
