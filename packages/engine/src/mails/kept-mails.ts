import { openJson } from '../encryption/call-contents.ts';
import { mailNamesOf } from '../notices/digest-call.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { PoolClient } from '../store/pool.ts';
import { rowsInParts } from '../store/rows-in-parts.ts';
import type { QueuedMail } from './queued-mail.ts';

/** A mail whose words are still kept. */
export interface KeptMail {
  readonly id: string;
  readonly call: string;
  readonly state: string;
  /** When it was queued: an instant. */
  readonly at: string;
  readonly key: string;
  readonly mail: QueuedMail;
}

interface KeptRow extends Omit<KeptMail, 'mail'> {
  readonly request: QueuedMail | { readonly sealed: string };
}

/** The mails to an address whose words are still kept, the oldest first, read in parts within a transaction. */
export async function* keptMailsTo(client: PoolClient, index: PlanIndex, email: string): AsyncGenerator<KeptMail> {
  const text = `select id, call, state, idempotency_key as key, request, to_json(queued_at)#>>'{}' as at
    from nonet.outbound_call where call = any($1) and request <> 'null' order by sequence`;
  for await (const rows of rowsInParts<KeptRow>(client, { text, values: [mailNamesOf(index)] }))
    for (const { request, ...row } of rows) {
      const mail = openJson<QueuedMail>(index, row.id, request);
      if (mail.to.toLowerCase() === email.toLowerCase()) yield { ...row, mail };
    }
}
