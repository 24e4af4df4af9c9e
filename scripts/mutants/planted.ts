/** Faults that people make, by hand: what is wrong, where, and the text that makes it so. */
export interface Planted {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const sql = (name: string) => `packages/engine/src/sql/${name}.ts`;
const run = (name: string) => `packages/engine/src/run/${name}.ts`;
const calls = (name: string) => `packages/engine/src/calls/${name}.ts`;

const migrate = (name: string) => `packages/engine/src/migrate/${name}.ts`;

export const PLANTED: readonly Planted[] = [
  {
    what: 'a document is put to use whatever it would lose',
    file: migrate('migrate'),
    from: 'if (count > 0) obstacles.push(',
    to: 'if (count < 0) obstacles.push(',
  },
  {
    what: 'records that are there do not get the default of a new field',
    file: migrate('migrate'),
    from: "set ${sets.join(', ')}`,",
    to: "set ${sets.join(', ')} where false`,",
  },
  {
    what: 'who holds a role that is called otherwise holds it no more',
    file: migrate('rename'),
    from: 'array_replace(roles, $1, $2) where $1 = any(roles)',
    to: 'array_replace(roles, $1, $2) where $2 = any(roles)',
  },
  {
    what: 'the history keeps the former names',
    file: migrate('rename'),
    from: 'await renameHistory(client, before, names);',
    to: '',
  },
  {
    what: 'a number that is called otherwise is counted anew',
    file: migrate('rename'),
    from: "'update nonet.number_counter set field = $2 where field = $1'",
    to: "'update nonet.number_counter set field = $2 where field = $1 and false'",
  },
  {
    what: 'a timer that comes again forgets when it came, where its event is called otherwise',
    file: migrate('rename'),
    from: 'update nonet.${holder} set clause = $2 where clause = $1`',
    to: "update nonet.${holder} set clause = $2 where clause = $1 and '${holder}' = 'history'`",
  },
  {
    what: 'what was hidden with a record does not come back with it, where it is called otherwise',
    file: migrate('rename'),
    from: "for (const holder of ['outbound_call', 'hidden_with'])",
    to: "for (const holder of ['outbound_call'])",
  },
  {
    what: 'a length is measured in bytes where a document limits it more tightly',
    file: migrate('compare-limits'),
    from: 'char_length(${value})',
    to: 'octet_length(${value})',
  },
  {
    what: 'a field is readable by the entity’s cell alone',
    file: sql('authority'),
    from: '[...outer, ...inner]',
    to: '[...outer]',
  },
  {
    what: 'a field is readable by its own cell alone',
    file: sql('authority'),
    from: '[...outer, ...inner]',
    to: '[...inner]',
  },
  {
    what: 'an assigned role is held by whoever is signed in',
    file: sql('authority'),
    from: "(role.given.kind === 'assigned' && reader.roles.includes(role.name))",
    to: "role.given.kind === 'assigned'",
  },
  {
    what: 'a mask is forgotten where a record is answered',
    file: sql('projection'),
    from: 'if (readable !== TRUE) columns.push',
    to: 'if (readable === TRUE && columns.length < 0) columns.push',
  },
  {
    what: 'a reference to what may not be read is answered',
    file: sql('fields'),
    from: 'if (condition === TRUE) return id;',
    to: 'if (condition !== null) return id;',
  },
  {
    what: 'what is softly deleted is still found',
    file: sql('admits'),
    from: 'context.index.mayBeHidden(row.entity) ?',
    to: "context.index.mayBeHidden(row.entity) && row.alias === '' ?",
  },
  {
    what: 'an export holds what may be read',
    file: run('list-statement'),
    from: "query.purpose === 'export' ?",
    to: 'query.limit === -1 ?',
  },
  {
    what: 'the history is open to whoever may read the record',
    file: run('history'),
    from: "${may('history', now)} as allowed",
    to: "${may('read', now)} as allowed",
  },
  {
    what: 'an entry of the history shows what could not be read then',
    file: run('history'),
    from: 'const readable = and(readableNow, atEntry);',
    to: 'const readable = readableNow;',
  },
  {
    what: 'statements are kept without the roles of whom they are for',
    file: run('write'),
    from: 'return readerKey(write.reader, write.authority);',
    to: "return write.reader.userId === null ? 'nobody' : 'user';",
  },
  {
    what: 'records that may not be read are counted, summed and found',
    file: sql('admits'),
    from: "return and(living(row, context), context.authority.mayDo(context, 'read', { ...row, readable: false }));",
    to: 'return living(row, context);',
  },
  {
    what: 'a computed field shows what it is computed from',
    file: sql('authority'),
    from: 'return and(readable, computedReadable(context, authority, computed, record));',
    to: 'return readable;',
  },
  {
    what: 'a cell for one state holds in all',
    file: sql('authority'),
    from: 'if (grant.states === null) return TRUE;',
    to: 'if (grant.states === null || record.entity !== null) return TRUE;',
  },
  {
    what: 'an owned child is read without its owner',
    file: sql('authority'),
    from: 'const throughOwner = and(ownersCell, listed);',
    to: 'const throughOwner = and(TRUE, listed);',
  },
  {
    what: 'a cell that refers to another record looks for that record alone',
    file: sql('authority'),
    from: 'const may = recordPredicate(context, authority, cell.action, {',
    to: "const may = recordPredicate(context, authority, 'read', {",
  },
  {
    what: 'a gap is answered as a no',
    file: sql('authority'),
    from: "return branches.length === 0 ? NO_GAP : `(case ${branches.join(' ')} end)`;",
    to: "return branches.length < 1000 ? NO_GAP : `(case ${branches.join(' ')} end)`;",
  },
  {
    what: 'a file is served to whoever may read its record',
    file: 'packages/engine/src/files/read.ts',
    from: "fieldPredicate(context, scope.authority, field.name, 'read', record),",
    to: "fieldPredicate(context, scope.authority, 'id', 'read', record),",
  },
  {
    what: 'a field that may never be read can be filtered and sorted by',
    file: run('reader-path'),
    from: "return fieldPredicate(context, scope.authority, name, 'read', record) === FALSE ? null : field;",
    to: 'return field;',
  },
  {
    what: 'filters compare what may not be read',
    file: sql('fields'),
    from: "return only(authority.mayUseField(context, name, 'read', row), value);",
    to: 'return value;',
  },
  {
    what: 'a record that may not be read can be changed',
    file: run('permit'),
    from: 'if (row === undefined || row.readable !== true)',
    to: 'if (row === undefined)',
  },
  {
    what: 'the result of a create is not judged',
    file: run('permit'),
    from: 'if (entityCell && row.allowed !== true)',
    to: 'if (entityCell && row.allowed === undefined)',
  },
  {
    what: 'a field’s own update row is not asked',
    file: run('permit'),
    from: 'if (row[`allowed_${place}`] !== true) throw refuseField',
    to: 'if (row[`allowed_${place}`] === undefined) throw refuseField',
  },
  {
    what: 'an event may be caused from any state',
    file: run('transition'),
    from: '(state !== null && row.from.includes(state))',
    to: 'state !== null',
  },
  {
    what: 'a guard that does not hold lets through',
    file: run('transition'),
    from: 'if (guarded) {',
    to: 'if (guarded || row.when !== null) {',
  },
  { what: 'the state does not change', file: run('transition'), from: "row.to !== 'same'", to: "row.to === 'same'" },
  {
    what: 'whoever may read may cause an event',
    file: run('fire'),
    from: 'filter((_row, place) => locked.fits[place])',
    to: 'filter((_row, place) => locked.fits.length > place)',
  },
  {
    what: 'rules are judged on create alone',
    file: run('rules'),
    from: 'rule.on.some((cause) => touched.causes.has(cause))',
    to: "touched.causes.has('create') && rule.on.includes('create')",
  },
  {
    what: 'only the first rule is judged',
    file: run('rules'),
    from: 'rules.filter((_rule, place) =>',
    to: 'rules.slice(0, 1).filter((_rule, place) =>',
  },
  {
    what: 'the longest length is one too many',
    file: run('limits'),
    from: 'count > maximum',
    to: 'count > maximum + 1',
  },
  {
    what: 'the least value is left out',
    file: run('limits'),
    from: 'value.lt(field.minimum.value)',
    to: 'value.lte(field.minimum.value)',
  },
  {
    what: 'the greatest value is left out',
    file: run('limits'),
    from: 'value.gt(field.maximum.value)',
    to: 'value.gte(field.maximum.value)',
  },
  {
    what: 'a number is given twice',
    file: run('number'),
    from: 'number_counter.last + 1',
    to: 'number_counter.last + 0',
  },
  {
    what: 'unique fields have plain indexes',
    file: 'packages/engine/src/migrate/schema.ts',
    from: "? '' : 'unique '",
    to: "? '' : ''",
  },
  {
    what: 'a condition of a call is not asked',
    file: calls('queue'),
    from: 'if (row === undefined || row.holds !== true)',
    to: 'if (row === undefined || row.holds === true)',
  },
  {
    what: 'a call that failed is not made again',
    file: calls('outcome'),
    from: 'postpone(options, call, waiting, problem);\n  else await fail(',
    to: 'fail(options, call, waiting, problem);\n  else await fail(',
  },
  {
    what: 'a call is made once too often',
    file: calls('outcome'),
    from: 'if (waiting.attempts < call.retry.times) await postpone(options, call, waiting, problem);\n  else await fail(',
    to: 'if (waiting.attempts <= call.retry.times) await postpone(options, call, waiting, problem);\n  else await fail(',
  },
  {
    what: 'any answer will do',
    file: calls('worker'),
    from: 'answer.status >= call.expects.from && answer.status <= call.expects.to',
    to: 'answer.status >= call.expects.from',
  },
  {
    what: 'the time that a record spent in other states counts for a timer',
    file: 'packages/engine/src/timers/due.ts',
    from: 'const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);\n  if',
    to: 'const entered = column(THIS, SYSTEM_COLUMNS.createdAt);\n  if',
  },
  {
    what: 'a timer begins anew with each change',
    file: 'packages/engine/src/timers/due.ts',
    from: 'const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);\n  if',
    to: 'const entered = column(THIS, SYSTEM_COLUMNS.updatedAt);\n  if',
  },
  {
    what: 'a timer fires after its time, and not at it',
    file: 'packages/engine/src/timers/due.ts',
    from: "<= ${parameters.slot('now', 'timestamptz')}\n      and not",
    to: "< ${parameters.slot('now', 'timestamptz')}\n      and not",
  },
  {
    what: 'an import keeps the rows that are right',
    file: run('import-door'),
    from: 'rows.some(({ errors }) => errors.length > 0)',
    to: 'rows.every(({ errors }) => errors.length > 0)',
  },
  {
    what: 'a dry run leaves its records',
    file: run('import-door'),
    from: 'if (dryRun) throw new DryRun(',
    to: 'if (dryRun) return async () => (',
  },
  {
    what: 'the cell of an import is asked for what it holds, and not for its records',
    file: run('import'),
    from: "sendAhead(own, judgeResult(own, name, id, 'import', [], true));",
    to: '',
  },
  {
    what: 'what was confirmed is warned of again',
    file: run('finish'),
    from: 'errors.filter(({ code }) => !isConfirmed(write, code))',
    to: "errors.filter(({ code }) => code !== '')",
  },
  {
    what: 'a cursor of one list counts for another',
    file: run('cursor'),
    from: 'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;',
    to: 'if (given.length !== expected.length) return null;',
  },
  {
    what: 'a page begins with the record that the last one ended with',
    file: run('list-order'),
    from: '."id" > ${',
    to: '."id" >= ${',
  },
  {
    what: 'a timer that comes again comes half as often',
    file: 'packages/engine/src/timers/due.ts',
    from: '+ n * v.span) at time zone',
    to: '+ 2 * n * v.span) at time zone',
  },
  {
    what: 'a call at fixed times is made an hour early',
    file: calls('schedule'),
    from: 'where t.time <= $1::timestamptz',
    to: "where t.time - interval '1 hour' <= $1::timestamptz",
  },
  {
    what: 'a call for each record of a list is made for the first alone',
    file: calls('queue'),
    from: 'of await listed(write, touched, call.forEach, call))',
    to: 'of (await listed(write, touched, call.forEach, call)).slice(0, 1))',
  },
];
