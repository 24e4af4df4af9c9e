import type { Planted } from './planted-fault.ts';

const erase = 'packages/engine/src/people/erase-person.ts';

/** Faults of what goes: with a person, and when its time has passed. */
export const PEOPLE_FAULTS: readonly Planted[] = [
  {
    what: 'a person is erased although their record is held',
    file: erase,
    from: 'guard: () => refuseHeld(write, id),',
    to: 'guard: NOTHING,',
  },
  {
    what: 'records about an erased person keep their values',
    file: erase,
    from: 'if (stored.length === 0 && by !== null) return;',
    to: 'if (stored.length === 0 || by !== null) return;',
  },
  {
    what: 'an erased person may still sign in',
    file: erase,
    from: '`"disabled" = true`',
    to: '`"disabled" = false`',
  },
  {
    what: 'an erased person keeps their lists',
    file: erase,
    from: 'if (lists.length === 0) return;',
    to: 'if (lists.length > 0) return;',
  },
  {
    what: 'the history keeps what was erased',
    file: 'packages/engine/src/people/erase-traces.ts',
    from: 'if (first === undefined) return;',
    to: 'if (first !== undefined) return;',
  },
  {
    what: 'records go a day before their time',
    file: 'packages/engine/src/retention/is-past.ts',
    from: "return `${at} <= ${parameters.slot('now', 'timestamptz')}`;",
    to: "return `${at} <= ${parameters.slot('now', 'timestamptz')} + interval '1 day'`;",
  },
  {
    what: 'records stay when their time has passed',
    file: 'packages/engine/src/retention/remove-expired.ts',
    from: 'for (const id of ids) await removeForGood(write, entity.name, id, change);',
    to: 'for (const id of ids.slice(1)) await removeForGood(write, entity.name, id, change);',
  },
];
