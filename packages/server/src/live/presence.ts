import { randomUUID } from 'node:crypto';
import type { Change, RunningEngine } from '@nonet/engine';
import { isObject } from '@nonet/language';
import { LIMITS } from '../limits/table.ts';

/** A page that is loaded again, or follows something else, is gone for a moment only. */
const GRACE_MILLISECONDS = 3_000;
/** Changes within this time are announced to other processes together. */
const BATCH_MILLISECONDS = 100;
/** A notification of PostgreSQL holds 8,000 bytes. */
const MOST_ANNOUNCED_AT_ONCE = 30;
const RENEWAL_MILLISECONDS = 30_000;
/** Who is not announced again for so long is gone: their process ended without a word. */
const SILENCE_MILLISECONDS = 75_000;

type Doing = 'looks' | 'edits';

/** The announcement of one person at one record by their process; `asks`: whoever has somebody there announces them, too. */
interface Announced {
  readonly record: string;
  readonly user: string;
  readonly doing: Doing | 'left';
  readonly asks: boolean;
}

interface Visit {
  readonly doing: Doing;
  isOpen: boolean;
}

interface Distant {
  readonly user: string;
  readonly doing: Doing;
  readonly until: number;
}

/** The key of a record: the name of its entity, and its id. */
export function recordKey(entity: string, id: string): string {
  return `${entity} ${id}`;
}

/**
 * Who looks at which record now, and who edits it: whoever follows that over a stream, of this process and of the
 * others on the database, which announce it to each other by notifications. Nothing is stored.
 */
export class Presence {
  readonly #changes: Pick<RunningEngine['changes'], 'announce'>;
  readonly #onChange: (record: string) => void;
  readonly #onFault: (error: unknown) => void;
  readonly #process = randomUUID();
  readonly #visits = new Map<string, Map<string, Visit[]>>();
  /** By the record, and by the process and user. */
  readonly #distant = new Map<string, Map<string, Distant>>();
  readonly #renewal: NodeJS.Timeout;
  #pending: Announced[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isEnded = false;

  constructor(
    changes: Pick<RunningEngine['changes'], 'announce'>,
    onChange: (record: string) => void,
    onFault: (error: unknown) => void,
  ) {
    this.#changes = changes;
    this.#onChange = onChange;
    this.#onFault = onFault;
    this.#renewal = setInterval(() => this.#renew(), RENEWAL_MILLISECONDS).unref();
  }

  /** The people at a record, each once. */
  at(record: string): ReadonlyMap<string, Doing> {
    const found = new Map<string, Doing>();
    const add = (user: string, doing: Doing) => {
      if (found.get(user) !== 'edits') found.set(user, doing);
    };
    for (const [user, visits] of this.#visits.get(record) ?? []) add(user, doingOf(visits));
    for (const { user, doing } of this.#distant.get(record)?.values() ?? []) add(user, doing);
    return found;
  }

  /** Somebody comes to a record; the answer is how they leave it again. */
  come(record: string, user: string, doing: Doing): () => void {
    const people = entryOf(this.#visits, record, () => new Map<string, Visit[]>());
    const isFirst = people.size === 0;
    const visits = entryOf(people, user, () => []);
    const visit: Visit = { doing, isOpen: true };
    this.#change(record, user, isFirst, () => visits.push(visit));
    return () => {
      if (!visit.isOpen) return;
      this.#change(record, user, false, () => (visit.isOpen = false));
      setTimeout(() => this.#leave(record, user, visit), GRACE_MILLISECONDS).unref();
    };
  }

  /** Takes in what another process announces. */
  hear({ text }: Extract<Change, { kind: 'announced' }>): void {
    const heard = readAnnounced(text);
    if (heard === null || heard.process === this.#process) return;
    for (const { record, user, doing, asks } of heard.announced) {
      if (asks) this.#announceAll(record);
      this.#place(record, `${heard.process} ${user}`, doing === 'left' ? null : { user, doing });
    }
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#renewal);
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #leave(record: string, user: string, visit: Visit): void {
    const people = this.#visits.get(record);
    const visits = people?.get(user);
    if (this.#isEnded || people === undefined || visits === undefined) return;
    this.#change(record, user, false, () => {
      visits.splice(visits.indexOf(visit), 1);
      if (visits.length === 0) people.delete(user);
      if (people.size === 0) this.#visits.delete(record);
    });
  }

  #change(record: string, user: string, asks: boolean, change: () => unknown): void {
    const doing = () => {
      const visits = this.#visits.get(record)?.get(user) ?? [];
      return visits.length === 0 ? 'left' : doingOf(visits);
    };
    const before = doing();
    change();
    const after = doing();
    if (before === after && !asks) return;
    this.#announce({ record, user, doing: after, asks });
    this.#onChange(record);
  }

  #place(record: string, key: string, person: { readonly user: string; readonly doing: Doing } | null): void {
    const people = this.#distant.get(record);
    const before = people?.get(key);
    if (person === null) {
      people?.delete(key);
      if (people?.size === 0) this.#distant.delete(record);
    } else if (before !== undefined || this.#distant.size < LIMITS.distantRecords) {
      entryOf(this.#distant, record, () => new Map<string, Distant>()).set(key, {
        ...person,
        until: Date.now() + SILENCE_MILLISECONDS,
      });
    }
    if (before?.doing !== person?.doing) this.#onChange(record);
  }

  #announceAll(record: string): void {
    for (const [user, visits] of this.#visits.get(record) ?? [])
      this.#announce({ record, user, doing: doingOf(visits), asks: false });
  }

  #renew(): void {
    for (const record of this.#visits.keys()) this.#announceAll(record);
    const now = Date.now();
    for (const [record, people] of this.#distant)
      for (const [key, { until }] of people) if (until < now) this.#place(record, key, null);
  }

  #announce(announced: Announced): void {
    this.#pending.push(announced);
    this.#timer ??= setTimeout(() => void this.#send(), BATCH_MILLISECONDS).unref();
  }

  async #send(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    this.#timer = null;
    try {
      for (let place = 0; place < pending.length; place += MOST_ANNOUNCED_AT_ONCE) {
        const announced = pending.slice(place, place + MOST_ANNOUNCED_AT_ONCE);
        await this.#changes.announce(JSON.stringify({ process: this.#process, announced }));
      }
    } catch (error) {
      // The others learn of it with the next renewal.
      this.#onFault(error);
    }
  }
}

/** Visits that are over say what somebody does only until there is another one. */
function doingOf(visits: readonly Visit[]): Doing {
  const open = visits.filter(({ isOpen }) => isOpen);
  return (open.length > 0 ? open : visits).some(({ doing }) => doing === 'edits') ? 'edits' : 'looks';
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function readAnnounced(text: string): { process: string; announced: readonly Announced[] } | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Anybody who may connect to the database can notify.
    return null;
  }
  if (!isObject(read) || typeof read['process'] !== 'string' || !Array.isArray(read['announced'])) return null;
  return { process: read['process'], announced: read['announced'].filter(isAnnounced) };
}

function isAnnounced(value: unknown): value is Announced {
  if (!isObject(value)) return false;
  const { record, user, doing, asks } = value;
  const isKnown = doing === 'looks' || doing === 'edits' || doing === 'left';
  return typeof record === 'string' && typeof user === 'string' && isKnown && typeof asks === 'boolean';
}
