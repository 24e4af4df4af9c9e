import type { OutboundCall } from '@nonet/language';
import { environmentConstant } from '../calls/environment-constant.ts';
import type { CallWorkerOptions } from '../calls/options.ts';
import { noteAttempt, postponeCall, type WaitingCall } from '../calls/outbox.ts';
import { accept, fail, retryOrFail } from '../calls/outcome.ts';
import { MissingConstant, UnsendableRequest } from '../calls/request.ts';
import { later, MISSING_MILLISECONDS } from '../calls/schedule-retry.ts';
import { openJson } from '../encryption/call-contents.ts';
import { BrokenSeal, MissingKey } from '../encryption/seal.ts';
import { NoTypesetter } from '../papers/make-paper.ts';
import { filesOfMail } from './mail-files.ts';
import { completeMail, leftOutWords, RefusedMail } from './queued-mail.ts';

/** Hands one mail over and stores the result. Returns whether the mail server has answered; null if it was not asked. */
export async function sendMail(
  options: CallWorkerOptions,
  call: OutboundCall,
  waiting: WaitingCall,
): Promise<boolean | null> {
  const { index, pool, clock, deliverMail } = options;
  if (!deliverMail) return null;
  const started = performance.now();
  const at = clock();
  const note = (status: number | null, problem: string | null) =>
    noteAttempt(options, waiting, { at, milliseconds: performance.now() - started, status, problem, answer: null });
  let leftOut: string | null;
  try {
    const queued = openJson(index, waiting.id, waiting.request);
    if (!('to' in queued)) throw new UnsendableRequest('It was queued as a request.');
    const { files, problems } = await filesOfMail(options, queued);
    leftOut = leftOutWords({ leftOut: queued.leftOut, problems: [...(queued.problems ?? []), ...problems] });
    const words = completeMail({ call: call.name, key: waiting.idempotencyKey }, queued, (name) =>
      environmentConstant(index, name),
    );
    await deliverMail({ ...words, files });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (error instanceof MissingConstant || error instanceof MissingKey || error instanceof NoTypesetter) {
      if (error instanceof NoTypesetter) options.onFailedCall(call.name, problem);
      await postponeCall(pool, waiting.id, later(clock(), MISSING_MILLISECONDS), problem, false);
      return null;
    }
    const refused = error instanceof RefusedMail ? error : null;
    await note(refused?.status ?? null, problem);
    if (refused?.isForGood === true || error instanceof BrokenSeal || error instanceof UnsendableRequest)
      await fail(options, call, waiting, problem);
    else await retryOrFail(options, call, waiting, problem);
    if (refused !== null) return true;
    return error instanceof BrokenSeal || error instanceof UnsendableRequest ? null : false;
  }
  await note(null, null);
  await accept(options, call, waiting, { text: '' }, leftOut);
  return true;
}
