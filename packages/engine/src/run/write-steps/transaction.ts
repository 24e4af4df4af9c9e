import { queueCalls } from '../../calls/queue.ts';
import { eraseTraces } from '../../people/erase-traces.ts';
import type { FieldError } from '../../refusal.ts';
import { confirmActor } from '../../session/today.ts';
import { checkFields } from '../validation/check-fields.ts';
import { claimKey, keepAnswer, type KeyedRequest } from '../idempotency.ts';
import { brokenRules, ruleErrors } from '../validation/rules.ts';
import { makeSlugs } from '../slugs.ts';
import type { Write } from '../write.ts';
import { writeHistory } from '../write-history.ts';
import { WRITE_STEPS, type WriteStep } from './write-step.ts';

/** The results of the judging steps for the steps after them: by touched record, the fields that broke a limit. */
export interface Found {
  broken: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The parts of a step for a write in several statements. `finish` and `inTransaction` call the same part of each step
 * in the order of the steps, so statements that are sent without waiting reach PostgreSQL in that order.
 */
export interface TransactionStep {
  /** Sent before everything else. Its refusal precedes all others. */
  readonly confirm?: (write: Write) => Promise<void>;
  /** The former answer to the same request; null if it is new. */
  readonly recall?: (write: Write, request: KeyedRequest) => Promise<{ readonly answer: unknown } | null>;
  /** Runs after the operation, before anything is judged. */
  readonly prepare?: (write: Write) => Promise<void>;
  /**
   * Queries the database about every touched record, and then returns the errors, given what the steps before have
   * found.
   */
  readonly judge?: (write: Write) => Promise<(found: Found) => Promise<readonly FieldError[]>>;
  /** Is sent after the checks without waiting for them: a refusal takes it back. */
  readonly record?: (write: Write) => Promise<void>;
  /** Done once nothing refuses. */
  readonly follow?: (write: Write) => Promise<void>;
  /** Keeps the answer. */
  readonly keep?: (write: Write, request: KeyedRequest, answer: unknown) => Promise<void>;
}

/** A step of `operation` is done by each operation in its own way (`operation.ts`); its `answer` is read as it says. */
const STEPS = {
  actor: { confirm: ({ client, index, actor }) => confirmActor(client, index, actor) },
  key: {
    recall: ({ index, client, now }, request) => claimKey(index, client, request, now),
    keep: ({ client }, request, answer) => keepAnswer(client, request, answer),
  },
  admission: 'operation',
  lock: 'operation',
  body: 'operation',
  references: 'operation',
  version: 'operation',
  guard: 'operation',
  save: 'operation',
  permission: 'operation',
  slugs: { prepare: makeSlugs },
  limits: {
    judge: async (write) => {
      const { errors, broken } = await checkFields(write);
      return async (found) => {
        found.broken = broken;
        return errors;
      };
    },
  },
  rules: {
    judge: async (write) => {
      const broken = await brokenRules(write);
      // A rule may fail on a value that is out of bounds: the value is what is wrong then.
      return (found) => ruleErrors(write, broken, found.broken);
    },
  },
  history: { record: writeHistory },
  answer: 'answer',
  traces: { follow: eraseTraces },
  calls: { follow: queueCalls },
} as const satisfies Record<WriteStep, TransactionStep | 'operation' | 'answer'>;

type StepsOf<What> = { [Step in WriteStep]: (typeof STEPS)[Step] extends What ? Step : never }[WriteStep];

/** The steps that each operation does in its own way. */
export type OperationStep = StepsOf<'operation'>;

export const OPERATION_STEPS: readonly OperationStep[] = WRITE_STEPS.filter(
  (step): step is OperationStep => STEPS[step] === 'operation',
);

/** The parts of the steps for one moment of a transaction, in their order. */
export function stepsWith<Moment extends keyof TransactionStep>(
  moment: Moment,
): readonly NonNullable<TransactionStep[Moment]>[] {
  return WRITE_STEPS.flatMap((name) => {
    const step: TransactionStep | 'operation' | 'answer' = STEPS[name];
    const done = typeof step === 'string' ? undefined : step[moment];
    return done === undefined ? [] : [done];
  });
}
