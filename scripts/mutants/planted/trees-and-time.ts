import type { Planted } from './planted-fault.ts';

const sql = (name: string) => `packages/engine/src/sql/${name}.ts`;
const run = (name: string) => `packages/engine/src/run/${name}.ts`;

/** Faults of trees, working time, given functions, defaults that read, and effects on the rows of a list. */
export const TREE_AND_TIME_FAULTS: readonly Planted[] = [
  {
    what: 'the lists of a tree end with the next record',
    file: sql('tree'),
    from: '${alias} on ${next} where ${may})',
    to: '${alias} on ${next} where false)',
  },
  {
    what: 'a tree leads over records that its reader may not read',
    file: sql('tree'),
    from: "? living(row, context)\n      : and(admits(row, context), authority.mayUseField(context, by, 'read', row));",
    to: '? living(row, context)\n      : living(row, context);',
  },
  {
    what: 'a tree may go round',
    file: run('validation/check-fields'),
    from: 'isGiven && Array.isArray(circle)',
    to: 'isGiven && circle === undefined',
  },
  {
    what: 'the days off of a record are worked',
    file: sql('functions'),
    from: 'const calendar = `nonet.weekday_numbers(${weekdays}), ${daysOff}`;',
    to: "const calendar = `nonet.weekday_numbers(${weekdays}), '{}'::date[]`;",
  },
  {
    what: 'working days at a record are those from Monday to Friday',
    file: sql('functions'),
    from: 'const calendar = `nonet.weekday_numbers(${weekdays}), ${daysOff}`;',
    to: "const calendar = `'{1,2,3,4,5}'::int[], ${daysOff}`;",
  },
  {
    what: 'working days between two dates at a record are those from Monday to Friday',
    file: sql('functions'),
    from: '`nonet.working_days_between(${sql[0]}, ${sql[1]}, nonet.weekday_numbers(${weekdays}), ${daysOff})`,',
    to: "`nonet.working_days_between(${sql[0]}, ${sql[1]}, '{1,2,3,4,5}'::int[], ${daysOff})`,",
  },
  {
    what: 'a given function is called for the first of several records alone',
    file: run('validation/given-calls'),
    from: 'for (const row of rows)\n    for (const [place, { call }]',
    to: 'for (const row of rows.slice(0, 1))\n    for (const [place, { call }]',
  },
  {
    what: 'a given function that fails lets through',
    file: run('validation/given-calls'),
    from: 'failed.push({ recordId, of });',
    to: '(values[recordId] ??= {})[place] = true;',
  },
  {
    what: 'a default is worked out before the defaults that it reads',
    file: run('save'),
    from: 'for (const field of inOrderOfDefaults(defaults, write.index.entity(entity).fields))',
    to: 'for (const field of inOrderOfDefaults(defaults, write.index.entity(entity).fields).toReversed())',
  },
  {
    what: 'an effect on each row of a list changes the first alone',
    file: run('events/effects'),
    from: 'of await recordsOf(write, place, effect.records, false, key)) {\n        const records',
    to: 'of await recordsOf(write, place, effect.records, true, key)) {\n        const records',
  },
  {
    what: 'whoever signs up chooses their roles',
    file: run('sign-up'),
    from: "new Set(['email']);",
    to: "new Set(['email', 'roles']);",
  },
  {
    what: 'a merge takes in what is held',
    file: run('merge'),
    from: 'await refuseHeld(write, name, merge.from);',
    to: 'await refuseHeld(write, name, id);',
  },
];
