import type { Plan } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';
import type { KeyRing } from './key-ring.ts';

/** Values of the database are encrypted under keys that the deployment does not have. */
export class KeysMissing extends Error {
  override readonly name = 'KeysMissing';

  constructor(ids: readonly string[]) {
    const keys = ids.length === 1 ? `the key ${ids[0]}` : `the keys ${ids.join(', ')}`;
    super(
      `This database has values that are encrypted under ${keys}: state ${ids.length === 1 ? 'it' : 'them'} as ENCRYPTION_KEY, ` +
        'or as ENCRYPTION_FORMER_KEYS beside a new one.',
    );
  }
}

/**
 * Notes the key that seals, before anything is sealed with it.
 * @throws {KeysMissing} if the database has values under a key that is not at hand
 */
export async function noteKeys(client: Queryable, { current, byId }: KeyRing): Promise<void> {
  const known = await run<{ id: string }>(client, { text: 'select id from nonet.encryption_key', values: [] });
  const missing = known.flatMap(({ id }) => (byId.has(id) ? [] : [id]));
  if (missing.length > 0) throw new KeysMissing(missing);
  if (current !== null && !known.some(({ id }) => id === current.id))
    await run(client, {
      text: 'insert into nonet.encryption_key (id) values ($1) on conflict do nothing',
      values: [current.id],
    });
}

/** A line for the operator that names the values stored in plain text without a key; null if there is a key, or no such value. */
export function plainTextNote(plan: Plan, { current }: KeyRing): string | null {
  if (current !== null) return null;
  const fields = plan.entities.flatMap((entity) =>
    entity.fields.flatMap(({ name, type }) => (type.kind === 'secret' ? [`${entity.name}.${name}`] : [])),
  );
  const secrets = fields.filter((name) => name !== 'User.password');
  const parts = [...secrets, ...(plan.calls.length > 0 ? ['what outbound calls send'] : [])];
  if (parts.length === 0) return null;
  return `Without ENCRYPTION_KEY, ${listed(parts)} ${parts.length === 1 ? 'is' : 'are'} stored in plain text: \`nonet key new\` prints a key.`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
