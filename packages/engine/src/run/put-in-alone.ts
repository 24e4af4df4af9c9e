import { type FieldError, Refusal } from '../refusal.ts';
import { databaseRefusal, refusalOf } from './database-refusal.ts';
import { finish } from './finish.ts';
import type { Write } from './write.ts';

/** The id of the new record, or what is wrong with it; `warns` where all of that could be confirmed (5). */
export type PutIn =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly warns: boolean };

/**
 * Creates one of several records of a transaction as if it were the only one: if it is refused, nothing of it remains,
 * and the transaction continues.
 */
export async function putInAlone(write: Write, insert: (own: Write) => Promise<string>): Promise<PutIn> {
  const own: Write = { ...write, touched: new Map(), rowsBefore: new Map(), sent: [] };
  const takeBack = write.numbers?.mark();
  await own.client.query('savepoint one_of_several');
  try {
    const id = await insert(own);
    await finish(own, async () => null);
    await own.client.query('release savepoint one_of_several');
    return { ok: true, id };
  } catch (last) {
    // The statements that were sent ahead failed before those that waited for them.
    const sent = await Promise.allSettled(own.sent);
    const error: unknown = sent.find((work) => work.status === 'rejected')?.reason ?? last;
    // A transaction that lost to another one is tried again as a whole, and a fault ends it.
    const judged = error instanceof Refusal ? error : databaseRefusal(own.index, error);
    if (judged === null || judged.code === 'UNAVAILABLE') throw error;
    await own.client.query('rollback to savepoint one_of_several');
    takeBack?.();
    const refusal = (await refusalOf(own.client, own.index, error)) ?? judged;
    const whole: FieldError = { field: null, code: refusal.code, message: refusal.words, clause: refusal.clause };
    return {
      ok: false,
      errors: refusal.errors.length > 0 ? refusal.errors : [whole],
      warns: refusal.confirm.length > 0,
    };
  }
}
