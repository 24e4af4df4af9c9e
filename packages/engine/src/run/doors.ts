import type { Clock } from '../clock.ts';
import type { Engine, Reader, ReadRecord, WriteOptions } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { asToday, confirmReader } from '../session/today.ts';
import { type Pool, type PoolClient, together, transaction } from '../store/pool.ts';
import { recallRecord, RecordText } from './answer-text.ts';
import { beginWrite } from './begin.ts';
import { changeMany } from './change-many.ts';
import { createRecord } from './create.ts';
import { databaseRefusal } from './database-refusal.ts';
import { deleteRecord } from './delete.ts';
import { finish } from './finish.ts';
import { type BeforeChange, fireEvent, fireNew } from './fire.ts';
import { claimKey, keepAnswer, keyedRequest } from './idempotency.ts';
import { isSelfContained } from './isolation.ts';
import { readRecord } from './read.ts';
import type { ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { restoreRecord } from './restore.ts';
import { readSignUp, signUp } from './sign-up.ts';
import { changeRecord } from './update.ts';
import { isId } from './values/identifier.ts';
import type { Write } from './write.ts';

export interface DoorParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  /** Keys the hashes that leave the server. */
  readonly secret: Buffer;
  readonly hit: Engine['hit'];
  /** Hears of committed writes that may have left work for a worker: a call, or a record with a timer. */
  readonly onCommit?: () => void;
}

type WriteDoors = Pick<Engine, 'create' | 'signUp' | 'update' | 'changeMany' | 'delete' | 'restore' | 'fire'>;

const NOBODY_SIGNED_IN: Reader = { userId: null, roles: [] };

/** Nobody's id: what is no id at all is looked for in vain, like any unknown one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const ATTEMPTS = 12;

/** One request to write. */
export interface Passage<T> {
  readonly reader: Reader;
  readonly options: WriteOptions;
  readonly body: unknown;
  /** Tells the request from others under the same Idempotency-Key. */
  readonly route: string;
  readonly entity: string;
  readonly kind: 'create' | 'change' | 'delete' | 'restore';
  /** It may touch more than a record and its own: no such judgement of its kind and entity counts. */
  readonly reaching?: true;
  /** Writes, and answers how to read its answer once everything is judged. */
  work(write: Write): Promise<() => Promise<T>>;
  /** What the same request was answered before, from how it was kept. */
  recall(kept: unknown): T;
}

/** The doors through which people write. Each is one transaction: it is refused as a whole, or durable when answered. */
export function createWriteDoors(parts: DoorParts): WriteDoors {
  const known = (id: string) => (isId(id) ? id.toLowerCase() : NOBODY);
  return {
    create: (reader, entity, body, options) =>
      through<ReadRecord>(parts, {
        reader,
        options,
        body,
        entity,
        route: `create ${entity}`,
        kind: 'create',
        recall: recallRecord,
        work: async (write) => answer(parts, write, entity, await createRecord(write, entity, body)),
      }),
    signUp: async (body) => {
      const asked = await readSignUp(parts.index, body);
      return through<{ readonly id: string }>(parts, {
        reader: NOBODY_SIGNED_IN,
        options: { ifMatch: null },
        body: null,
        entity: 'User',
        route: 'sign up',
        kind: 'create',
        // Without a key, nothing of it is kept: a password stands in it.
        recall: () => ({ id: '' }),
        work: async (write) => {
          const id = await signUp(write, asked);
          return async () => ({ id });
        },
      });
    },
    update: (reader, entity, id, body, options) =>
      through<ReadRecord>(parts, {
        reader,
        options,
        body,
        entity,
        route: `update ${entity} ${id}`,
        kind: 'change',
        recall: recallRecord,
        work: async (write) => {
          await changeRecord(write, entity, known(id), body, compareVersion(parts, write, entity, options, true));
          return answer(parts, write, entity, known(id));
        },
      }),
    changeMany: (reader, entity, id, change, options) =>
      through<ReadRecord>(parts, {
        reader,
        options: { ifMatch: null, ...options },
        body: null,
        entity,
        route: `${change.change} ${entity} ${id} ${change.field} ${change.id}`,
        kind: 'change',
        recall: recallRecord,
        work: async (write) => {
          await changeMany(write, entity, known(id), { ...change, id: known(change.id) });
          return answer(parts, write, entity, known(id));
        },
      }),
    delete: async (reader, entity, id, options) => {
      await through<null>(parts, {
        reader,
        options,
        body: null,
        entity,
        route: `delete ${entity} ${id}`,
        kind: 'delete',
        recall: () => null,
        work: async (write) => {
          await deleteRecord(write, entity, known(id), compareVersion(parts, write, entity, options, true));
          return async () => null;
        },
      });
    },
    restore: (reader, entity, id, options) =>
      through<ReadRecord>(parts, {
        reader,
        options,
        body: null,
        entity,
        route: `restore ${entity} ${id}`,
        kind: 'restore',
        recall: recallRecord,
        work: async (write) => {
          await restoreRecord(write, entity, known(id));
          return answer(parts, write, entity, known(id));
        },
      }),
    fire: (reader, entity, id, event, body, options) =>
      through<ReadRecord>(parts, {
        reader,
        options,
        body,
        entity,
        route: `fire ${entity} ${id ?? 'new'} ${event}`,
        kind: id === null ? 'create' : 'change',
        recall: recallRecord,
        work: async (write) => {
          if (id === null) return answer(parts, write, entity, await fireNew(write, entity, event, body));
          await fireEvent(write, entity, known(id), event, body, compareVersion(parts, write, entity, options, false));
          return answer(parts, write, entity, known(id));
        },
      }),
  };
}

/** As the reader of today, where who asks was remembered from an earlier request. */
export function through<T>(parts: DoorParts, passage: Passage<T>): Promise<T> {
  return asToday(passage.reader, (reader) => pass(parts, { ...passage, reader }));
}

async function pass<T>(parts: DoorParts, passage: Passage<T>): Promise<T> {
  const { reader, options, body, route, entity, kind } = passage;
  const key = options.idempotencyKey ?? null;
  const confirmed = confirmedBy(parts.index, options);
  const request = key === null ? null : keyedRequest(reader.userId, key, route, body);
  const isolation = passage.reaching ? 'serializable' : isolationOf(parts.index, entity, kind);
  let write: Write | null = null;
  const writing = async (client: PoolClient): Promise<T> => {
    const current = beginWrite(parts.index, client, parts.clock, reader, confirmed);
    write = current;
    if (request !== null) {
      const kept = await claimKey(parts.index, client, request, current.now);
      if (kept !== null) return passage.recall(kept.answer);
    }
    const answered = await finish(current, await passage.work(current));
    if (request !== null) await keepAnswer(client, request, answered);
    return answered;
  };
  try {
    const result = await transaction(
      parts.pool,
      async (client) => {
        if (isolation === 'serializable' && kind === 'create') await lockNumbers(parts.index, client, entity);
        // Who this is today comes first: what a reader of yesterday is refused does not count.
        const [, answered] = await together([confirmReader(client, parts.index, reader), writing(client)]);
        return answered;
      },
      { isolation, attempts: ATTEMPTS },
    );
    countHits(parts, write);
    if (hasWork(parts.index, write)) parts.onCommit?.();
    return result;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(parts.index, error);
    if (refusal === null) throw error;
    if (refusal.code === 'NOT_SPECIFIED' && refusal.clause !== null) parts.hit(refusal.clause, rolesOf(write));
    throw refusal;
  }
}

/** The warnings that a request confirms; a code that is none is a mistake of the caller. */
function confirmedBy(index: PlanIndex, { confirm = [] }: WriteOptions): ReadonlySet<string> {
  const unknown = confirm.find((code) => index.error(code)?.warning !== true);
  if (unknown === undefined) return new Set(confirm);
  const message = `${JSON.stringify(unknown.slice(0, 80))} is no warning that could be confirmed.`;
  throw refuse(index, 'INVALID', { message, errors: [{ field: 'confirm', code: 'INVALID', message, clause: null }] });
}

/** What deletes or restores asks for all that refers to the record; the rest may need the record alone. */
function isolationOf(index: PlanIndex, entity: string, kind: Passage<unknown>['kind']) {
  const isAlone = (kind === 'create' || kind === 'change') && isSelfContained(index.plan, entity);
  return isAlone ? 'read committed' : 'serializable';
}

/**
 * Gapless numbers make their writers wait for each other anyway. Waiting before the transaction's snapshot is taken
 * (LOCK TABLE takes none) saves them from losing to each other.
 */
async function lockNumbers(index: PlanIndex, client: PoolClient, entity: string): Promise<void> {
  if (index.findEntity(entity)?.fields.some((field) => field.type.kind === 'number'))
    await client.query('lock table nonet.number_counter in share row exclusive mode');
}

function hasWork({ plan }: PlanIndex, write: Write | null): boolean {
  const entities = new Set([...(write?.touched.values() ?? [])].map(({ entity }) => entity));
  const isTimed = plan.states.some(
    ({ entity, events }) =>
      entities.has(entity) &&
      events.some((event) =>
        event.transitions.some((row) =>
          row.by.some(({ kind }) => kind === 'after' || kind === 'at' || kind === 'every'),
        ),
      ),
  );
  return isTimed || plan.calls.some((call) => call.when.some((cause) => entities.has(cause.entity)));
}

function countHits(parts: DoorParts, write: Write | null): void {
  for (const clause of write?.hits ?? []) parts.hit(clause, rolesOf(write));
}

function rolesOf(write: Write | null): string[] {
  return [...(write?.authority.held ?? [])];
}

/** `STALE` compares the record as this reader may read it, under the lock; PATCH and DELETE can't do without. */
function compareVersion(
  parts: DoorParts,
  write: Write,
  entity: string,
  options: WriteOptions,
  needed: boolean,
): BeforeChange {
  return async (id) => {
    if (options.ifMatch === null) {
      if (needed) throw refuse(parts.index, 'PRECONDITION_REQUIRED');
      return;
    }
    const tags = new Set(options.ifMatch.split(',').map((tag) => tag.trim()));
    if (tags.has('*')) return;
    const { etag } = await readRecord(scopeOf(parts, write), entity, id, { fields: null, expand: null });
    if (!tags.has(etag)) throw refuse(parts.index, 'STALE');
  };
}

/** The answer is what the actor may read afterwards (6): of a record out of their sight, nothing but its id. */
function answer(parts: DoorParts, write: Write, entity: string, id: string): () => Promise<ReadRecord> {
  return async () => {
    try {
      return await readRecord(scopeOf(parts, write), entity, id, { fields: null, expand: null });
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED'))
        return new RecordText(JSON.stringify({ id, _title: '' }), '""');
      throw error;
    }
  };
}

/** What reads in a write's own transaction, as its actor. */
export function scopeOf(parts: DoorParts, write: Write): ReadScope {
  const { index, client, now, authority } = write;
  const { userId, roles } = write.reader;
  // The transaction has asked already who this is today.
  return {
    index,
    client,
    now,
    reader: { userId, roles },
    authority,
    secret: parts.secret,
    confirmation: { done: true },
    gathering: null,
  };
}
