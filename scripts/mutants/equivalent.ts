import type { Fault } from './sites.ts';

/** The changes of the sources that no request can show, with the reasons. */
export const REASONS = {
  'asked again': 'What was known already is asked for again: it costs a statement.',
  'not used': 'It makes something more, or otherwise, which nothing asks for.',
  'how much at most':
    'It is a bound of the product itself, beside the document: how much waits, or is kept for how long. Its own tests ask for it.',
  'another way': 'It is done by several statements, or by one: what is answered is the same.',
  'another name': 'Something is called otherwise in the database, where nobody else knows it by its name.',
  'what is kept': 'It decides which texts and statements are kept for later; what is answered is the same.',
} as const;

/** A change that is made from the source, and why nobody could notice. */
interface Equivalent {
  readonly file: string;
  /** As `faultsIn` words it, without its place. */
  readonly change: string;
  readonly reason: keyof typeof REASONS;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    // Without it nothing is cached.
    file: 'packages/engine/src/run/lists/kept-page.ts',
    change: '=== for !==: texts === null',
    reason: 'what is kept',
  },
  {
    file: 'packages/engine/src/run/single-statement/fire.ts',
    change: 'negated: body === null || body === undefined',
    reason: 'another way',
  },
  {
    // It then sends an empty statement.
    file: 'packages/engine/src/migrate/change-triggers.ts',
    change: '> for >=: missing.length > 0',
    reason: 'asked again',
  },
  {
    // It then computes one hash more at the same time.
    file: 'packages/engine/src/session/password.ts',
    change: '>= for >: running >= ENGINE_LIMITS.passwordsInFlight',
    reason: 'how much at most',
  },
  {
    // It changes how long an upload that no record holds counts against its sender's space.
    file: 'packages/engine/src/files/expire.ts',
    change: '=== for !==: userId === null',
    reason: 'how much at most',
  },
  {
    // The family goes with a name that was looked up: Node looks up no address.
    file: 'packages/engine/src/calls/address.ts',
    change: "negated: ipaddr.parse(bare).kind() === 'ipv4'",
    reason: 'not used',
  },
  {
    file: 'packages/engine/src/run/record-texts.ts',
    change: '>= for >: kind.share >= WORTHWHILE',
    reason: 'what is kept',
  },
  {
    file: 'packages/engine/src/migrate/schema.ts',
    change: "=== for !==: type.kind === 'serial'",
    reason: 'not used',
  },
  {
    file: 'packages/engine/src/run/events/lock-for-event.ts',
    change: "!== for ===: row.from !== 'new'",
    reason: 'asked again',
  },
  { file: 'packages/engine/src/sql/identifiers.ts', change: '<= for <: name.length <= 63', reason: 'another name' },
  {
    // A foreign key has cleared the reference already; records that are never hidden have none.
    file: 'packages/engine/src/run/delete.ts',
    change: "|| for &&: field.type.kind !== 'many' || !write.index.mayBeHidden(entity)",
    reason: 'asked again',
  },
  // The users of every document have both fields.
  { file: 'packages/engine/src/session/user.ts', change: '=== for !==: field.name === name', reason: 'not used' },
  // A repeated timer that leaves its state is recorded as fired without need, and any other one is recorded as before.
  {
    file: 'packages/engine/src/timers/times.ts',
    change: "|| for &&: trigger.kind === 'every' || workflow.field === null",
    reason: 'asked again',
  },
  {
    file: 'packages/engine/src/timers/times.ts',
    change: "=== for !==: trigger.kind === 'every'",
    reason: 'asked again',
  },
];

/** Why nobody could notice a fault; null if somebody could. */
export function equivalenceOf(fault: Pick<Fault, 'file' | 'what'>): string | null {
  const found = EQUIVALENT.find(({ file, change }) => file === fault.file && fault.what.endsWith(` ${change}`));
  return found === undefined ? null : REASONS[found.reason];
}
