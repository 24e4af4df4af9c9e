import { queueCalls } from '../calls/queue.ts';
import { checkFields } from './checks.ts';
import { writeHistory } from './record-history.ts';
import { refuseFields } from './refuse.ts';
import { brokenRules } from './rules.ts';
import type { Write } from './write.ts';

/**
 * Judges what this transaction made of every record it touched, and refuses all that is wrong at once; then notes its
 * history and queues its calls. Whatever refuses leaves nothing behind, for the transaction is rolled back.
 */
export async function finish(write: Write): Promise<void> {
  const checked = await checkFields(write);
  const rules = await brokenRules(write, checked.broken);
  const errors = [...checked.errors, ...rules];
  if (errors.length > 0) throw refuseFields(write.index, errors);
  await writeHistory(write);
  await queueCalls(write);
}
