import { createSocket } from 'node:dgram';
import { hostname } from 'node:os';
import { requestPinned } from '../calls/pinned-request.ts';
import { signatureOf } from '../calls/sign.ts';
import { openBeside, type Pool, run } from '../store/pool.ts';
import { chainSecurityEvents, type SecurityEvent, securityEventsAfter } from './read.ts';

/** Where security events are sent on to. */
export interface SecurityEventTarget {
  /** `https://…`: each batch is posted as JSON; `syslog://host:514`: each event is a message (RFC 5424, over UDP). */
  readonly url: URL;
  /** Signs what is posted (Standard Webhooks); null if it is not signed. */
  readonly secret: string | null;
  readonly allowPrivateTargets: boolean;
}

export interface Forwarding {
  /** Sends what is there now. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const PAUSE_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
const TIMEOUT_MILLISECONDS = 10_000;
const BATCH = 100;
const SYSLOG_PORT = 514;
/** Facility 13 (log audit), severity 5 (notice). */
const SYSLOG_PRIORITY = 13 * 8 + 5;

/**
 * Gives new events their places, and sends them on in their order, at least once each; of several processes one does it. A target
 * that doesn't answer is tried again, and loses nothing.
 */
export function forwardSecurityEvents(
  pool: Pool,
  target: SecurityEventTarget | null,
  onFault: (error: unknown) => void,
): Forwarding {
  // Whoever sends holds a lock of a session.
  const beside = openBeside(pool, 2);
  const stopping = new AbortController();
  const { signal } = stopping;
  let pause = PAUSE_MILLISECONDS;
  let waiting: NodeJS.Timeout | null = null;
  let round: Promise<void> = Promise.resolve();

  const once = async () => {
    await chainSecurityEvents(pool);
    let hasMore = target !== null;
    while (hasMore && !signal.aborted) hasMore = target !== null && (await sendBatch(beside, target));
  };
  const next = () => {
    round = once()
      .then(() => void (pause = PAUSE_MILLISECONDS))
      .catch((error: unknown) => {
        pause = Math.min(LONGEST_PAUSE_MILLISECONDS, pause * 2);
        onFault(error);
      })
      .then(() => {
        if (!signal.aborted) waiting = setTimeout(next, pause).unref();
      });
  };
  next();
  return {
    settle: async () => {
      await round;
      await once();
    },
    stop: async () => {
      stopping.abort();
      if (waiting !== null) clearTimeout(waiting);
      await round;
      await beside.end();
    },
  };
}

/** Sends the next events; whether there may be more. */
async function sendBatch(pool: Pool, target: SecurityEventTarget): Promise<boolean> {
  const client = await pool.connect();
  const lock = `nonet.security_event_target ${target.url.href}`;
  try {
    const [row] = await run<{ got: boolean }>(client, {
      text: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      values: [lock],
    });
    if (row?.got !== true) return false;
    try {
      const [sent] = await run<{ position: string }>(client, {
        text: 'select position from nonet.security_event_target where target = $1',
        values: [target.url.href],
      });
      const events = await securityEventsAfter(pool, Number(sent?.position ?? 0), BATCH);
      const last = events.at(-1);
      if (last === undefined) return false;
      await send(target, events);
      await run(client, {
        text: `insert into nonet.security_event_target (target, position) values ($1, $2)
               on conflict (target) do update set position = excluded.position`,
        values: [target.url.href, last.position],
      });
      return events.length === BATCH;
    } finally {
      await run(client, { text: 'select pg_advisory_unlock(hashtextextended($1, 0))', values: [lock] });
    }
  } finally {
    client.release();
  }
}

async function send(target: SecurityEventTarget, events: readonly SecurityEvent[]): Promise<void> {
  if (target.url.protocol === 'syslog:') return sendSyslog(target.url, events);
  const body = JSON.stringify({ events });
  const id = `${events[0]?.id ?? ''}-${events.length}`;
  const answer = await requestPinned({
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Nonet',
      'idempotency-key': id,
      ...(target.secret === null ? {} : signatureOf(target.secret, { id, at: new Date(), body })),
    },
    body,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    allowPrivateTargets: target.allowPrivateTargets,
  });
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`Security events are not taken by ${target.url.host}: it answers ${answer.status}.`);
}

async function sendSyslog(url: URL, events: readonly SecurityEvent[]): Promise<void> {
  const socket = createSocket(url.hostname.startsWith('[') ? 'udp6' : 'udp4');
  try {
    for (const event of events) {
      const text = `<${SYSLOG_PRIORITY}>1 ${event.at} ${hostname()} nonet ${process.pid} security - ${JSON.stringify(event)}`;
      await new Promise<void>((resolve, reject) =>
        socket.send(text, Number(url.port || SYSLOG_PORT), url.hostname.replaceAll(/[[\]]/g, ''), (error) =>
          error ? reject(error) : resolve(),
        ),
      );
    }
  } finally {
    socket.close();
  }
}
