import type { MadeCall } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Engine } from '../engine.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { type EffectValues, runEffects } from '../run/effects.ts';
import { finish } from '../run/finish.ts';
import { touch } from '../run/touch.ts';
import { type Pool, type PoolClient, transaction } from '../store/pool.ts';
import { readAnswer } from './answer.ts';
import { claimCalls, endCall, noteAttempt, postponeCall, type WaitingCall } from './outbox.ts';
import { completeRequest, MissingConstant } from './request.ts';
import type { PinnedAnswer } from './pinned-request.ts';
import { send } from './send.ts';

export interface CallWorkerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: Engine['hit'];
  /** Lets calls go to loopback and private addresses; `dev` and tests alone switch it on. */
  readonly allowPrivateTargets?: boolean;
  /** Hears of faults of the worker itself; what a call runs into is kept with the call. */
  readonly onFault: (error: unknown) => void;
}

/** How often a call without its environment looks again. */
const MISSING_MILLISECONDS = 30_000;

/** Makes calls beside whatever else is done, so that a target that doesn't answer holds up nothing but its own calls. */
export interface Caller {
  /** Begins what is due, as far as there is room beside what is under way; answers how many calls it took. */
  begin(): Promise<number>;
  /** When all that is under way has ended; at once where nothing is. */
  idle(): Promise<void>;
  /** How many calls are under way. */
  underWay(): number;
}

/** `onEnd` hears of each call that has ended: there is room again, and what waited for it may be due. */
export function createCaller(options: CallWorkerOptions, onEnd: () => void): Caller {
  const underWay = new Map<Promise<void>, string>();
  const room = (call: string): number =>
    ENGINE_LIMITS.outboundAtOnce - [...underWay.values()].filter((name) => name === call).length;
  return {
    async begin() {
      const rooms = new Map(options.index.plan.calls.map(({ name }) => [name, room(name)]));
      const calls = await claimCalls(options.pool, options.clock(), rooms, (name) => leaseOf(options.index, name));
      for (const waiting of calls) {
        const making: Promise<void> = makeCall(options, waiting)
          // The lease runs out, and the call is made again.
          .catch(options.onFault)
          .finally(() => {
            underWay.delete(making);
            onEnd();
          });
        underWay.set(making, waiting.call);
      }
      return calls.length;
    },
    idle: async () => {
      await Promise.allSettled(underWay.keys());
    },
    underWay: () => underWay.size,
  };
}

function leaseOf(index: PlanIndex, name: string): number {
  return (index.plan.calls.find((call) => call.name === name)?.expects.withinMilliseconds ?? 0) + 10_000;
}

async function makeCall(options: CallWorkerOptions, waiting: WaitingCall): Promise<void> {
  const { index, pool, clock } = options;
  const call = index.plan.calls.find((candidate) => candidate.name === waiting.call);
  if (call === undefined) {
    await endCall(pool, waiting.id, 'failed', 'The document has no such call any more.', clock());
    return;
  }
  const started = performance.now();
  const startedAt = clock();
  let answer: PinnedAnswer;
  try {
    const request = completeRequest(waiting.request, (name) => environmentConstant(index, name));
    answer = await send(request, {
      idempotencyKey: waiting.idempotencyKey,
      timeoutMilliseconds: call.expects.withinMilliseconds,
      allowPrivateTargets: options.allowPrivateTargets ?? false,
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (error instanceof MissingConstant) {
      await postponeCall(pool, waiting.id, after(clock(), MISSING_MILLISECONDS), problem, false);
      return;
    }
    await noteAttempt(pool, waiting, {
      at: startedAt,
      milliseconds: performance.now() - started,
      status: null,
      problem,
      answer: null,
    });
    await retryOrFail(options, call, waiting, problem);
    return;
  }
  const expected = answer.status >= call.expects.from && answer.status <= call.expects.to;
  const problem = expected ? null : `It was answered ${answer.status}.`;
  await noteAttempt(pool, waiting, {
    at: startedAt,
    milliseconds: performance.now() - started,
    status: answer.status,
    problem,
    answer: answer.text.slice(0, 4_000),
  });
  if (problem !== null) await retryOrFail(options, call, waiting, problem);
  else await accept(options, call, waiting, answer);
}

/** The answer's effects and the end of the call are one transaction, so that they happen once. */
async function accept(
  options: CallWorkerOptions,
  call: MadeCall,
  waiting: WaitingCall,
  answer: PinnedAnswer,
): Promise<void> {
  const read = readAnswer(options.index, call, answer.text);
  if (!read.ok) {
    await fail(options, call, waiting, read.problem);
    return;
  }
  try {
    await withEffects(options, call, waiting, call.then, read.values, (client) =>
      endCall(client, waiting.id, 'done', null, options.clock(), read.json),
    );
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(options.index, error);
    if (refusal === null) throw error;
    await fail(options, call, waiting, `What follows its answer was refused: ${refusal.message}`);
  }
}

async function retryOrFail(
  options: CallWorkerOptions,
  call: MadeCall,
  waiting: WaitingCall,
  problem: string,
): Promise<void> {
  const made = waiting.attempts + 1;
  if (made > call.retry.times) {
    await fail(options, call, waiting, problem);
    return;
  }
  const pause = Math.min(
    ENGINE_LIMITS.outboundPauseSeconds * 1000,
    call.retry.firstMilliseconds * (call.retry.doubling ? 2 ** (made - 1) : 1),
  );
  await postponeCall(options.pool, waiting.id, after(options.clock(), pause), problem, true);
}

/** Retries are spent, or the answer doesn't fit: `fails` says what then; where that is open, the call waits for a person. */
async function fail(options: CallWorkerOptions, call: MadeCall, waiting: WaitingCall, problem: string): Promise<void> {
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
    await withEffects(options, call, waiting, call.fails, {}, (client) =>
      endCall(client, waiting.id, 'failed', problem, options.clock()),
    );
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(options.index, error);
    if (refusal === null) throw error;
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
  call: MadeCall,
  waiting: WaitingCall,
  effects: MadeCall['then'],
  response: EffectValues,
  end: (client: PoolClient) => Promise<void>,
): Promise<void> {
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
              before: touched.before,
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

function environmentConstant(index: PlanIndex, name: string): string {
  const { value } = index.constant(name);
  if (value.kind === 'literal') return String(value.value);
  if (value.kind === 'open') throw new MissingConstant(name, 'it is not shown');
  const found = index.environment[value.name];
  if (found === undefined || found === '') throw new MissingConstant(name, value.name);
  return found;
}

function after(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
