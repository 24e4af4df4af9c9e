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
import { ForbiddenAddress } from './address.ts';
import { readAnswer } from './answer.ts';
import { endCall, noteAttempt, postponeCall, type WaitingCall } from './outbox.ts';
import { completeRequest, MissingConstant, UnsendableRequest } from './request.ts';
import type { PinnedAnswer } from './pinned-request.ts';
import { send } from './send.ts';

export interface CallWorkerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: Engine['hit'];
  /** Lets calls go to loopback and private addresses; `dev` and tests alone switch it on. */
  readonly allowPrivateTargets?: boolean;
  /** From 0 to 1: spreads what comes back. */
  readonly random: () => number;
  /** Hears of faults of the worker itself; what a call runs into is kept with the call. */
  readonly onFault: (error: unknown) => void;
}

/** How often a call without its environment looks again. */
const MISSING_MILLISECONDS = 30_000;

/** What stands before a target and says that it is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** How much later than stated a call may come back, as a part of its pause: those that failed together come apart. */
const JITTER = 0.25;

/** Makes one call and books what comes of it; whether its target has answered, null where it was not asked. */
export async function makeCall(options: CallWorkerOptions, waiting: WaitingCall): Promise<boolean | null> {
  const { index, pool, clock } = options;
  const call = index.plan.calls.find((candidate) => candidate.name === waiting.call);
  if (call === undefined) {
    await endCall(pool, waiting.id, 'failed', 'The document has no such call any more.', clock());
    return null;
  }
  const started = performance.now();
  const startedAt = clock();
  let answer: PinnedAnswer;
  try {
    const request = completeRequest(waiting.request, (name) => environmentConstant(index, name));
    answer = await send(request, {
      idempotencyKey: waiting.idempotencyKey,
      secret: call.signedWith === null ? null : environmentConstant(index, call.signedWith),
      at: new Date(startedAt),
      timeoutMilliseconds: call.expects.withinMilliseconds,
      allowPrivateTargets: options.allowPrivateTargets ?? false,
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (error instanceof MissingConstant) {
      await postponeCall(pool, waiting.id, after(clock(), MISSING_MILLISECONDS), problem, false);
      return null;
    }
    await noteAttempt(pool, waiting, {
      at: startedAt,
      milliseconds: performance.now() - started,
      status: null,
      problem,
      answer: null,
    });
    // Nobody was asked: no other call to this target waits for it.
    if (error instanceof UnsendableRequest) {
      await fail(options, call, waiting, problem);
      return null;
    }
    await retryOrFail(options, call, waiting, problem);
    return error instanceof ForbiddenAddress ? null : false;
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
  return !AWAY.has(answer.status);
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
  const later = pause * (1 + JITTER * options.random());
  await postponeCall(options.pool, waiting.id, after(options.clock(), later), problem, true);
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

/** Where a call goes to; null where that is open, or not set now. */
export function originOf(index: PlanIndex, { request }: MadeCall): string | null {
  if (request === null) return null;
  if (request.origin.kind === 'literal') return request.origin.value;
  try {
    return environmentConstant(index, request.origin.name);
  } catch (error) {
    if (error instanceof MissingConstant) return null;
    throw error;
  }
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
