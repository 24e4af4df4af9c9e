import { message } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Engine, Actor, WriteOptions, WritePath } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { asToday } from '../session/today.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { type Pool, type PoolClient, together, transaction } from '../store/pool.ts';
import type { Draft } from './single-statement/draft.ts';
import { fitsSingleStatement } from './single-statement/fits.ts';
import { partsFor } from './single-statement/steps.ts';
import { saveInSingleStatement } from './single-statement/write.ts';
import { beginWrite, beginSystemWrite } from './begin.ts';
import { refusalOf } from './database-refusal.ts';
import { finish } from './finish.ts';
import type { Batcher } from './statement-batcher.ts';
import { type KeyedRequest, keyedRequest, PRODUCT } from './idempotency.ts';
import { isSelfContained } from '../isolation/self-contained.ts';
import { lockNumbers } from './number.ts';
import { type ReadScope, readScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import type { Write } from './write.ts';
import { stepsWith } from './write-steps/transaction.ts';

const ATTEMPTS = 12;
const [CONFIRM, RECALL, KEEP] = [stepsWith('confirm'), stepsWith('recall'), stepsWith('keep')];
const NEEDS_SEVERAL = partsFor('requestNeedsSeveral');

export interface EngineContext {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  /** Keys the hashes that leave the server. */
  readonly secret: Buffer;
  readonly hit: Engine['hit'];
  /** Saves in one statement the drafts that arrive together. */
  readonly saves: Batcher;
  /** The number of this process's writes on each path. */
  readonly writeCounts: Record<WritePath, number>;
  /** Is called after committed writes that may have left work for a worker: a call, or a record with a timer. */
  readonly onCommit?: () => void;
}

/** One operation that writes, as one transaction does it. */
export interface WriteOperation<T> {
  readonly actor: Actor;
  readonly options: WriteOptions;
  readonly body: unknown;
  /** Distinguishes the request from others under the same Idempotency-Key. */
  readonly route: string;
  readonly entity: string;
  readonly kind: 'create' | 'change' | 'delete' | 'restore';
  /** The product itself acts, in the name of a service that has proved itself. */
  readonly system?: true;
  /** It may touch more than one record and its children, so that its isolation is always SERIALIZABLE. */
  readonly reaching?: true;
  /** Writes; returns a function that reads the answer once everything is judged. */
  work(write: Write): Promise<() => Promise<T>>;
  /** The record as it would be saved, if one statement may be enough to judge and save it. */
  draft?(scope: ReadScope): Draft | null;
  /** The answer to the same request before, from the form in which it was kept. */
  recall(kept: unknown): T;
}

/**
 * Performs a write in its own transaction, and confirms the actor's rights if they are remembered from an earlier
 * request. One statement does it if possible; a write that this statement refuses is judged step by step, which finds
 * the reason.
 * @throws {Refusal} as the document or the language refuses; then nothing is written
 */
export function inTransaction<T>(engine: EngineContext, operation: WriteOperation<T>): Promise<T> {
  return asToday(operation.actor, (actor) =>
    onceMore(operation.options, () => attempt(engine, { ...operation, actor })),
  );
}

/** A connection that breaks later has made its client wait long enough. */
const SOON_MILLISECONDS = 5_000;

/**
 * Does a write once more if its connection broke and it has an Idempotency-Key: if it was committed all the same, the
 * key has its answer.
 */
async function onceMore<T>({ idempotencyKey }: WriteOptions, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    const hasKey = (idempotencyKey ?? null) !== null;
    if (!hasKey || !isUnreachable(error) || performance.now() - began > SOON_MILLISECONDS) throw error;
    return work();
  }
}

async function attempt<T>(engine: EngineContext, operation: WriteOperation<T>, judgesFirst = false): Promise<T> {
  const { actor, options, body, route, entity, kind } = operation;
  const key = options.idempotencyKey ?? null;
  const confirmed = confirmedBy(engine.index, options);
  const request = key === null ? null : keyedRequest(operation.system ? PRODUCT : actor.userId, key, route, body);
  const isolation = operation.reaching ? 'serializable' : isolationOf(engine.index, entity, kind);
  let write: Write | null = null;
  const begin = (client: PoolClient): Write => {
    const begun = operation.system
      ? beginSystemWrite(engine.index, client, engine.clock)
      : beginWrite(engine.index, client, engine.clock, actor, confirmed);
    return (write = judgesFirst ? { ...begun, judgesFirst: true as const } : begun);
  };
  try {
    const saved = judgesFirst ? null : await inSingleStatement(engine, operation, request);
    if (saved !== null) {
      countPath(engine, options, 'one statement');
      return saved;
    }
    const result = await transaction(
      engine.pool,
      async (client) => {
        if (isolation === 'serializable' && kind === 'create') await lockNumbers(engine.index, client, entity);
        const begun = begin(client);
        // Confirming the actor comes first: a refusal of who they were yesterday does not count.
        const confirming = together(CONFIRM.map((confirm) => confirm(begun)));
        const [, answered] = await together([confirming, performWrite(begun, operation, request)]);
        return answered;
      },
      // Writes of one kind and entity conflict with each other most, so they queue in one line.
      { isolation, attempts: ATTEMPTS, ...(isolation === 'serializable' && { line: `${kind} ${entity}` }) },
    );
    countPath(engine, options, 'several statements');
    countHits(engine, write);
    if (operation.reaching || hasWork(engine.index, entitiesOf(write))) engine.onCommit?.();
    return result;
  } catch (error) {
    const refusal = await refusalOf(engine.pool, engine.index, error);
    if (refusal === null) throw error;
    // The database refuses before point 6 judges the write, and its refusal reveals other records (6: order of
    // refusals).
    if (!(error instanceof Refusal) && refusal.code !== 'UNAVAILABLE' && !judgesFirst)
      return attempt(engine, operation, true);
    if (refusal.code === 'NOT_SPECIFIED' && refusal.clause !== null) engine.hit(refusal.clause, rolesOf(write));
    throw refusal;
  }
}

/** Does the steps of a write in its transaction, unless the same request was answered before. */
async function performWrite<T>(write: Write, operation: WriteOperation<T>, request: KeyedRequest | null): Promise<T> {
  if (request !== null)
    for (const recall of RECALL) {
      const kept = await recall(write, request);
      if (kept !== null) return operation.recall(kept.answer);
    }
  const answered = await finish(write, await operation.work(write));
  if (request !== null) for (const keep of KEEP) await keep(write, request, answered);
  return answered;
}

/** The warnings that a request confirms. An unknown code is a mistake of the caller. */
function confirmedBy(index: PlanIndex, { confirm = [] }: WriteOptions): ReadonlySet<string> {
  const unknown = confirm.find((code) => index.error(code)?.warning !== true);
  if (unknown === undefined) return new Set(confirm);
  const words = message('noWarning', { code: unknown.slice(0, 80) });
  const error = { field: 'confirm', code: 'INVALID', message: words, clause: null };
  throw refuse(index, 'INVALID', { words, errors: [error] });
}

/**
 * Tries to judge and save in one statement, because most writes are correct; null if that is not possible, or the
 * statement refuses.
 */
async function inSingleStatement<T>(
  engine: EngineContext,
  operation: WriteOperation<T>,
  request: KeyedRequest | null,
): Promise<T | null> {
  const { index, pool, clock, secret } = engine;
  const { entity, actor, options } = operation;
  if (operation.draft === undefined || index.findEntity(entity) === null || !fitsSingleStatement(index, entity))
    return null;
  if (NEEDS_SEVERAL.some((needs) => needs(options))) return null;
  const scope = readScope(index, pool, clock, actor, secret);
  const draft = operation.draft(scope);
  if (draft === null) return null;
  const tags = draft.isNew ? null : tagsOf(options);
  const saved = await saveInSingleStatement(engine.saves, { scope, draft, tags, request });
  if (saved !== null && hasWork(index, new Set([entity]))) engine.onCommit?.();
  return saved as T | null;
}

/** The tags of `If-Match`; null if any version will do. */
export function tagsOf({ ifMatch }: WriteOptions): readonly string[] | null {
  const tags = ifMatch?.split(',').map((tag) => tag.trim()) ?? ['*'];
  return tags.includes('*') ? null : tags;
}

/** Deleting and restoring read all records that refer to this one; other writes may need the record alone. */
function isolationOf(index: PlanIndex, entity: string, kind: WriteOperation<unknown>['kind']) {
  const isAlone = (kind === 'create' || kind === 'change') && isSelfContained(index.plan, entity);
  return isAlone ? 'read committed' : 'serializable';
}

function countPath({ writeCounts }: EngineContext, { onPath }: WriteOptions, path: WritePath): void {
  writeCounts[path] += 1;
  onPath?.(path);
}

function entitiesOf(write: Write | null): ReadonlySet<string> {
  return new Set([...(write?.touched.values() ?? [])].map(({ entity }) => entity));
}

function hasWork({ plan }: PlanIndex, entities: ReadonlySet<string>): boolean {
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

function countHits(engine: EngineContext, write: Write | null): void {
  for (const clause of write?.hits ?? []) engine.hit(clause, rolesOf(write));
}

function rolesOf(write: Write | null): string[] {
  return [...(write?.authority.held ?? [])];
}
