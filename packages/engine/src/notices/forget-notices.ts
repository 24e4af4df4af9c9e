import type { PlanIndex } from '../plan-index.ts';
import { hasUsers } from '../session/user.ts';
import { table } from '../sql/identifiers.ts';
import { type Queryable, run } from '../store/pool.ts';

/**
 * Deletes the notices whose time is over (9, NOTICES_KEPT), and those of users whom there is no more. Nothing is known of
 * users while point 3 is open.
 */
export async function forgetNotices(client: Queryable, { plan }: PlanIndex, now: string): Promise<void> {
  const nobodys = (user: string) =>
    hasUsers(plan) ? `not exists (select from ${table('User')} u where u.id = ${user})` : 'false';
  await run(client, {
    text: `delete from nonet.notice n
           where n.at < $1::timestamptz - make_interval(secs => $2) or ${nobodys('n.recipient')}`,
    values: [now, plan.settings.noticesKeptSeconds],
  });
  for (const kept of ['notice_way', 'notice_digest', 'personal_time_zone', 'personal_region'])
    await run(client, { text: `delete from nonet.${kept} w where ${nobodys('w.user_id')}`, values: [] });
}
