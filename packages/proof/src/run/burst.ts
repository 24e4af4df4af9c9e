import { setTimeout } from 'node:timers/promises';
import type { BurstStep } from './case.ts';
import { because, kept } from './failure-reason.ts';
import type { Host } from './host.ts';
import type { Result } from './result.ts';
import type { Sender } from './http-client.ts';

/** Sends the same request again and again: all but the last one have the same answer. */
export async function fireBurst(sender: Sender, host: Host, step: BurstStep): Promise<Result> {
  const headers: Record<string, string> = step.body === undefined ? {} : { 'content-type': 'application/json' };
  if (step.as !== null) headers.cookie = await sender.cookieOf(step.as);
  const init = {
    method: step.method,
    headers,
    ...(step.body === undefined ? {} : { body: JSON.stringify(step.body) }),
  };
  // A product that was not put back has been asked before.
  if (host.reset === null && step.seconds !== undefined) {
    const milliseconds = (step.seconds + 1) * 1000;
    sender.deadline?.extend(milliseconds);
    await setTimeout(milliseconds);
  }
  for (let time = 1; time <= step.times; time += 1) {
    const response = await sender.sendOnce(step.path, init);
    const text = await response.text();
    const wanted = time === step.times ? step.last : step.status;
    if (response.status === wanted) continue;
    const reason = because`the answer to request ${time} of ${step.times} is ${kept(response.status)}, not ${kept(wanted)}`;
    const request = { method: step.method, path: step.path, as: step.as, body: step.body ?? null };
    const answer = { status: response.status, body: text };
    return { passed: false, clauses: step.clauses, reason, request, answer, expected: String(wanted) };
  }
  return { passed: true };
}
