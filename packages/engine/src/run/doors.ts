import type { Engine, Actor, ReadRecord, WriteOptions } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import { recallRecord, RecordText } from './answer-text.ts';
import { draftCreate } from './at-once/create.ts';
import { draftEvent } from './at-once/fire.ts';
import { draftUpdate } from './at-once/update.ts';
import { changeMany } from './change-many.ts';
import { createRecord } from './create.ts';
import { deleteRecord } from './delete.ts';
import { type BeforeChange, fireEvent, fireNew } from './fire.ts';
import { importThrough } from './import-door.ts';
import { type DoorParts, tagsOf, through } from './passage.ts';
import { readRecord } from './read.ts';
import type { ReadScope } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { restoreRecord } from './restore.ts';
import { readSignUp, signUp, signUpAs } from './sign-up.ts';
import { changeRecord } from './update.ts';
import { readId } from './values/identifier.ts';
import { wireId } from './values/number-id.ts';
import type { Write } from './write.ts';

type WriteDoors = Pick<
  Engine,
  'create' | 'import' | 'signUp' | 'signUpAs' | 'update' | 'changeMany' | 'delete' | 'restore' | 'fire'
>;

const NOBODY_SIGNED_IN: Actor = { userId: null, roles: [] };

/** Nobody's id: what is no id at all is looked for in vain, like any unknown one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The doors through which people write. Each is one transaction: it is refused as a whole, or durable when answered. */
export function createWriteDoors(parts: DoorParts): WriteDoors {
  const known = (id: string) => readId(id) ?? NOBODY;
  return {
    create: (actor, entity, body, options) =>
      through<ReadRecord>(parts, {
        actor,
        options,
        body,
        entity,
        route: `create ${entity}`,
        kind: 'create',
        recall: (kept) => recallRecord(parts, entity, kept),
        draft: (scope) => draftCreate(scope, entity, body),
        work: async (write) => answer(parts, write, entity, await createRecord(write, entity, body)),
      }),
    import: (actor, entity, table, options) => importThrough(parts, actor, entity, table, options),
    signUp: async (body) => {
      const asked = await readSignUp(parts.index, body);
      return comeIn(parts, (write) => signUp(write, asked));
    },
    signUpAs: (identity, body) => comeIn(parts, (write) => signUpAs(write, identity, body)),
    update: (actor, entity, id, body, options) =>
      through<ReadRecord>(parts, {
        actor,
        options,
        body,
        entity,
        route: `update ${entity} ${id}`,
        kind: 'change',
        recall: (kept) => recallRecord(parts, entity, kept),
        draft: (scope) => (options.ifMatch === null ? null : draftUpdate(scope, entity, known(id), body)),
        work: async (write) => {
          await changeRecord(write, entity, known(id), body, compareVersion(parts, write, entity, options, true));
          return answer(parts, write, entity, known(id));
        },
      }),
    changeMany: (actor, entity, id, change, options) =>
      through<ReadRecord>(parts, {
        actor,
        options: { ifMatch: null, ...options },
        body: null,
        entity,
        route: `${change.change} ${entity} ${id} ${change.field} ${change.id}`,
        kind: 'change',
        recall: (kept) => recallRecord(parts, entity, kept),
        work: async (write) => {
          await changeMany(write, entity, known(id), { ...change, id: known(change.id) });
          return answer(parts, write, entity, known(id));
        },
      }),
    delete: async (actor, entity, id, options) => {
      await through<null>(parts, {
        actor,
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
    restore: (actor, entity, id, options) =>
      through<ReadRecord>(parts, {
        actor,
        options,
        body: null,
        entity,
        route: `restore ${entity} ${id}`,
        kind: 'restore',
        recall: (kept) => recallRecord(parts, entity, kept),
        work: async (write) => {
          await restoreRecord(write, entity, known(id));
          return answer(parts, write, entity, known(id));
        },
      }),
    fire: (actor, entity, id, event, body, options) =>
      through<ReadRecord>(parts, {
        actor,
        options,
        body,
        entity,
        route: `fire ${entity} ${id ?? 'new'} ${event}`,
        kind: id === null ? 'create' : 'change',
        recall: (kept) => recallRecord(parts, entity, kept),
        draft: (scope) => (id === null ? null : draftEvent(scope, entity, known(id), event, body)),
        work: async (write) => {
          if (id === null) return answer(parts, write, entity, await fireNew(write, entity, event, body));
          await fireEvent(write, entity, known(id), event, body, compareVersion(parts, write, entity, options, false));
          return answer(parts, write, entity, known(id));
        },
      }),
  };
}

/** Adds a user as somebody who is not signed in. */
function comeIn(parts: DoorParts, add: (write: Write) => Promise<string>): Promise<{ readonly id: string }> {
  return through<{ readonly id: string }>(parts, {
    actor: NOBODY_SIGNED_IN,
    options: { ifMatch: null },
    body: null,
    entity: 'User',
    route: 'sign up',
    kind: 'create',
    // Without a key, nothing of it is kept: a password may stand in it.
    recall: () => ({ id: '' }),
    work: async (write) => {
      const id = await add(write);
      return async () => ({ id });
    },
  });
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
    const tags = tagsOf(options);
    if (tags === null) return;
    const { etag } = await readRecord(scopeOf(parts, write), entity, id, { fields: null, expand: null });
    if (!tags.includes(etag)) throw refuse(parts.index, 'STALE');
  };
}

/** The answer is what the actor may read afterwards (6): of a record out of their sight, nothing but its id. */
function answer(parts: DoorParts, write: Write, entity: string, id: string): () => Promise<ReadRecord> {
  return async () => {
    try {
      return await readRecord(scopeOf(parts, write), entity, id, { fields: null, expand: null });
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED'))
        return new RecordText(JSON.stringify({ id: wireId(parts.index, entity, id), _title: '' }), '""');
      throw error;
    }
  };
}

/** What reads in a write's own transaction, as its actor. */
export function scopeOf(parts: DoorParts, write: Write): ReadScope {
  const { index, client, now, authority } = write;
  const { userId, roles } = write.actor;
  // The transaction has asked already who this is today.
  return {
    index,
    client,
    now,
    actor: { userId, roles },
    authority,
    secret: parts.secret,
    confirmation: { done: true },
    gathering: null,
    texts: null,
  };
}
