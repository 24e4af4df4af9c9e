import { randomUUID } from 'node:crypto';
import type { OutboundCall } from '@nonet/language';
import { REQUEST, sealJson } from '../encryption/call-contents.ts';
import type { QueuedMail } from '../mails/queued-mail.ts';
import type { PlanIndex } from '../plan-index.ts';
import { newId } from '../run/values/identifier.ts';
import { type Queryable, run } from '../store/pool.ts';
import type { QueuedRequest } from './request.ts';

/** Puts a request or a mail into the queue, due at once, with the key that it keeps at each try. */
export async function insertCall(
  { index, client, now }: { readonly index: PlanIndex; readonly client: Queryable; readonly now: string },
  { name, clause }: Pick<OutboundCall, 'name' | 'clause'>,
  about: { readonly entity: string; readonly id: string; readonly event: string },
  content: QueuedRequest | QueuedMail,
): Promise<void> {
  const id = newId();
  await run(client, {
    text: `insert into nonet.outbound_call (id, call, clause, entity, record, event, idempotency_key, request, due_at, queued_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $9)`,
    values: [
      id,
      name,
      clause,
      about.entity,
      about.id,
      about.event,
      randomUUID(),
      JSON.stringify(sealJson(index, REQUEST, id, content)),
      now,
    ],
  });
  const files = 'attachments' in content ? (content.attachments ?? []) : [];
  const held = files.flatMap((file) => (file.kind === 'file' ? [file.id] : []));
  if (held.length > 0)
    await run(client, {
      text: 'insert into nonet.call_file (call, file) select $1, f.id from unnest($2::uuid[]) f (id) on conflict do nothing',
      values: [id, held],
    });
}
