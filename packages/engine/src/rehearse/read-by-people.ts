import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { listRecords } from '../run/lists/list.ts';
import { readScope } from '../run/read-scope.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import type { Pool } from '../store/pool.ts';

/** The number of records of each entity that one person may read, by the entity's name. */
export interface Readable {
  readonly actor: Actor;
  readonly records: ReadonlyMap<string, number>;
}

/** A read that failed but should not have. */
export interface ReadingFault {
  readonly entity: string;
  readonly words: string;
}

/** The maximum number of people for whom records are read, each combination of roles first. */
const MOST_PEOPLE = 40;
/** The maximum number of records of each entity that are read as a whole, with all computed fields. */
const READ_RECORDS = 100;

export async function choosePeople(pool: Pool, index: PlanIndex): Promise<readonly Actor[]> {
  const nobody: Actor = { userId: null, roles: [] };
  if (!index.plan.entities.some(({ name }) => name === 'User')) return [nobody];
  const isThere = `${column('u', SYSTEM_COLUMNS.deletedAt)} is null and u."disabled" is not true`;
  const { rows } = await pool.query<{ id: string; roles: string[] }>(
    `select id::text as id, roles from (
       select u."id" as id, u."roles" as roles, row_number() over (partition by u."roles" order by u."id") as place from product."user" u where ${isThere}
     ) u order by place, id limit ${MOST_PEOPLE}`,
  );
  return [nobody, ...rows.map(({ id, roles }): Actor => ({ userId: id, roles }))];
}

/** The records that some people may read, by the document of `index`, which is in use. */
export async function readByPeople(
  { pool, index, clock }: { readonly pool: Pool; readonly index: PlanIndex; readonly clock: Clock },
  people: readonly Actor[],
): Promise<{ readonly readable: readonly Readable[]; readonly faults: readonly ReadingFault[] }> {
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from nonet.product');
  const secret = rows[0]?.secret ?? Buffer.alloc(0);
  const faults = new Map<string, ReadingFault>();
  const readable: Readable[] = [];
  for (const actor of people) {
    const records = new Map<string, number>();
    const known = actor.roles.filter((role) => index.plan.roles.some(({ name }) => name === role));
    const scope = readScope(index, pool, clock, { ...actor, roles: known }, secret);
    for (const { name: entity } of index.plan.entities) {
      try {
        const page = await listRecords(scope, entity, { ...WHOLE_LIST, limit: READ_RECORDS, count: true });
        records.set(entity, page.count ?? 0);
      } catch (error) {
        if (isUnreachable(error)) throw error;
        records.set(entity, 0);
        if (error instanceof Refusal) continue;
        const words = error instanceof Error ? error.message : String(error);
        faults.set(`${entity} ${words}`, { entity, words });
      }
    }
    readable.push({ actor, records });
  }
  return { readable, faults: [...faults.values()] };
}

const WHOLE_LIST = {
  filters: [],
  search: null,
  order: null,
  fields: null,
  expand: null,
  limit: null,
  cursor: null,
  count: false,
  screen: null,
} as const;

/** The number of these people who may read fewer, or more, records of an entity than before. */
export interface OtherReaders {
  /** The entity's name in the new document; if it is gone, in the former one. */
  readonly entity: string;
  readonly fewer: OtherRights | null;
  readonly more: OtherRights | null;
}

export interface OtherRights {
  readonly people: number;
  /**
   * The user with the largest difference: their id (null: somebody who is not signed in), and the numbers of records.
   */
  readonly example: { readonly user: string | null; readonly before: number; readonly after: number };
}

export function compareReaders(
  before: readonly Readable[],
  after: readonly Readable[],
  newName: (entity: string) => string,
): readonly OtherReaders[] {
  const entities = new Set(before.flatMap(({ records }) => [...records.keys()]));
  return [...entities].flatMap((entity): OtherReaders[] => {
    const changes = before.map(({ actor, records }, place) => ({
      user: actor.userId,
      before: records.get(entity) ?? 0,
      after: after[place]?.records.get(newName(entity)) ?? 0,
    }));
    const fewer = rightsOf(changes.filter((each) => each.after < each.before));
    const more = rightsOf(changes.filter((each) => each.after > each.before));
    return fewer === null && more === null ? [] : [{ entity: newName(entity), fewer, more }];
  });
}

function rightsOf(changes: readonly OtherRights['example'][]): OtherRights | null {
  const [example] = changes.toSorted((one, other) => difference(other) - difference(one));
  return example === undefined ? null : { people: changes.length, example };
}

function difference({ before, after }: OtherRights['example']): number {
  return Math.abs(after - before);
}
