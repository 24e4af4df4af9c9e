import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grant, Permissions } from '../../../model/roles.ts';
import { LIBRARY } from '../../../fixtures/library.ts';
import { changed, checkText } from '../../../fixtures/problems.ts';
import { whyNever } from './applies.ts';

const EXPENSES = readFileSync(new URL('../../../../../../examples/expenses/spec.md', import.meta.url), 'utf8');

function permissionsOf(text: string, entity: string): Permissions {
  const permissions = checkText(text).model.permissions.find((other) => other.entity === entity);
  if (!permissions) throw new Error(`${entity} has no permissions.`);
  return permissions;
}

/** `owner yes, employee no`; a state-specific grant as `owner[draft] yes`. */
function row(grants: readonly Grant[] | undefined): string {
  return (grants ?? [])
    .map(({ role, states, cell }) => `${role}${states ? `[${states.join(' ')}]` : ''} ${cell.kind}`)
    .join(', ');
}

describe('the grants of the expenses document', () => {
  const { actions, fields } = permissionsOf(EXPENSES, 'Claim');

  test.each([
    [
      'read',
      'visitor no, employee no, owner yes, line_manager when, manager no, director when, finance when, admin no',
    ],
    ['create', 'visitor no, employee yes, manager no, director no, finance no, admin no'],
    ['update', 'visitor no, employee no, owner when, line_manager no, manager no, director no, finance no, admin no'],
    ['delete', 'visitor no, employee no, owner when, line_manager no, manager no, director no, finance no, admin no'],
    ['restore', 'visitor no, employee no, owner no, line_manager no, manager no, director no, finance no, admin no'],
    ['export', 'visitor no, employee no, owner yes, line_manager no, manager no, director no, finance yes, admin no'],
    ['import', ''],
    [
      'history',
      'visitor no, employee no, owner yes, line_manager yes, manager no, director yes, finance yes, admin no',
    ],
  ] as const)('%s of a claim', (action, expected) => {
    const inOrder = ['visitor', 'employee', 'owner', 'line_manager', 'manager', 'director', 'finance', 'admin'];
    const grants = (actions?.[action] ?? []).toSorted((a, b) => inOrder.indexOf(a.role) - inOrder.indexOf(b.role));
    expect(row(grants)).toBe(expected);
  });

  test('a field row narrows reading, and its own gap is listed', () => {
    expect(fields['payment_reference']?.update).toBeUndefined();
    const gaps = (fields['payment_reference']?.read ?? []).filter((grant) => grant.cell.kind === 'gap');
    expect(gaps.map((grant) => grant.clause)).toEqual(['6.Claim.payment_reference.read.owner']);
  });

  test('a cell of the column `others` has its own clause', () => {
    expect(actions?.read.find((grant) => grant.role === 'manager')?.clause).toBe('6.Claim.read.others');
    expect(actions?.read.find((grant) => grant.role === 'owner')?.clause).toBe('6.Claim.read.owner');
  });

  test('owned children without a table have no permissions of their own', () => {
    expect(permissionsOf(EXPENSES, 'Line')).toEqual({ entity: 'Line', actions: null, fields: {} });
  });
});

describe('the forms of cells and rows', () => {
  test.each([
    [
      'rows by state',
      '',
      '',
      'update',
      'visitor[lent] no, member[lent] no, borrower[lent] yes, librarian[lent] yes, visitor[returned lost] no, member[returned lost] no, borrower[returned lost] no, librarian[returned lost] yes',
    ],
    [
      'a state without a row is a gap',
      'any except lent',
      'lost',
      'update',
      'visitor[lent] no, member[lent] no, borrower[lent] yes, librarian[lent] yes, visitor[lost] no, member[lost] no, borrower[lost] no, librarian[lost] yes, visitor[returned] gap, member[returned] gap, borrower[returned] gap, librarian[returned] gap',
    ],
    [
      '`as` another record',
      '| read | | yes | yes | no |',
      '| read | | yes | as book | no |',
      'read',
      'visitor no, member no, borrower yes, librarian as',
    ],
    [
      'a body of none forbids',
      '#### Loan\n',
      '#### Loan\n\nnone\n\n#### Remark\n',
      'read',
      'visitor no, member no, borrower no, librarian no',
    ],
  ] as const)('%s', (_rule, from, to, action, expected) => {
    expect(row(permissionsOf(changed(LIBRARY, from, to), 'Loan').actions?.[action])).toBe(expected);
  });

  test('`as book` asks for the same action, `as book read` for another', () => {
    const cells = '| update | any except lent | as book | as book read | no |';
    const text = changed(LIBRARY, '| update | any except lent | no | yes | no |', cells);
    const grants = permissionsOf(text, 'Loan').actions?.update.filter((grant) => grant.cell.kind === 'as');
    expect(grants?.map((grant) => grant.cell)).toEqual([
      { kind: 'as', field: 'book', action: 'update' },
      { kind: 'as', field: 'book', action: 'read' },
    ]);
  });

  test('a role of an owner narrows its children', () => {
    const table =
      '#### Remark\n\n| may | borrower | librarian | others |\n| --- | --- | --- | --- |\n| read, update, delete | yes | yes | no |\n| create | | yes | no |\n\n## 7.';
    const text = changed(LIBRARY, '## 7.', table);
    expect(checkText(text).problems).toEqual([]);
    expect(row(permissionsOf(text, 'Remark').actions?.read)).toBe('visitor no, member no, borrower yes, librarian yes');
  });
});

/** The lines of the Loan table, each of which may be left out. */
const LOAN_ROWS = LIBRARY.split('\n').filter(
  (line) => /^\| (read|create|update|delete) \| .*\|$/.test(line) && line.split('|').length === 7,
);
const LOAN_ROLES = ['borrower', 'librarian', 'others'];

describe('the law of completeness', () => {
  test('every action has a grant for every role and state that it can apply to, and every gap is listed', () => {
    const kept = fc.record({
      rows: fc.subarray(LOAN_ROWS),
      roles: fc.subarray(LOAN_ROLES),
      blank: fc.nat(40),
      shown: fc.constantFrom('', 'not shown', 'none'),
    });
    fc.assert(
      fc.property(kept, ({ rows, roles, blank, shown }) => {
        const { model } = checkText(withLoanTable(rows, roles, blank, shown));
        const loan = model.permissions.find((other) => other.entity === 'Loan');
        const gaps = new Set(model.gaps.map((gap) => gap.clause));
        for (const action of ['read', 'create', 'update', 'delete'] as const) {
          for (const role of model.roles) {
            if (role.given.kind === 'relationship' && action === 'create') continue;
            const grants = (loan?.actions?.[action] ?? []).filter((grant) => grant.role === role.name);
            const states = grants.flatMap((grant) => grant.states ?? ['lent', 'returned', 'lost']);
            expect(states.toSorted()).toEqual(['lent', 'lost', 'returned']);
            const open = grants.filter((grant) => grant.cell.kind === 'gap');
            expect(open.filter((grant) => !gaps.has(grant.clause))).toEqual([]);
          }
        }
        for (const action of ['restore', 'history', 'import', 'export'] as const)
          expect(loan?.actions?.[action]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('a permission that can never apply is left out', () => {
    const entity = {
      name: 'Loan',
      span: { file: '', start: 0, end: 0 },
      fields: new Map(),
      owner: null,
      isComments: false,
      erases: false,
    };
    const never = (rule: 'hard' | 'soft' | 'never', history: 'kept' | 'none') =>
      (['read', 'create', 'update', 'delete', 'restore', 'history'] as const).filter(
        (action) => whyNever(action, { ...entity, delete: rule, history }) !== null,
      );
    expect(never('hard', 'none')).toEqual(['restore', 'history']);
    expect(never('soft', 'kept')).toEqual([]);
    expect(never('never', 'kept')).toEqual(['delete', 'restore']);
  });
});

/** The document with another table for Loan: some rows, some columns, one cell emptied or left open. */
function withLoanTable(rows: readonly string[], roles: readonly string[], blank: number, shown: string): string {
  const cells = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const columns = [0, 1, ...LOAN_ROLES.flatMap((role, index) => (roles.includes(role) ? [index + 2] : []))];
  const chosen = cells[blank % Math.max(1, cells.length)];
  if (chosen && blank % 5 > 1) chosen[blank % 5] = shown;
  const table = [
    `| may | in state |${roles.map((role) => ` ${role} |`).join('')}`,
    `|${columns.map(() => ' --- |').join('')}`,
    ...cells.map((row) => `|${columns.map((column) => ` ${row[column]} |`).join('')}`),
  ];
  const start = LIBRARY.indexOf('#### Loan\n');
  return `${LIBRARY.slice(0, start)}#### Loan\n\n${table.join('\n')}\n\n${LIBRARY.slice(LIBRARY.indexOf('## 7.'))}`;
}
