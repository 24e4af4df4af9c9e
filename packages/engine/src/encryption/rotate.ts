import type { PlanIndex } from '../plan-index.ts';
import { column, quote, table } from '../sql/identifiers.ts';
import { type Pool, run } from '../store/pool.ts';
import { ANSWER, ATTEMPT_ANSWER, openJson, REQUEST, sealJson, sealText } from './call-contents.ts';
import { keyRingOf } from './key-ring.ts';
import { open, SEALED_PREFIX } from './seal.ts';
import { FEED_PART } from '../feeds/run-log.ts';
import { RECEIVED } from '../received/mail-log.ts';
import { noteKeys } from './stored-keys.ts';
import { TOTP_SECRET } from '../session/second-factor/second-factors.ts';
import { openSecret, sealValues } from './secret-fields.ts';

/** How many values a rotation has encrypted, or encrypted anew. */
export interface Rotation {
  readonly secrets: number;
  readonly calls: number;
  /** The ids of the keys that no value needs any more. */
  readonly released: readonly string[];
}

/** There is no key to encrypt with. */
export class NoKey extends Error {
  override readonly name = 'NoKey';

  constructor() {
    super('ENCRYPTION_KEY is not set: `nonet key new` prints a key.');
  }
}

const BATCH = 200;

/**
 * Encrypts everything under the present key that is stored in plain text or under a former one, beside a product that
 * runs: a value that somebody changes meanwhile is left as it was changed.
 */
export async function rotateKeys(pool: Pool, index: PlanIndex): Promise<Rotation> {
  const ring = keyRingOf(index.environment);
  const { current } = ring;
  if (current === null) throw new NoKey();
  await noteKeys(pool, ring);
  const own = `${SEALED_PREFIX}${current.id}:%`;
  let [secrets, calls] = [0, 0];
  for (const entity of index.plan.entities)
    for (const { name, type } of entity.fields)
      if (type.kind === 'secret' && `${entity.name}.${name}` !== 'User.password')
        secrets += await rotateField(pool, index, entity.name, name, own);
  secrets += await rotateTotp(pool, index, own);
  calls += await rotateJson(pool, index, ['outbound_call', 'request'], REQUEST, own);
  calls += await rotateJson(pool, index, ['outbound_call', 'answer'], ANSWER, own);
  calls += await rotateJson(pool, index, ['received_mail', 'content'], RECEIVED, own);
  calls += await rotateJson(pool, index, ['feed_part', 'content'], FEED_PART, own);
  calls += await rotateAttempts(pool, index, own);
  const released = await run<{ id: string }>(pool, {
    text: 'delete from nonet.encryption_key where id <> $1 returning id',
    values: [current.id],
  });
  return { secrets, calls, released: released.map(({ id }) => id) };
}

async function rotateField(pool: Pool, index: PlanIndex, entity: string, field: string, own: string): Promise<number> {
  const value = column('t', field as Parameters<typeof column>[1]);
  return inBatches<{ id: string; stored: string }>(
    (after) =>
      run(pool, {
        text: `select t.id, ${value} as stored from ${table(entity)} t
               where ${value} is not null and ${value} not like $1 and t.id > $2 order by t.id limit ${BATCH}`,
        values: [own, after],
      }),
    async ({ id, stored }) => {
      const plain = await openSecret(pool, index, { entity, field, id }, stored);
      const sealed = sealValues(index, entity, id, new Map([[field, plain]])).get(field);
      await run(pool, {
        text: `update ${table(entity)} t set ${quote(field)} = $2 where t.id = $1 and ${value} = $3`,
        values: [id, sealed, stored],
      });
    },
  );
}

/** The secrets of the apps that people sign in with. */
async function rotateTotp(pool: Pool, index: PlanIndex, own: string): Promise<number> {
  return inBatches<{ id: string; stored: string }>(
    (after) =>
      run(pool, {
        text: `select id, secret as stored from nonet.second_factor
               where secret is not null and secret not like $1 and id > $2 order by id limit ${BATCH}`,
        values: [own, after],
      }),
    async ({ id, stored }) => {
      const sealed = sealText(index, TOTP_SECRET, id, open(stored, id, keyRingOf(index.environment)));
      await run(pool, {
        text: 'update nonet.second_factor set secret = $2 where id = $1 and secret = $3',
        values: [id, sealed, stored],
      });
    },
  );
}

async function rotateJson(
  pool: Pool,
  index: PlanIndex,
  [relation, part]:
    | readonly ['outbound_call', 'request' | 'answer']
    | readonly ['received_mail' | 'feed_part', 'content'],
  name: string,
  own: string,
): Promise<number> {
  return inBatches<{ id: string; stored: unknown; text: string }>(
    (after) =>
      run(pool, {
        text: `select id, ${part} as stored, ${part}::text as text from nonet.${relation}
               where ${part} <> 'null' and coalesce(${part} ->> 'sealed', '') not like $1 and id > $2 order by id limit ${BATCH}`,
        values: [own, after],
      }),
    async ({ id, stored, text }) => {
      const sealed = sealJson(index, name, id, openJson(index, id, stored));
      await run(pool, {
        text: `update nonet.${relation} set ${part} = $2::jsonb where id = $1 and ${part} = $3::jsonb`,
        values: [id, JSON.stringify(sealed), text],
      });
    },
  );
}

async function rotateAttempts(pool: Pool, index: PlanIndex, own: string): Promise<number> {
  return inBatches<{ id: string; call: string; number: number; stored: string }>(
    (after) =>
      run(pool, {
        text: `select call::text || lpad(number::text, 10, '0') as id, call, number, answer as stored from nonet.call_attempt
               where answer is not null and answer not like $1 and call::text || lpad(number::text, 10, '0') > $2
               order by 1 limit ${BATCH}`,
        values: [own, after],
      }),
    async ({ call, number, stored }) => {
      const sealed = sealText(index, ATTEMPT_ANSWER, call, open(stored, call, keyRingOf(index.environment)));
      await run(pool, {
        text: 'update nonet.call_attempt set answer = $3 where call = $1 and number = $2 and answer = $4',
        values: [call, number, sealed, stored],
      });
    },
  );
}

/** Does one thing for each row; answers how many there were. */
async function inBatches<Row extends { readonly id: string }>(
  next: (after: string) => Promise<readonly Row[]>,
  change: (row: Row) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await next(after);
    for (const row of rows) await change(row);
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return count;
    after = last.id;
  }
}
