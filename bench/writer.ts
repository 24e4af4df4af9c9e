import { setTimeout as delay } from 'node:timers/promises';
import type { Operation, Pairs } from './operations.ts';
import { send, type Side } from './side.ts';

/** How many creates and updates a second go on beside what is measured. */
export const WRITES_A_SECOND = 50;

/** Sends creates and updates in turns to a server until it is stopped. */
export function writeBeside(
  side: Side,
  which: 'floor' | 'nonet',
  operations: readonly Operation[],
  pairs: Pairs,
): { stop(): Promise<void> } {
  const writes = operations.filter(({ name }) => name.startsWith('create') || name === 'update');
  const state = { isOver: false };
  const write = async () => {
    for (let turn = 0; !state.isOver; turn++) {
      const operation = writes[turn % writes.length];
      if (operation === undefined) throw new Error('There are no writes.');
      const { status, body } = await send(side, operation[which](pairs, turn));
      if (status !== operation.status[which]) throw new Error(`A write was answered with ${status}: ${String(body)}`);
      await delay(1000 / WRITES_A_SECOND);
    }
  };
  const written = write();
  return {
    stop: () => {
      state.isOver = true;
      return written;
    },
  };
}
