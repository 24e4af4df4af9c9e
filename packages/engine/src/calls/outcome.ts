import type { OutboundCall } from '@nonet/language';
import { ANSWER, sealJson } from '../encryption/call-contents.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { isLasting, refusalOf } from '../run/database-refusal.ts';
import { type EffectValues, runEffects } from '../run/events/effects.ts';
import { finish } from '../run/finish.ts';
import { touch } from '../run/touch.ts';
import { type PoolClient, transaction } from '../store/pool.ts';
import { readAnswer } from './answer.ts';
import { endCall, type WaitingCall } from './outbox.ts';
import type { PinnedAnswer } from './pinned-request.ts';
import type { CallWorkerOptions } from './options.ts';
import { leadsElsewhere } from './journey-hosts.ts';
import { scheduleRetry } from './schedule-retry.ts';

/**
 * The answer's effects and the end of the call are one transaction, so that they happen once. `note`: what the operator
 * is told of it.
 */
export async function accept(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
  answer: Pick<PinnedAnswer, 'text'>,
  note: string | null = null,
): Promise<void> {
  const read = readAnswer(options.index, call, answer.text);
  if (!read.ok) {
    await fail(options, call, waiting, read.problem);
    return;
  }
  const elsewhere = leadsElsewhere(options.index, call, read.values);
  if (elsewhere !== null) {
    await fail(options, call, waiting, elsewhere);
    return;
  }
  try {
    await withEffects(options, call, waiting, 'then', read.values, (client) =>
      endCall(
        client,
        waiting.id,
        'done',
        note,
        options.clock(),
        sealJson(options.index, ANSWER, waiting.id, read.json),
      ),
    );
  } catch (error) {
    const refusal = await refusalOf(options.pool, options.index, error);
    if (refusal !== null) await fail(options, call, waiting, `What follows its answer was refused: ${refusal.message}`);
    else await countFault(options, call, waiting, error, 'What follows its answer');
  }
}

/**
 * A fault of the product itself is no answer of the target: the call is tried again as stated, and then left to a
 * person, because `fails` may meet the same fault. If the database could not be reached, the lease expires and the
 * call is made again.
 */
async function countFault(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
  error: unknown,
  what: string,
): Promise<void> {
  if (!isLasting(error)) throw error;
  options.onFault(error);
  const problem = `${what} could not be done, by a fault of the product: see its log.`;
  if (!(await scheduleRetry(options, call, waiting, problem)))
    await endCall(options.pool, waiting.id, 'failed', problem, options.clock());
}

/** Tries again as stated, or gives up. */
export async function retryOrFail(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
  problem: string,
): Promise<void> {
  if (!(await scheduleRetry(options, call, waiting, problem))) await fail(options, call, waiting, problem);
}

/**
 * Retries are used up, or the answer doesn't fit: `fails` says what happens then; if that is open, the call waits for a
 * person.
 */
export async function fail(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
  problem: string,
): Promise<void> {
  if (call.fails === null) {
    options.hit(`${call.clause}.fails`, []);
    await endCall(
      options.pool,
      waiting.id,
      'failed',
      `${problem} What happens then is not specified: somebody has to look after it.`,
      options.clock(),
    );
    return;
  }
  try {
    await withEffects(options, call, waiting, 'fails', {}, (client) =>
      endCall(client, waiting.id, 'failed', problem, options.clock()),
    );
  } catch (error) {
    const refusal = await refusalOf(options.pool, options.index, error);
    if (refusal === null) {
      await countFault(options, call, waiting, error, `${problem} What should follow`);
      return;
    }
    await endCall(
      options.pool,
      waiting.id,
      'failed',
      `${problem} What should follow was refused: ${refusal.message}`,
      options.clock(),
    );
  }
}

async function withEffects(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
  part: 'then' | 'fails',
  response: EffectValues,
  end: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const effects = call[part] ?? [];
  await transaction(
    options.pool,
    async (client) => {
      if (effects.length > 0) {
        const write = { ...beginSystemWrite(options.index, client, options.clock), under: [call.clause] };
        const touched = await touch(write, waiting.entity, waiting.record, {
          cause: 'update',
          action: call.name,
          clause: call.clause,
        });
        if (touched !== null) {
          await runEffects(
            write,
            {
              entity: waiting.entity,
              id: waiting.record,
              clause: call.clause,
              part,
              values: { response },
            },
            effects,
          );
          await finish(write, async () => null);
        }
      }
      await end(client);
    },
    { isolation: 'serializable', attempts: 12 },
  );
}
