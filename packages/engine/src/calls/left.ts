import { openJson } from '../encryption/call-contents.ts';
import { BrokenSeal, MissingKey } from '../encryption/seal.ts';
import type { QueuedMail } from '../mails/queued-mail.ts';
import { mailNamesOf } from '../notices/digest-call.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';

/** The number of outbound calls of one name in one state. */
export interface LeftCalls {
  readonly call: string;
  /** `failed`: retries are spent, and the document doesn't say what then, or its `fails` is done. */
  readonly state: 'waiting' | 'failed';
  readonly count: number;
  /** The delay of the call that is overdue the longest; 0 if none is late, and for failed calls. */
  readonly lateSeconds: number;
}

/** The calls that are left in the outbox (7, `### Made`), for the operator. */
export async function readLeftCalls(pool: Pool, now: string): Promise<readonly LeftCalls[]> {
  const { rows } = await pool.query<LeftCalls>(
    `select call, state, count(*)::int as count,
            case when state = 'failed' then 0
                 else greatest(0, extract(epoch from $1::timestamptz - min(due_at)))::float8 end as "lateSeconds"
     from nonet.outbound_call where state in ('waiting', 'failed') group by call, state order by call, state`,
    [now],
  );
  return rows;
}
/** One call of the outbox, with what came of it so far. */
export interface ListedCall {
  readonly id: string;
  readonly call: string;
  readonly entity: string;
  readonly record: string;
  readonly event: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly queuedAt: string;
  readonly dueAt: string;
  /** Of a mail whose words are still kept: who gets it. */
  readonly to: string | null;
  readonly problem: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly problem: string | null;
  }[];
}

/** The calls of one state with their attempts, the newest first, for the operator. */
export async function listCalls(
  index: PlanIndex,
  pool: Pool,
  state: ListedCall['state'],
  limit: number,
): Promise<readonly ListedCall[]> {
  const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const { rows } = await pool.query<Omit<ListedCall, 'to'> & { request: QueuedMail | { sealed: string } | null }>(
    `select c.id, c.call, c.request, c.entity, c.record, c.event, c.state, ${instant('c.queued_at')} as "queuedAt",
            ${instant('c.due_at')} as "dueAt", c.problem,
            coalesce((select json_agg(json_build_object('at', ${instant('a.at')}, 'status', a.status, 'problem', a.problem) order by a.number)
                      from nonet.call_attempt a where a.call = c.id), '[]'::json) as attempts
     from nonet.outbound_call c where c.state = $1 order by c.sequence desc limit $2`,
    [state, limit],
  );
  const mails = new Set(mailNamesOf(index));
  return rows.map(({ request, ...row }) => ({
    ...row,
    to: request !== null && mails.has(row.call) ? addressOf(index, row.id, request) : null,
  }));
}

/**
 * Sends a call whose retries were used up again, under its former key, so that a target that has handled it already
 * does nothing twice. Its tries are counted from 0. Null if there is no such call, or it has not failed.
 */
export async function sendCallAgain(pool: Pool, id: string, now: string): Promise<{ readonly call: string } | null> {
  const { rows } = await pool.query<{ call: string }>(
    `update nonet.outbound_call set state = 'waiting', attempts = 0, due_at = $2, ended_at = null, leased_until = null
     where id = $1 and state = 'failed' returning call`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** Null if the key is not there with which it was encrypted. */
function addressOf(index: PlanIndex, id: string, request: QueuedMail | { readonly sealed: string }): string | null {
  try {
    return openJson<QueuedMail>(index, id, request).to;
  } catch (error) {
    if (error instanceof MissingKey || error instanceof BrokenSeal) return null;
    throw error;
  }
}
