import { type Actor, identitySlots, Refusal, type RunningEngine, tableName } from '@nonet/engine';
import { type Fault, faultOf } from './fault.ts';

/** So many users are compared, beside whoever is not signed in. */
const MOST_USERS = 8;

const WHOLE_LIST = {
  filters: [],
  search: null,
  order: null,
  fields: 'id',
  expand: null,
  limit: null,
  cursor: null,
  count: true,
  screen: null,
} as const;

/**
 * Compares what the functions of row security give to each person, by hand, with the number of records that a list without them finds:
 * a record too many is kept back by the statement alone, one too few is lost.
 * @param plain the same product without row security
 */
export async function rowSecurityFaults(secured: RunningEngine, plain: RunningEngine): Promise<readonly Fault[]> {
  const { rowSecurity, plan } = secured.index;
  if (rowSecurity === null) return [];
  const faults: Fault[] = [];
  for (const actor of await people(secured))
    for (const [entity, parameters] of rowSecurity.parameters) {
      // The list leaves out parts of what is deleted, which are not marked themselves.
      if (plan.entities.find(({ name }) => name === entity)?.owner !== null) continue;
      const may = await count(plain, actor, entity);
      if (may === null) continue;
      const slots = { ...identitySlots(secured.index, actor), now: secured.clock() } as Readonly<
        Record<string, unknown>
      >;
      const values = parameters.map((name) => slots[name]);
      const given = parameters.map((_name, place) => `$${place + 1}`).join(', ');
      const { rows } = await secured.pool.query<{ n: number }>(
        `select count(*)::int as n from ${rowSecurity.schema}."${tableName(entity)}"(${given}) r where r._deleted_at is null`,
        values,
      );
      if (rows[0]?.n === may) continue;
      const words = `the function of ${entity} gives ${rows[0]?.n} records, and the list has ${may}`;
      faults.push(faultOf('row security', new Error(words), `as ${actor.userId}, ${actor.roles.join(', ')}: `));
    }
  return faults;
}

async function people({ pool, plan }: RunningEngine): Promise<readonly Actor[]> {
  const nobody: Actor = { userId: null, roles: [] };
  if (!plan.entities.some(({ name }) => name === 'User')) return [nobody];
  const { rows } = await pool.query<{ id: string; roles: string[] | null }>(
    `select u.id, array(select jsonb_array_elements_text(coalesce(nullif(to_jsonb(u) -> 'roles', 'null'), '[]'))) as roles
     from product."user" u where u._deleted_at is null order by u.id desc limit ${MOST_USERS}`,
  );
  return [nobody, ...rows.map(({ id, roles }): Actor => ({ userId: id, roles: roles ?? [] }))];
}

async function count(engine: RunningEngine, actor: Actor, entity: string): Promise<number | null> {
  try {
    return (await engine.list(actor, entity, WHOLE_LIST)).count;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
