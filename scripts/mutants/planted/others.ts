import type { Planted } from './planted-fault.ts';

/** Faults of files, sessions and timers. */
export const OTHER_FAULTS: readonly Planted[] = [
  {
    what: 'a file is served to whoever may read its record',
    file: 'packages/engine/src/files/read.ts',
    from: "fieldPredicate(context, scope.authority, field.name, 'read', record),",
    to: "fieldPredicate(context, scope.authority, 'id', 'read', record),",
  },
  {
    what: 'the time that a record spent in other states counts for a timer',
    file: 'packages/engine/src/timers/times.ts',
    from: 'const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);\n  if',
    to: 'const entered = column(THIS, SYSTEM_COLUMNS.createdAt);\n  if',
  },
  {
    what: 'a timer begins anew with each change',
    file: 'packages/engine/src/timers/times.ts',
    from: 'const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);\n  if',
    to: 'const entered = column(THIS, SYSTEM_COLUMNS.updatedAt);\n  if',
  },
  {
    what: 'a timer fires after its time, and not at it',
    file: 'packages/engine/src/timers/read-times.ts',
    from: "<= ${parameters.slot('now', 'timestamptz')}\n      order by due",
    to: "< ${parameters.slot('now', 'timestamptz')}\n      order by due",
  },
  {
    what: 'a timer that comes again comes half as often',
    file: 'packages/engine/src/timers/times.ts',
    from: '+ n * v.span) at time zone',
    to: '+ 2 * n * v.span) at time zone',
  },
  {
    what: 'whoever has lost a role acts with it as long as they are signed in',
    file: 'packages/engine/src/session/today.ts',
    from: 'return roles !== null && roles.length === actor.roles.length && roles.every(',
    to: 'return roles !== null || actor.roles.every(',
  },
  {
    what: 'any password opens a session',
    file: 'packages/engine/src/session/sign-in.ts',
    from: 'if (!fits || !candidate?.hash)',
    to: 'if (!candidate?.hash)',
  },
  {
    what: 'a date on which a timer fires begins in another zone',
    file: 'packages/engine/src/timers/times.ts',
    from: '((${at})::timestamp at time zone ${zone})',
    to: "((${at})::timestamp at time zone 'UTC')",
  },
];
