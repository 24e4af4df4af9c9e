import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../model/roles.ts';
import { checkMarked } from '../../../fixtures/harness.ts';

const ROLES = {
  visitor: 'anyone |',
  member: 'signed in |',
  boss: 'assigned |',
  clerk: 'assigned |',
  keeper: '`keeper == user` | Item',
  elder: '`user != null and user.name == "x"` |',
} as const;
type Role = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as Role[];

/** The cells of a row by role (all others are `no`), with marks around those that must be reported. */
type Rows = Readonly<Record<string, Partial<Record<Role, string>>>>;

function table(rows: Rows): string {
  const lines = Object.entries(rows).map(
    ([may, cells]) => `| ${may} | ${NAMES.map((role) => cells[role] ?? 'no').join(' | ')} |`,
  );
  return `| may | ${NAMES.join(' | ')} |\n|${' --- |'.repeat(NAMES.length + 1)}\n${lines.join('\n')}`;
}

/** The reported codes among these, and the marked text, for an Item with these rows. */
function reported(rows: Rows, effect = '') {
  const stated = new Set(Object.keys(rows).flatMap((row) => row.split(', ')));
  const all: Rows = {
    ...Object.fromEntries(ACTIONS.filter((row) => !stated.has(row)).map((row) => [row, {}])),
    ...rows,
  };
  const { found, marked } = checkMarked({
    entities: `### Item\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| note | text | optional |\n| keeper | User | optional |\n| box | Box | optional |\n| phase | state | |\n\n| setting | is |\n| --- | --- |\n| delete | soft |\n| history | kept |\n\n### Box\n\n| field | type |\n| --- | --- |\n| name | text |`,
    states: `### Item.phase\n\n| state | kind |\n| --- | --- |\n| open | initial |\n| shut | final |\n\n| event | from | to | by | then |\n| --- | --- | --- | --- | --- |\n| shut | open | shut | boss | ${effect} |`,
    roles: `### Roles\n\n| role | is given to | of |\n| --- | --- | --- |\n${NAMES.map((role) => `| ${role} | ${ROLES[role]} |`).join('\n')}\n\n### Permissions\n\n#### Item\n\n${table(all)}\n\n#### Box\n\n${table({ read: { member: 'yes' }, 'create, update': { boss: 'yes' }, delete: {} })}\n\n#### User\n\n${table({ 'read, create, update, delete, update roles, update email, update disabled': { boss: 'yes' } })}`,
  });
  return {
    found: found.filter((line) => /^N6(?:56|57|60) /.test(line)).map((line) => line.replace(/ \S+/, '')),
    marked: marked.map((line) => line.replace(/^\S+ /, '')),
  };
}

const PRESUPPOSING = ['update', 'delete', 'restore', 'export', 'history', 'update note'] as const;
const CASES = PRESUPPOSING.flatMap((action) => NAMES.map((role) => [action, role] as const));
/** Records can be restored only if some are deleted. */
const DELETED = { delete: { boss: 'yes' }, read: { boss: 'yes' } } as const;

describe('6: every action presupposes `read`', () => {
  test.each(CASES)('%s under %s, where nobody reads, is reported of the whole entity (N352)', (action, role) => {
    expect(reported({ delete: {}, [action]: { [role]: 'yes' } }).found).toEqual([]);
  });

  test.each(NAMES)('under %s, in a state in which nobody reads', (role) => {
    const read = Object.fromEntries(NAMES.map((name) => [name, '`phase == "open"`']));
    const { found, marked } = reported({ ...DELETED, read, update: { [role]: '`⟦phase == "shut"⟧`' } });
    expect(found).toEqual(marked.map((text) => `N657 ${text}`));
  });

  test.each(CASES)('%s under %s, where another role reads', (action, role) => {
    for (const reader of NAMES) {
      // A role that is not assigned may be held in addition.
      const isAlone = ROLES[reader] === 'assigned |' && reader !== role;
      const cell = isAlone ? '⟦yes⟧' : 'yes';
      const deleted: Rows[string] = action === 'delete' ? {} : { [reader]: 'yes' };
      const { found, marked } = reported({ read: { [reader]: 'yes' }, delete: deleted, [action]: { [role]: cell } });
      expect(found, reader).toEqual(marked.map((text) => `N660 ${text}`));
      expect(marked, reader).toHaveLength(isAlone ? 1 : 0);
    }
  });

  test('in another state than the one in which they read', () => {
    const read = { ...DELETED.read, clerk: '`phase == "open"`' };
    expect(reported({ ...DELETED, read, update: { clerk: '`⟦phase == "shut"⟧`' } })).toEqual({
      found: ['N660 phase == "shut"'],
      marked: ['phase == "shut"'],
    });
    expect(reported({ ...DELETED, read, update: { clerk: '`phase != "shut"`' } }).found).toEqual([]);
  });

  test('a cell of several actions is reported once', () => {
    const { found, marked } = reported({ ...DELETED, 'update, export, history': { clerk: '⟦yes⟧' } });
    expect(found).toEqual(marked.map((text) => `N660 ${text}`));
  });

  test('who may read is left open', () => {
    const rows = { read: { boss: 'yes', clerk: 'not shown' }, delete: {}, update: { clerk: 'yes', keeper: 'yes' } };
    expect(reported(rows).found).toEqual([]);
  });
});

describe('6: what further actions presuppose', () => {
  test.each<[string, Rows]>([
    ['an import where nobody creates', { ...DELETED, import: { boss: '⟦yes⟧' } }],
    ['a restore where nobody deletes', { read: { boss: 'yes' }, restore: { boss: '⟦yes⟧' } }],
    ['what is permitted on another record, to nobody', { ...DELETED, update: { boss: '⟦as box delete⟧' } }],
    ['a field that is read as another record is deleted', { ...DELETED, 'read note': { boss: '⟦as box delete⟧' } }],
  ])('%s is pointless', (_, rows) => {
    const { found, marked } = reported(rows);
    expect(found).toEqual(marked.map((text) => `N657 ${text}`));
  });

  test.each<[string, Rows, string?]>([
    ['an import by who creates', { ...DELETED, create: { boss: 'yes' }, import: { boss: 'yes' } }],
    ['an import by who creates as a member', { ...DELETED, create: { member: 'yes' }, import: { boss: 'yes' } }],
    ['a restore of what an effect deletes', { read: { boss: 'yes' }, restore: { boss: 'yes' } }, '`delete this`'],
    ['what is permitted on another record', { ...DELETED, update: { boss: 'as box' } }],
  ])('%s has a point', (_, rows, effect = '') => {
    expect(reported(rows, effect).found).toEqual([]);
  });

  test('an import by who creates by a further role takes that role', () => {
    const { found, marked } = reported({ ...DELETED, create: { boss: 'yes' }, import: { clerk: '⟦yes⟧' } });
    expect(found).toEqual(marked.map((text) => `N660 ${text}`));
  });
});
