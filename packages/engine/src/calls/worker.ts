import type { OutboundCall } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { openJson } from '../encryption/call-contents.ts';
import { BrokenSeal, MissingKey } from '../encryption/seal.ts';
import { ForbiddenAddress } from './address.ts';
import { endCall, noteAttempt, postponeCall, type WaitingCall } from './outbox.ts';
import type { CallWorkerOptions } from './options.ts';
import { queuedCallsOf } from '../notices/digest-call.ts';
import { sendMail } from '../mails/send-mail.ts';
import { environmentConstant } from './environment-constant.ts';
import { accept, fail, retryOrFail } from './outcome.ts';
import { later, MISSING_MILLISECONDS } from './schedule-retry.ts';
import { completeRequest, MissingConstant, MissingOrigin, UnsendableRequest } from './request.ts';
import type { PinnedAnswer } from './pinned-request.ts';
import { send } from './send.ts';

/** Statuses with which a gateway says that the target can't be reached. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Makes one call and stores its result. Returns whether its target has answered; null if it was not asked. */
export async function makeCall(options: CallWorkerOptions, waiting: WaitingCall): Promise<boolean | null> {
  const { index, pool, clock } = options;
  const call = queuedCallsOf(index).find((candidate) => candidate.name === waiting.call);
  if (call === undefined) {
    await endCall(pool, waiting.id, 'failed', 'The document has no such call any more.', clock());
    return null;
  }
  if (call.kind !== 'request') return sendMail(options, call, waiting);
  const started = performance.now();
  const startedAt = clock();
  let answer: PinnedAnswer;
  try {
    const queued = openJson(index, waiting.id, waiting.request);
    if ('to' in queued) throw new UnsendableRequest('It was queued as a mail.');
    const request = completeRequest(queued, (name) => environmentConstant(index, name), options.publicOrigin);
    answer = await send(request, {
      idempotencyKey: waiting.idempotencyKey,
      secret: call.signedWith === null ? null : environmentConstant(index, call.signedWith),
      at: new Date(startedAt),
      timeoutMilliseconds: call.expects.withinMilliseconds,
      allowPrivateTargets: options.allowPrivateTargets ?? false,
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    options.onFailedCall(call.name, problem);
    if (error instanceof MissingConstant || error instanceof MissingOrigin || error instanceof MissingKey) {
      await postponeCall(pool, waiting.id, later(clock(), MISSING_MILLISECONDS), problem, false);
      return null;
    }
    await noteAttempt(options, waiting, {
      at: startedAt,
      milliseconds: performance.now() - started,
      status: null,
      problem,
      answer: null,
    });
    // The target was not asked: no other call to it waits for this one.
    if (error instanceof UnsendableRequest || error instanceof BrokenSeal) {
      await fail(options, call, waiting, problem);
      return null;
    }
    await retryOrFail(options, call, waiting, problem);
    return error instanceof ForbiddenAddress ? null : false;
  }
  const expected = answer.status >= call.expects.from && answer.status <= call.expects.to;
  const problem = expected ? null : `It was answered ${answer.status}.`;
  await noteAttempt(options, waiting, {
    at: startedAt,
    milliseconds: performance.now() - started,
    status: answer.status,
    problem,
    answer: answer.text.slice(0, 4_000),
  });
  if (problem !== null) {
    options.onFailedCall(call.name, problem);
    await retryOrFail(options, call, waiting, problem);
  } else await accept(options, call, waiting, answer);
  return !AWAY.has(answer.status);
}

/** The origin of a call's target; null if it is a gap, or not set now. */
export function originOf(index: PlanIndex, { request }: OutboundCall): string | null {
  if (request === null) return null;
  if (request.origin.kind === 'literal') return request.origin.value;
  try {
    return environmentConstant(index, request.origin.name);
  } catch (error) {
    if (error instanceof MissingConstant) return null;
    throw error;
  }
}
