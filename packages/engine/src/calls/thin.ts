import { ENGINE_LIMITS } from '../engine-limits.ts';
import { type Queryable, run } from '../store/pool.ts';

/**
 * Removes the contents of requests and answers of calls that were completed long ago, and keeps the fact and its time.
 * A call that failed for good keeps its request, because a person may send it again.
 */
export async function thinCalls(client: Queryable, now: string): Promise<void> {
  await run(client, {
    text: `with thinned as (
        update nonet.outbound_call set request = 'null', answer = null
        where state = 'done' and request <> 'null' and ended_at < $1::timestamptz - make_interval(days => $2)
        returning id
      ), released as (
        delete from nonet.call_file f using thinned where f.call = thinned.id
      )
      update nonet.call_attempt a set answer = null from thinned where a.call = thinned.id and a.answer is not null`,
    values: [now, ENGINE_LIMITS.outboundContentDays],
  });
}
