import { createHash } from 'node:crypto';
import { type Pool, run } from '../store/pool.ts';

/** A security event with its place in the chain. */
export interface SecurityEvent {
  readonly position: number;
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly subject: string | null;
  readonly network: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** The fault of a chain, and its place. */
export interface BrokenChain {
  readonly position: number;
  readonly problem: 'changed' | 'missing';
}

export interface VerifiedChain {
  readonly events: number;
  /** The last place and its hash: kept elsewhere, they show later that nothing was cut off. */
  readonly last: { readonly position: number; readonly hash: string } | null;
  readonly broken: BrokenChain | null;
}

const BATCH = 1000;
const COLUMNS = `e.position::int8 as position, e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  e.kind, e.actor::text as actor, e.subject::text as subject, e.network, e.detail::text as text, e.hash`;

interface Row extends Omit<SecurityEvent, 'detail' | 'position'> {
  readonly position: string;
  readonly text: string;
}

/** Gives the new events their places in the chain. */
export async function chainSecurityEvents(pool: Pool): Promise<void> {
  for (;;) {
    const [row] = await run<{ count: number }>(pool, {
      text: 'select nonet.chain_security_events() as count',
      values: [],
    });
    if ((row?.count ?? 0) < BATCH) return;
  }
}

/** The last events, the newest first; of one kind, or since a time. */
export async function listSecurityEvents(
  pool: Pool,
  { kind = null, since = null, limit }: { kind?: string | null; since?: string | null; limit: number },
): Promise<readonly SecurityEvent[]> {
  await chainSecurityEvents(pool);
  const rows = await run<Row>(pool, {
    text: `select ${COLUMNS} from nonet.security_event e
           where e.position is not null and ($1::text is null or e.kind = $1) and ($2::timestamptz is null or e.at >= $2)
           order by e.position desc limit $3`,
    values: [kind, since, limit],
  });
  return rows.map(eventOf);
}

/** The events behind a place, in their order. */
export async function securityEventsAfter(
  pool: Pool,
  position: number,
  limit: number,
): Promise<readonly SecurityEvent[]> {
  const rows = await rowsAfter(pool, position, limit);
  return rows.map(eventOf);
}

/**
 * Whether every event is as it was noted, and none between the first and the last one is missing. `expected`: a place and its
 * hash from an earlier verification, from which on nothing may be cut off.
 */
export async function verifySecurityEvents(
  pool: Pool,
  expected: { readonly position: number; readonly hash: string } | null = null,
): Promise<VerifiedChain> {
  await chainSecurityEvents(pool);
  let before: { position: number; hash: string } | null = null;
  let events = 0;
  let met = expected === null;
  for (;;) {
    const rows: readonly Row[] = await rowsAfter(pool, before?.position ?? 0, BATCH);
    for (const row of rows) {
      const position = Number(row.position);
      // Old events are removed after a while, so that the first one that is there has one before it.
      if (before !== null && position !== before.position + 1)
        return { events, last: before, broken: { position: before.position + 1, problem: 'missing' } };
      if (before !== null && hashOf(before.hash, row) !== row.hash)
        return { events, last: before, broken: { position, problem: 'changed' } };
      if (before === null && position === 1 && hashOf('', row) !== row.hash)
        return { events, last: null, broken: { position, problem: 'changed' } };
      if (expected?.position === position) {
        if (expected.hash !== row.hash) return { events, last: before, broken: { position, problem: 'changed' } };
        met = true;
      }
      before = { position, hash: row.hash };
      events += 1;
    }
    if (rows.length < BATCH) break;
  }
  if (met || expected === null) return { events, last: before, broken: null };
  return { events, last: before, broken: { position: expected.position, problem: 'missing' } };
}

/** Removes events that are older than so many days; the chain begins later then. */
export async function forgetSecurityEvents(pool: Pool, days: number): Promise<void> {
  await run(pool, {
    text: 'select nonet.forget_security_events($1)',
    values: [days],
  });
}

async function rowsAfter(pool: Pool, position: number, limit: number): Promise<readonly Row[]> {
  return run<Row>(pool, {
    text: `select ${COLUMNS} from nonet.security_event e where e.position > $1 order by e.position limit $2`,
    values: [position, limit],
  });
}

function hashOf(before: string, { position, id, at, kind, actor, subject, network, text }: Row): string {
  const parts = [position, id, at, kind, actor ?? '-', subject ?? '-', network ?? '-', text];
  return createHash('sha256')
    .update(`${before}\n${parts.join('\x1f')}`)
    .digest('hex');
}

function eventOf({ text, position, ...row }: Row): SecurityEvent {
  return { ...row, position: Number(position), detail: JSON.parse(text) as SecurityEvent['detail'] };
}
