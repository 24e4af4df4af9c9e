import type { FieldError } from '../refusal.ts';
import { together } from '../store/pool.ts';
import { refuseFields } from './refuse.ts';
import { isConfirmed, type Write } from './write.ts';
import { type Found, stepsWith } from './write-steps/transaction.ts';

const [PREPARE, JUDGE, RECORD, FOLLOW] = [
  stepsWith('prepare'),
  stepsWith('judge'),
  stepsWith('record'),
  stepsWith('follow'),
];

/**
 * Carries out the steps after an operation: judges every record that this transaction touched, and refuses with all
 * errors together; then queues its calls. A refusal rolls the transaction back, so that the history is written and the
 * answer read without waiting for the checks.
 */
export async function finish<T>(write: Write, read: () => Promise<T>): Promise<T> {
  for (const prepare of PREPARE) await prepare(write);
  const sent = together(write.sent);
  const judging = JUDGE.map((judge) => judge(write));
  const rest = together([together(RECORD.map((record) => record(write))), read()]);
  const [ahead, answered, ...judged] = await Promise.allSettled([sent, rest, ...judging]);
  if (ahead.status === 'rejected') throw ahead.reason;
  const errors: FieldError[] = [];
  const found: Found = { broken: new Map() };
  for (const verdict of judged) {
    if (verdict.status === 'fulfilled') errors.push(...(await verdict.value(found)));
    else if (errors.length === 0) throw verdict.reason;
  }
  refuseBroken(write, errors);
  if (answered.status === 'rejected') throw answered.reason;
  for (const follow of FOLLOW) await follow(write);
  return answered.value[1];
}

/** Refuses with all errors together; if there are none, with all warnings that are not confirmed (5). */
function refuseBroken(write: Write, errors: readonly FieldError[]): void {
  const isWarning = ({ code }: FieldError): boolean => write.index.error(code)?.warning === true;
  const wrong = errors.filter((error) => !isWarning(error));
  if (wrong.length > 0) throw refuseFields(write.index, wrong);
  const unconfirmed = errors.filter(({ code }) => !isConfirmed(write, code));
  if (unconfirmed.length === 0) return;
  throw refuseFields(write.index, unconfirmed, [...new Set(unconfirmed.map(({ code }) => code))]);
}
