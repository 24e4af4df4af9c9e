import type { OutboundCall } from '@nonet/language';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { CallWorkerOptions } from './options.ts';
import { postponeCall, type WaitingCall } from './outbox.ts';

/** The time after which a call whose environment variable is missing is tried again. */
export const MISSING_MILLISECONDS = 30_000;

/**
 * The maximum delay of a repeated call, as a share of its pause, so that calls that failed together are not repeated
 * together.
 */
const JITTER = 0.25;

/** Schedules the next attempt that the document states; answers false if there is none. */
export async function scheduleRetry(
  options: CallWorkerOptions,
  { retry }: OutboundCall,
  waiting: WaitingCall,
  problem: string,
): Promise<boolean> {
  if (waiting.attempts >= retry.times) return false;
  const pause = Math.min(
    ENGINE_LIMITS.outboundPauseSeconds * 1000,
    retry.firstMilliseconds * (retry.doubling ? 2 ** waiting.attempts : 1),
  );
  const next = later(options.clock(), pause * (1 + JITTER * options.random()));
  await postponeCall(options.pool, waiting.id, next, problem, true);
  return true;
}

export function later(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
