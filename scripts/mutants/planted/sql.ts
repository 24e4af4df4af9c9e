import type { Planted } from './planted-fault.ts';

const sql = (name: string) => `packages/engine/src/sql/${name}.ts`;

/** Faults of the text of statements. */
export const SQL_FAULTS: readonly Planted[] = [
  {
    what: 'a field is readable by the entity’s cell alone',
    file: sql('permissions'),
    from: '[...outer, ...inner]',
    to: '[...outer]',
  },
  {
    what: 'a field is readable by its own cell alone',
    file: sql('permissions'),
    from: '[...outer, ...inner]',
    to: '[...inner]',
  },
  {
    what: 'an assigned role is held by whoever is signed in',
    file: sql('permissions'),
    from: "(role.given.kind === 'assigned' && actor.roles.includes(role.name))",
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
    what: 'records that may not be read are counted, summed and found',
    file: sql('admits'),
    from: "return and(living(row, context), context.authority.mayDo(context, 'read', { ...row, readable: false }));",
    to: 'return living(row, context);',
  },
  {
    what: 'a computed field shows what it is computed from',
    file: sql('permissions'),
    from: 'return and(readable, computedReadable(context, authority, computed, record));',
    to: 'return readable;',
  },
  {
    what: 'a cell for one state holds in all',
    file: sql('permissions'),
    from: 'if (grant.states === null) return TRUE;',
    to: 'if (grant.states === null || record.entity !== null) return TRUE;',
  },
  {
    what: 'an owned child is read without its owner',
    file: sql('permissions'),
    from: 'const throughOwner = and(ownersCell, listed);',
    to: 'const throughOwner = and(TRUE, listed);',
  },
  {
    what: 'a cell that refers to another record looks for that record alone',
    file: sql('permissions'),
    from: 'const may = recordPredicate(context, authority, cell.action, {',
    to: "const may = recordPredicate(context, authority, 'read', {",
  },
  {
    what: 'a gap is answered as a no',
    file: sql('permissions'),
    from: "return branches.length === 0 ? NO_GAP : `(case ${branches.join(' ')} end)`;",
    to: "return branches.length < 1000 ? NO_GAP : `(case ${branches.join(' ')} end)`;",
  },
  {
    what: 'filters compare what may not be read',
    file: sql('fields'),
    from: "const shown = only(authority.mayUseField(context, name, 'read', row), value);",
    to: 'const shown = value;',
  },
];
