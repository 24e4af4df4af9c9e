import type { OutboundCall } from '@nonet/language';
import { beginTransaction, touch } from './transaction.ts';
import { runEffects } from './effects.ts';
import { entityOf } from './evaluate.ts';
import { fireNested } from './fire.ts';
import { type Outcome, run } from './perform.ts';
import type { World } from './world.ts';

/** The effects of a call's answer, or of its failure, on the record that caused it (7: `then`, `fails`). */
export function afterCall(
  world: World,
  call: OutboundCall,
  record: string,
  effects: OutboundCall['then'],
  response: Readonly<Record<string, unknown>>,
): Outcome {
  const outcome = run(beginTransaction(world, null, true), (transaction) => {
    if (effects.length === 0 || world.get(record) === null) return record;
    touch(transaction, record, entityOf(record), 'update', call.name, call.clause);
    runEffects(transaction, record, effects, { clause: call.clause, names: { response } }, fireNested);
    return record;
  });
  // The effects of a call do not cause the same call again (7).
  return { ...outcome, calls: outcome.calls.filter(({ clause }) => clause !== call.clause) };
}
