import { type Queryable, run } from '../store/pool.ts';

/** The record of an entity that a mail answers: the one that a mail of the product was about, or that a mail became. */
export async function answeredRecord(
  client: Queryable,
  entity: string,
  answers: readonly string[],
): Promise<string | null> {
  if (answers.length === 0) return null;
  const keys = answers.map(keyOf);
  const [found] = await run<{ record: string }>(client, {
    text: `select f.record from (
             select record, array_position($2::text[], idempotency_key) as place from nonet.outbound_call
             where entity = $1 and idempotency_key = any($2::text[])
             union all
             select record, array_position($3::text[], message_id) from nonet.received_mail
             where entity = $1 and record is not null and message_id = any($3::text[])
           ) f order by f.place limit 1`,
    values: [entity, keys, answers],
  });
  return found?.record ?? null;
}

/** Whether a mail is one that the product has sent. */
export async function isOwnMail(client: Queryable, messageId: string): Promise<boolean> {
  const key = keyOf(messageId);
  if (key === null) return false;
  const [found] = await run<{ is: boolean }>(client, {
    text: 'select exists (select from nonet.outbound_call where idempotency_key = $1) as is',
    values: [key],
  });
  return found?.is === true;
}

/** The `Message-ID` of a mail of the product is its key in the queue. */
function keyOf(messageId: string): string | null {
  return /^<?([0-9a-f-]{36})@/.exec(messageId)?.[1] ?? null;
}
