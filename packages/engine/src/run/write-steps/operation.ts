import { OPERATION_STEPS, type OperationStep } from './transaction.ts';

/** An operation's part of each step that operations carry out in different ways. */
export type OperationSteps = Readonly<Record<OperationStep, () => Promise<void>>>;

/** Runs between the lock of a record and its change: the comparison of the caller's version. */
export type BeforeChange = (id: string) => Promise<void>;

/** For a step in which an operation does nothing. */
export const NOTHING = async (): Promise<void> => undefined;

/** Does the steps of an operation in the order of all writes. */
export async function performSteps(steps: OperationSteps): Promise<void> {
  for (const step of OPERATION_STEPS) await steps[step]();
}
