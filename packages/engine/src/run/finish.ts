import { queueCalls } from '../calls/queue.ts';
import type { FieldError } from '../refusal.ts';
import { together } from '../store/pool.ts';
import { checkFields } from './checks.ts';
import { writeHistory } from './record-history.ts';
import { refuseFields } from './refuse.ts';
import { brokenRules, ruleErrors } from './rules.ts';
import { makeSlugs } from './slugs.ts';
import { isConfirmed, type Write } from './write.ts';

/**
 * Judges what this transaction made of every record it touched, and refuses all that is wrong at once; then queues its
 * calls. A refusal rolls the transaction back, so that the history is written and the
 * answer read without waiting for the judgement.
 */
export async function finish<T>(write: Write, read: () => Promise<T>): Promise<T> {
  await makeSlugs(write);
  const sent = together(write.sent);
  const checking = checkFields(write);
  const judging = brokenRules(write);
  const rest = together([writeHistory(write), read()]);
  const [ahead, checked, broken, answered] = await Promise.allSettled([sent, checking, judging, rest]);
  if (ahead.status === 'rejected') throw ahead.reason;
  if (checked.status === 'rejected') throw checked.reason;
  const errors: FieldError[] = [...checked.value.errors];
  // A rule may fail on a value that is out of bounds: the value is what is wrong then.
  if (broken.status === 'fulfilled') errors.push(...(await ruleErrors(write, broken.value, checked.value.broken)));
  else if (errors.length === 0) throw broken.reason;
  refuseBroken(write, errors);
  if (answered.status === 'rejected') throw answered.reason;
  await queueCalls(write);
  return answered.value[1];
}

/** Refuses everything that is wrong at once; where nothing is wrong, all warnings that nobody has confirmed (5). */
function refuseBroken(write: Write, errors: readonly FieldError[]): void {
  const isWarning = ({ code }: FieldError): boolean => write.index.error(code)?.warning === true;
  const wrong = errors.filter((error) => !isWarning(error));
  if (wrong.length > 0) throw refuseFields(write.index, wrong);
  const unconfirmed = errors.filter(({ code }) => !isConfirmed(write, code));
  if (unconfirmed.length === 0) return;
  throw refuseFields(write.index, unconfirmed, [...new Set(unconfirmed.map(({ code }) => code))]);
}
