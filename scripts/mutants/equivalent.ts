import type { Fault } from './sites.ts';

/** Why a change of the source changes nothing that a request could show: the whole list. */
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
    // Nothing is kept then.
    file: 'packages/engine/src/run/kept-page.ts',
    change: '=== for !==: texts === null',
    reason: 'what is kept',
  },
  {
    file: 'packages/engine/src/run/single-statement/fire.ts',
    change: 'negated: body === null || body === undefined',
    reason: 'another way',
  },
  {
    // An empty statement is sent.
    file: 'packages/engine/src/migrate/change-triggers.ts',
    change: '> for >=: missing.length > 0',
    reason: 'asked again',
  },
  {
    // One hash more is computed at once.
    file: 'packages/engine/src/session/password.ts',
    change: '>= for >: running >= ENGINE_LIMITS.passwordsInFlight',
    reason: 'how much at most',
  },
  {
    // How long an upload that no record holds takes up the room of who sent it.
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
    file: 'packages/engine/src/run/lock-for-event.ts',
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
  // Every document's users have both.
  { file: 'packages/engine/src/session/user.ts', change: '=== for !==: field.name === name', reason: 'not used' },
  // Whether what repeats leads to another state: that it has fired is noted all the same, or for nothing.
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
