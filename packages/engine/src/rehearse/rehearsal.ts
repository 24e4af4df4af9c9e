import type { MigrationPlan, PlannedStep } from '../migrate/plan/migration-plan.ts';
import type { OtherValues } from './compare-values.ts';
import type { OtherReaders, ReadingFault } from './read-by-people.ts';

/**
 * The result of a change on a copy of the data; `nonet rehearse --format json` prints it
 * (docs/schemas/rehearsal.schema.json). Times are those of the machine that rehearsed it.
 */
export interface Rehearsal {
  /** The version of this form of the report. */
  readonly version: 1;
  readonly copied: {
    /** The version in use. */
    readonly number: number;
    readonly tables: number;
    readonly records: number;
    readonly seconds: number;
  };
  /** The plan that was made on the copy, with the records that have no place. */
  readonly plan: MigrationPlan;
  /** Null if the change is refused, or there is nothing to do. */
  readonly applied: AppliedRehearsal | null;
}

export interface AppliedRehearsal {
  readonly seconds: number;
  readonly steps: readonly { readonly kind: PlannedStep['kind']; readonly seconds: number }[];
  /** Other effects besides changes of the storage, a line each. */
  readonly effects: readonly string[];
  /** Records whose values are others then, by the former document. */
  readonly values: readonly RehearsedValues[];
  /** Rules that stored records break: they can't be saved until they don't. */
  readonly rules: readonly BrokenRule[];
  readonly readers: {
    /**
     * The number of people for whom records were read, each combination of roles first, and one who is not signed in.
     */
    readonly people: number;
    readonly others: readonly OtherReaders[];
    readonly faults: readonly ReadingFault[];
  };
  readonly back: RehearsedWayBack;
}

export interface RehearsedValues extends OtherValues {
  /** Whether the document states it; otherwise it is a fault. */
  readonly isStated: boolean;
}

export interface BrokenRule {
  readonly clause: string;
  readonly entity: string;
  readonly records: number;
  /** The ids of the first of them. */
  readonly ids: readonly string[];
  /** The number of records that broke it before, if the former document has the rule. */
  readonly before: number | null;
}

/** The former document, put to use again right after the change. */
export interface RehearsedWayBack {
  /** Why it could not be; null if it could. */
  readonly refused: string | null;
  readonly seconds: number | null;
  /** The values that differ from those before the change. */
  readonly values: readonly RehearsedValues[];
}
