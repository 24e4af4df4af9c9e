import type { NewNames, Plan } from '@nonet/language';
import { queuedCallsOf } from '../../notices/digest-call.ts';
import { run } from '../../store/pool.ts';
import type { EffectOptions } from './effect-options.ts';

/** Requests that wait for a call which there is no more. */
export async function lostRequests(
  { index, pool }: EffectOptions,
  former: Plan,
  names: NewNames,
): Promise<readonly string[]> {
  if (former.calls.length === 0) return [];
  const calls = new Set(queuedCallsOf(index).map(({ name }) => name));
  const renamed = former.calls.flatMap(({ name }) => (calls.has(names.call(name)) ? [name] : []));
  const rows = await run<{ call: string; count: number }>(pool, {
    text: `select call, count(*)::int as count from nonet.outbound_call where state = 'waiting' and not call = any($1) group by call order by call`,
    values: [[...calls, ...renamed]],
    prepare: false,
  });
  return rows.map(
    ({ call, count }) =>
      `the call ${call} is gone, and ${count === 1 ? 'one request of it waits' : `${count} requests of it wait`}: ${count === 1 ? 'it fails' : 'they fail'}`,
  );
}

/** Views that people saved of a list which there is no more. */
export async function lostViews(
  { index, pool }: EffectOptions,
  former: Plan,
  names: NewNames,
): Promise<readonly string[]> {
  const gone = former.screens.filter(
    ({ slug }) => !index.plan.screens.some((screen) => screen.slug === names.screen(slug)),
  );
  if (gone.length === 0) return [];
  const rows = await run<{ screen: string; count: number }>(pool, {
    text: 'select screen, count(*)::int as count from nonet.saved_view where screen = any($1) group by screen order by screen',
    values: [gone.map(({ slug }) => slug)],
    prepare: false,
  });
  return rows.map(({ screen, count }) => {
    const name = gone.find(({ slug }) => slug === screen)?.name ?? screen;
    return `the screen ${name} is gone: ${count === 1 ? 'one saved view of it is' : `${count} saved views of it are`} found nowhere any more`;
  });
}
