/** The reason for which a replica does not answer at present. */
export type Misfit = 'unreachable' | 'no standby' | 'lagging' | 'other database' | 'other version' | 'unasked';

/** The reason for which one reading went to the primary, although a replica was there. */
export type PassedOverFor = 'behind' | 'conflict' | 'unreachable' | 'other' | 'failed';

/** A replica as operators see it. */
export interface ReplicaState {
  /** `db2:5432`, without user and password. */
  readonly name: string;
  /** Null while it answers. */
  readonly misfit: Misfit | null;
  /** Further words about it; empty where there are none. */
  readonly detail: string;
  /** Seconds for which the primary has had what it does not have yet, to the second; null while that is not known. */
  readonly lagSeconds: number | null;
  /** The readings that it has answered, since the process started. */
  readonly answered: number;
  /** The readings that the primary had to answer in its place. */
  readonly passedOver: ReadonlyMap<PassedOverFor, number>;
  /** Whether it keeps the rows that a long statement reads, so that exports may be read there. */
  readonly keepsRows: boolean;
}

const WORDS: Readonly<Record<Misfit, string>> = {
  unreachable: 'it can’t be reached',
  'no standby': 'it follows no other server',
  lagging: 'it lags too far behind the primary',
  'other database': 'it does not follow the primary of this database',
  'other version': 'it has another version of the document',
  unasked: 'it was not asked yet',
};

/** A replica in one sentence, for an operator. */
export function describeReplica({ name, misfit, detail }: ReplicaState): string {
  if (misfit === null) return `The replica ${name} answers readings.`;
  return `The replica ${name} is passed over: ${WORDS[misfit]}${detail === '' ? '' : ` (${detail})`}.`;
}

/** The replicas as a start found them, in one line; null without any. */
export function replicasLine(states: readonly ReplicaState[]): string | null {
  if (states.length === 0) return null;
  const each = states.map(({ name, misfit, detail, keepsRows }) => {
    if (misfit !== null) return `${name} is passed over, ${WORDS[misfit]}${detail === '' ? '' : ` (${detail})`}`;
    return `${name} answers${keepsRows ? '' : ', but for exports (hot_standby_feedback is off)'}`;
  });
  return `Replicas of DATABASE_READ_URL: ${each.join('; ')}.`;
}
