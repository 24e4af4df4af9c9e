import type { Queryable } from '../store/pool.ts';
import { run } from '../store/pool.ts';
import type { Write } from './write.ts';

/** A consequence of a soft delete: a record that is hidden with it (`field` null), or a reference that it cleared. */
export interface Hidden {
  readonly entity: string;
  readonly record: string;
  readonly field: string | null;
  /** The record that the cleared reference named. */
  readonly target: string | null;
}

export async function noteHidden(write: Write, root: string, { entity, record, field, target }: Hidden): Promise<void> {
  await run(write.client, {
    text: 'insert into nonet.hidden_with (root, entity, record, field, target) values ($1, $2, $3, $4, $5)',
    values: [root, entity, record, field, target],
  });
}

/** The records that were hidden with a record, in that order. They are forgotten, for they come back now. */
export async function takeHidden(write: Write, root: string): Promise<Hidden[]> {
  return run<Hidden>(write.client, {
    text: `with taken as (delete from nonet.hidden_with where root = $1 returning sequence, entity, record, field, target)
           select nonet.known_name('hidden_with.entity', entity) as entity, record,
             split_part(nonet.known_name('hidden_with.field', entity || '.' || field), '.', 2) as field, target
           from taken order by sequence`,
    values: [root],
  });
}

/** Whether a record was deleted with another one, so that it can only be restored with that one. */
export async function isHiddenWithOther(client: Queryable, record: string): Promise<boolean> {
  const rows = await run(client, {
    text: 'select 1 as one from nonet.hidden_with where record = $1 and field is null',
    values: [record],
  });
  return rows.length > 0;
}
