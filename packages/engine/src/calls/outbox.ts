import { ATTEMPT_ANSWER, sealText } from '../encryption/call-contents.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, type Queryable, run } from '../store/pool.ts';
import type { QueuedMail } from '../mails/queued-mail.ts';
import type { QueuedRequest } from './request.ts';

export interface WaitingCall {
  readonly id: string;
  readonly call: string;
  readonly entity: string;
  readonly record: string;
  readonly idempotencyKey: string;
  /** As it is stored: encrypted where the deployment has a key. */
  readonly request: QueuedRequest | QueuedMail | { readonly sealed: string };
  readonly attempts: number;
}

/** A queue of calls, and the number of its calls that may be taken now. */
export interface Lane {
  readonly call: string;
  /** The target; calls about one record reach each target in their order, and mails in any. */
  readonly target: string;
  readonly isInOrder: boolean;
  readonly lane: string;
  readonly room: number;
}

/**
 * Leases due calls, up to the limit of each lane, so that a slow target doesn't delay the others. Calls that the
 * document no longer states are leased as well, in order to end them. Calls of one record to one target are made in
 * order: none while an earlier one waits. If a worker dies, its lease expires and the call is made again: at least
 * once, under the same key.
 */
export async function claimCalls(
  pool: Pool,
  now: string,
  lanes: readonly Lane[],
  leaseMilliseconds: (call: string) => number,
): Promise<WaitingCall[]> {
  const rows = await run<{
    id: string;
    call: string;
    entity: string;
    record: string;
    idempotency_key: string;
    request: WaitingCall['request'];
    attempts: number;
  }>(pool, {
    text: `with lane as (
             select * from unnest($2::text[], $3::text[], $4::text[], $5::int[], $7::boolean[]) as l (call, target, lane, room, in_order)
           ), due as (
             select c.id, row_number() over (partition by coalesce(l.lane, c.call) order by c.due_at, c.sequence) as place,
                    coalesce(l.room, $6) as room
             from nonet.outbound_call c left join lane l on l.call = c.call
             where c.state = 'waiting' and c.due_at <= $1 and (c.leased_until is null or c.leased_until <= $1)
               and (l.in_order = false or not exists (
                 select from nonet.outbound_call e left join lane el on el.call = e.call
                 where e.record = c.record and e.sequence < c.sequence and e.state = 'waiting'
                   and coalesce(el.target, e.call) = coalesce(l.target, c.call)))
           ), taken as (
             select c.id from nonet.outbound_call c join due on due.id = c.id
             where due.place <= due.room and c.state = 'waiting' and (c.leased_until is null or c.leased_until <= $1)
             order by c.sequence for update of c skip locked
           )
           update nonet.outbound_call c set leased_until = $1::timestamptz + interval '30 seconds'
           from taken where c.id = taken.id
           returning c.id, c.call, nonet.known_name('outbound_call.entity', c.entity) as entity, c.record, c.idempotency_key, c.request, c.attempts`,
    values: [
      now,
      lanes.map(({ call }) => call),
      lanes.map(({ target }) => target),
      lanes.map(({ lane }) => lane),
      lanes.map(({ room }) => room),
      ENGINE_LIMITS.outboundInFlight,
      lanes.map(({ isInOrder }) => isInOrder),
    ],
  });
  for (const row of rows) {
    const lease = leaseMilliseconds(row.call);
    if (lease > 30_000) {
      await run(pool, {
        text: `update nonet.outbound_call set leased_until = $2::timestamptz + $3 * interval '1 millisecond' where id = $1`,
        values: [row.id, now, lease],
      });
    }
  }
  return rows.map(({ idempotency_key, ...row }) => ({ ...row, idempotencyKey: idempotency_key }));
}

export interface Attempt {
  readonly at: string;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
}

export async function noteAttempt(
  { index, pool: client }: { readonly index: PlanIndex; readonly pool: Queryable },
  call: WaitingCall,
  attempt: Attempt,
): Promise<void> {
  await run(client, {
    text: `insert into nonet.call_attempt (call, number, at, milliseconds, status, problem, answer) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (call, number) do update set at = excluded.at, milliseconds = excluded.milliseconds, status = excluded.status, problem = excluded.problem, answer = excluded.answer`,
    values: [
      call.id,
      call.attempts + 1,
      attempt.at,
      Math.round(attempt.milliseconds),
      attempt.status,
      attempt.problem,
      // PostgreSQL's text holds every character but this one.
      sealText(index, ATTEMPT_ANSWER, call.id, attempt.answer?.replaceAll('\0', '\uFFFD') ?? null),
    ],
  });
}

/** Puts a call off; `made` counts the attempt. */
export async function postponeCall(
  client: Queryable,
  id: string,
  dueAt: string,
  problem: string,
  made: boolean,
): Promise<void> {
  await run(client, {
    text: 'update nonet.outbound_call set due_at = $2, leased_until = null, problem = $3, attempts = attempts + $4 where id = $1',
    values: [id, dueAt, problem, made ? 1 : 0],
  });
}

export async function endCall(
  client: Queryable,
  id: string,
  state: 'done' | 'failed',
  problem: string | null,
  now: string,
  answer: unknown = null,
): Promise<void> {
  await run(client, {
    text: 'update nonet.outbound_call set state = $2, problem = $3, ended_at = $4, answer = $5::jsonb, leased_until = null, attempts = attempts + 1 where id = $1',
    values: [id, state, problem, now, answer === null ? null : JSON.stringify(answer)],
  });
}

/** When the next call is due; null if none waits. */
export async function nextCallDue(client: Queryable): Promise<string | null> {
  const [row] = await run<{ due: string | null }>(client, {
    text: `select min(greatest(due_at, coalesce(leased_until, due_at))) as due from nonet.outbound_call where state = 'waiting'`,
    values: [],
  });
  return row?.due ?? null;
}
