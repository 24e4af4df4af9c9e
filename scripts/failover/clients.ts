import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** One answer to a client, and when it came (`performance.now()`). */
interface Answered {
  readonly at: number;
  readonly status: number;
}

/** The answers that clients got while the primary failed. */
export interface Seen {
  /** The names of entries that were answered as made. */
  readonly acknowledged: Set<string>;
  /** Entries that were answered as unavailable, without a key: nobody knows whether they are there. */
  readonly unknown: Set<string>;
  readonly statuses: Map<number, number>;
  readonly faults: string[];
  /** When a writer was refused, and when it was served again. */
  readonly refusals: { from: number; until: number }[];
}

const PAUSE_MILLISECONDS = 50;

/**
 * Writers that note entries one after the other, half of them with a key under which they ask again, and read each at once.
 * @param isOver Whether they are to stop
 */
export async function runClients(origin: string, writers: number, isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { acknowledged: new Set(), unknown: new Set(), statuses: new Map(), faults: [], refusals: [] };
  await Promise.all(Array.from({ length: writers }, (_, place) => write(origin, place, seen, isOver)));
  return seen;
}

async function write(origin: string, place: number, seen: Seen, isOver: () => boolean): Promise<void> {
  const hasKey = place % 2 === 0;
  // Each is somebody else: what one may take of the product's time is counted by network.
  const own = { 'x-forwarded-for': `10.0.${place}.1` };
  let refusedFrom: number | null = null;
  for (let number = 0; !isOver(); number++) {
    const name = `${place}-${number}-${randomUUID()}`;
    for (;;) {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        ...own,
        ...(hasKey ? { 'idempotency-key': name } : {}),
      };
      const asked = await ask(seen, `${origin}/api/entries`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      if (asked.status === 201) {
        if (refusedFrom !== null) seen.refusals.push({ from: refusedFrom, until: asked.at });
        refusedFrom = null;
        seen.acknowledged.add(name);
        await readBack(`${origin}/api/entries/${asked.id}`, own, name, seen);
        break;
      }
      refusedFrom ??= asked.at;
      if (!hasKey) seen.unknown.add(name);
      await delay(PAUSE_MILLISECONDS);
      if (!hasKey) break;
    }
  }
}

async function readBack(url: string, headers: Record<string, string>, name: string, seen: Seen): Promise<void> {
  for (;;) {
    const asked = await ask(seen, url, { headers });
    if (asked.status === 200) return;
    if (asked.status !== 503) seen.faults.push(`${name} was made, and reading it was answered by ${asked.status}`);
    if (asked.status !== 503) return;
    await delay(PAUSE_MILLISECONDS);
  }
}

async function ask(seen: Seen, url: string, request: RequestInit): Promise<Answered & { readonly id: string }> {
  const answer = await fetch(url, request);
  const text = await answer.text();
  const { status } = answer;
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
  if (status === 503 && answer.headers.get('retry-after') === null) seen.faults.push(`503 without Retry-After: ${url}`);
  if (status >= 300 && status !== 503) seen.faults.push(`${request.method ?? 'GET'} ${url}: ${status} ${text}`);
  const { id = '' } = status < 300 ? (JSON.parse(text) as { id?: string }) : {};
  return { at: performance.now(), status, id };
}
