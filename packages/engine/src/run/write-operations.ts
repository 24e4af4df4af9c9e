import type { Engine, Actor, ReadRecord, WriteOptions } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import { recallRecord, RecordText } from './answer-text.ts';
import { draftCreate } from './single-statement/create.ts';
import { draftEvent } from './single-statement/fire.ts';
import { draftUpdate } from './single-statement/update.ts';
import { changeMany } from './change-many.ts';
import { createRecord } from './create.ts';
import { deleteRecord } from './delete.ts';
import { fireEvent, fireNew } from './events/fire.ts';
import { importInTransaction } from './imports/import-operation.ts';
import { type EngineContext, tagsOf, inTransaction } from './in-transaction.ts';
import { eraseRecord } from '../people/erase-person.ts';
import { mergeRecord } from './merge.ts';
import { readRecord } from './read.ts';
import type { ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { restoreRecord } from './restore.ts';
import { readSignUp, signUp, signUpAs } from './sign-up.ts';
import { changeRecord } from './update.ts';
import { userRead, USER } from '../session/user.ts';
import { authorityOf } from '../sql/permissions.ts';
import { titleOfId } from '../sql/title.ts';
import { readId } from './values/identifier.ts';
import { run } from '../store/pool.ts';
import { wireId } from './values/number-id.ts';
import { touchedKey, type Write } from './write.ts';
import type { BeforeChange } from './write-steps/operation.ts';

type WriteOperations = Pick<
  Engine,
  | 'create'
  | 'import'
  | 'signUp'
  | 'signUpAs'
  | 'update'
  | 'changeMany'
  | 'delete'
  | 'restore'
  | 'erase'
  | 'merge'
  | 'fire'
>;

const ANONYMOUS: Actor = { userId: null, roles: [] };

/** The id of no record. A text that is no id is looked up as this one, and answered as any unknown id. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/** The operations that write. Each is one transaction: it is refused as a whole, or durable when answered. */
export function createWriteOperations(engine: EngineContext): WriteOperations {
  const known = (id: string) => readId(id) ?? UNKNOWN_ID;
  return {
    create: (actor, entity, body, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body,
        entity,
        route: `create ${entity}`,
        kind: 'create',
        recall: (kept) => recallRecord(engine, entity, kept),
        draft: (scope) => draftCreate(scope, entity, body),
        work: async (write) => answer(engine, write, entity, await createRecord(write, entity, body)),
      }),
    import: (actor, entity, table, options) => importInTransaction(engine, actor, entity, table, options),
    signUp: async (body) => {
      const asked = await readSignUp(engine.index, body);
      return signUpInTransaction(engine, (write) => signUp(write, asked));
    },
    signUpAs: (identity, body) => signUpInTransaction(engine, (write) => signUpAs(write, identity, body)),
    update: (actor, entity, id, body, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body,
        entity,
        route: `update ${entity} ${id}`,
        kind: 'change',
        recall: (kept) => recallRecord(engine, entity, kept),
        draft: (scope) => (options.ifMatch === null ? null : draftUpdate(scope, entity, known(id), body)),
        work: async (write) => {
          await changeRecord(write, entity, known(id), body, compareVersion(engine, write, entity, options, true));
          return answer(engine, write, entity, known(id));
        },
      }),
    changeMany: (actor, entity, id, change, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options: { ifMatch: null, ...options },
        body: null,
        entity,
        route: `${change.change} ${entity} ${id} ${change.field} ${change.id}`,
        kind: 'change',
        recall: (kept) => recallRecord(engine, entity, kept),
        work: async (write) => {
          await changeMany(write, entity, known(id), { ...change, id: known(change.id) });
          return answer(engine, write, entity, known(id));
        },
      }),
    delete: async (actor, entity, id, options) => {
      await inTransaction<null>(engine, {
        actor,
        options,
        body: null,
        entity,
        route: `delete ${entity} ${id}`,
        kind: 'delete',
        recall: () => null,
        work: async (write) => {
          await deleteRecord(write, entity, known(id), compareVersion(engine, write, entity, options, true));
          return async () => null;
        },
      });
    },
    restore: (actor, entity, id, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body: null,
        entity,
        route: `restore ${entity} ${id}`,
        kind: 'restore',
        recall: (kept) => recallRecord(engine, entity, kept),
        work: async (write) => {
          await restoreRecord(write, entity, known(id));
          return answer(engine, write, entity, known(id));
        },
      }),
    erase: (actor, entity, id, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body: null,
        entity,
        route: `erase ${entity} ${id}`,
        kind: 'change',
        reaching: true,
        recall: (kept) => recallRecord(engine, entity, kept),
        work: async (write) => {
          await eraseRecord(write, entity, known(id), compareVersion(engine, write, entity, options, true));
          return answer(engine, write, entity, known(id));
        },
      }),
    merge: (actor, entity, id, body, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body,
        entity,
        route: `merge ${entity} ${id}`,
        kind: 'change',
        reaching: true,
        recall: (kept) => recallRecord(engine, entity, kept),
        work: async (write) => {
          await mergeRecord(write, entity, known(id), body, {
            stays: compareVersion(engine, write, entity, options, true),
            goes: (goes, ifMatch) => compareVersion(engine, write, entity, { ...options, ifMatch }, false)(goes),
          });
          return answer(engine, write, entity, known(id));
        },
      }),
    fire: (actor, entity, id, event, body, options) =>
      inTransaction<ReadRecord>(engine, {
        actor,
        options,
        body,
        entity,
        route: `fire ${entity} ${id ?? 'new'} ${event}`,
        kind: id === null ? 'create' : 'change',
        recall: (kept) => recallRecord(engine, entity, kept),
        draft: (scope) => (id === null ? null : draftEvent(scope, entity, known(id), event, body)),
        work: async (write) => {
          if (id === null) return answer(engine, write, entity, await fireNew(write, entity, event, body));
          await fireEvent(write, entity, known(id), event, body, compareVersion(engine, write, entity, options, false));
          return answer(engine, write, entity, known(id));
        },
      }),
  };
}

/** Adds a user, as an actor who is not signed in. */
function signUpInTransaction(
  engine: EngineContext,
  add: (write: Write) => Promise<string>,
): Promise<{ readonly id: string }> {
  return inTransaction<{ readonly id: string }>(engine, {
    actor: ANONYMOUS,
    options: { ifMatch: null },
    body: null,
    entity: 'User',
    route: 'sign up',
    kind: 'create',
    // It has no Idempotency-Key, so nothing of it is kept: a password may be in it.
    recall: () => ({ id: '' }),
    work: async (write) => {
      const id = await add(write);
      return async () => ({ id });
    },
  });
}

/**
 * Compares `If-Match` with the record as the actor may read it, under the lock (`STALE`). PATCH and DELETE require it.
 */
function compareVersion(
  engine: EngineContext,
  write: Write,
  entity: string,
  options: WriteOptions,
  needed: boolean,
): BeforeChange {
  return async (id) => {
    if (options.ifMatch === null) {
      if (needed) throw refuse(engine.index, 'PRECONDITION_REQUIRED');
      return;
    }
    const tags = tagsOf(options);
    if (tags === null) return;
    const { etag } = await readRecord(scopeOf(engine, write), entity, id, { fields: null, expand: null });
    if (!tags.includes(etag)) throw refuse(engine.index, 'STALE');
  };
}

/** Reads the answer: what the actor may read afterwards (6), or only the id if they may not read the record. */
function answer(engine: EngineContext, write: Write, entity: string, id: string): () => Promise<ReadRecord> {
  return async () => {
    try {
      return await readRecord(await scopeAfter(engine, write), entity, id, { fields: null, expand: null });
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED'))
        return answerOfId(wireId(engine.index, entity, id));
      throw error;
    }
  };
}

function answerOfId(id: string | number): RecordText {
  return new RecordText(JSON.stringify({ id, _title: titleOfId(id) }), '""');
}

/** The scope of an answer: what the actor may read afterwards (6), also where the write has changed their own roles. */
export async function scopeAfter(engine: EngineContext, write: Write): Promise<ReadScope> {
  return scopeOf(engine, await asAfter(write));
}

/** The same write, whose actor has the roles that it has left them. */
async function asAfter(write: Write): Promise<Write> {
  const { index, actor, client } = write;
  const before = actor.userId === null ? null : write.touched.get(touchedKey(USER, actor.userId))?.before;
  if (before === null || before === undefined) return write;
  const { roles: all } = JSON.parse(before) as { readonly roles: readonly string[] | null };
  const user = userRead(index.plan);
  const [row] = await run<{ roles: string[] }>(client, {
    text: `select ${user.roles} as roles from ${user.table} u where u.id = $1`,
    values: [actor.userId],
  });
  const left = row?.roles ?? [];
  // An API token that lends some of the roles lends no others afterwards.
  const lendsAll = (all ?? []).every((role) => actor.roles.includes(role));
  const roles = lendsAll ? left : left.filter((role) => actor.roles.includes(role));
  const after = { ...actor, roles };
  return { ...write, actor: after, authority: authorityOf(index, after) };
}

/** The scope of reads in a write's own transaction, as its actor. */
export function scopeOf(engine: EngineContext, write: Write): ReadScope {
  const { index, client, now, authority } = write;
  const { userId, roles } = write.actor;
  // The transaction has confirmed the actor already.
  return {
    index,
    client,
    now,
    actor: { userId, roles },
    authority,
    secret: engine.secret,
    confirmation: { done: true, isApart: false },
    batcher: null,
    texts: null,
    kept: null,
    replicas: null,
  };
}
