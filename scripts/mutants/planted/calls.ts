import type { Planted } from './planted-fault.ts';

const calls = (name: string) => `packages/engine/src/calls/${name}.ts`;

/** Faults of outbound calls. */
export const CALL_FAULTS: readonly Planted[] = [
  {
    what: 'a condition of a call is not asked',
    file: calls('queue'),
    from: 'if (row === undefined || row.holds !== true)',
    to: 'if (row === undefined || row.holds === true)',
  },
  {
    what: 'a call that failed is not made again',
    file: calls('outcome'),
    from: 'if (!(await scheduleRetry(options, call, waiting, problem))) await fail(',
    to: 'await fail(',
  },
  {
    what: 'a call is made once too often',
    file: calls('schedule-retry'),
    from: 'if (waiting.attempts >= retry.times) return false;',
    to: 'if (waiting.attempts > retry.times) return false;',
  },
  {
    what: 'any answer will do',
    file: calls('worker'),
    from: 'answer.status >= call.expects.from && answer.status <= call.expects.to',
    to: 'answer.status >= call.expects.from',
  },
  {
    what: 'a call at fixed times is made an hour early',
    file: calls('last-time'),
    from: 'where t.time <= $1::timestamptz',
    to: "where t.time - interval '1 hour' <= $1::timestamptz",
  },
  {
    what: 'a call for each record of a list is made for the first alone',
    file: calls('queue'),
    from: 'of await listed(write, touched, call.forEach, call))',
    to: 'of (await listed(write, touched, call.forEach, call)).slice(0, 1))',
  },
  {
    what: 'a call that is made again has another key',
    file: calls('worker'),
    from: 'idempotencyKey: waiting.idempotencyKey,',
    to: 'idempotencyKey: `${waiting.idempotencyKey}-${waiting.attempts}`,',
  },
  {
    what: 'a mail says what its recipient may not read',
    file: 'packages/engine/src/mails/write-mails.ts',
    from: 'user === null ? context : { ...context, authority }',
    to: 'context',
  },
  {
    what: 'a paper that a mail brings says what its recipient may not read',
    file: 'packages/engine/src/mails/write-mails.ts',
    from: 'compileAttachment(write.index, one, reading, reader)} as brought_',
    to: 'compileAttachment(write.index, one, context, reader)} as brought_',
  },
  {
    what: 'a mail comes without its files',
    file: 'packages/engine/src/mails/write-mails.ts',
    from: 'attached.attachments.length > 0 && {',
    to: 'attached.attachments.length < 0 && {',
  },
  {
    what: 'an event keeps no paper',
    file: 'packages/engine/src/run/events/effects.ts',
    from: 'const file = words === null ? null : await keepPaper(',
    to: 'const file = words !== null ? null : await keepPaper(',
  },
  {
    what: 'a mail goes to the first of its recipients alone',
    file: 'packages/engine/src/mails/write-mails.ts',
    from: 'of await recipientsOf(writing))',
    to: 'of (await recipientsOf(writing)).slice(0, 1))',
  },
  {
    what: 'a notice says what its reader may not read',
    file: 'packages/engine/src/notices/read-notices.ts',
    from: 'compileAsked(one, context)} as shown_',
    to: 'compileAsked(one, { ...context, authority: null })} as shown_',
  },
  {
    what: 'a notice goes to the first of its recipients alone',
    file: 'packages/engine/src/notices/give-notices.ts',
    from: 'const given = recipients.filter(',
    to: 'const given = recipients.slice(0, 1).filter(',
  },
];
