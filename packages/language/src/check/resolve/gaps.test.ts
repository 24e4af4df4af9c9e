import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../../fixtures/harness.ts';

const EXPENSES = readFileSync(new URL('../../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const known = new Set(checkText(EXPENSES).model.gaps.map(({ clause }) => clause));

/** The diagnostics that a gap adds: gaps by their clauses, and others by code and message. */
function added(text: string): { readonly found: readonly string[]; readonly hasPlan: boolean } {
  const { diagnostics, plan } = checkText(text);
  const listed = diagnostics.filter(
    ({ severity, code, clause }) => severity !== 'disclosure' && !(code === 'N048' && known.has(clause ?? '')),
  );
  const found = listed.map(({ code, clause, message }) => (code === 'N048' ? clause : `${code} ${message}`) ?? code);
  return { found, hasPlan: plan !== null };
}

function replaced(from: string, to: string): string {
  if (!EXPENSES.includes(from)) throw new Error(`The document has no “${from}”.`);
  return EXPENSES.replace(from, () => to);
}

/** The document in which the body of one heading is not shown. */
function withoutBody(heading: string): string {
  const lines = EXPENSES.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`The document has no heading “${heading}”.`);
  const level = heading.indexOf(' ');
  const end = lines.findIndex((line, at) => at > start && /^#+ /.test(line) && line.indexOf(' ') <= level);
  return lines.toSpliced(start + 1, (end < 0 ? lines.length : end) - start - 1, '', 'not shown', '').join('\n');
}

/** The document in which a cell of the first row that begins so is not shown. */
function withoutCell(row: string, column: number): string {
  const line = EXPENSES.split('\n').find((candidate) => candidate.startsWith(`| ${row} |`));
  const cells = line?.split(' | ') ?? [];
  if (line === undefined || cells[column] === undefined) throw new Error(`The document has no row “${row}”.`);
  const end = cells[column].endsWith(' |') ? ' |' : '';
  return replaced(line, cells.with(column, `not shown${end}`).join(' | '));
}

test('permissions without a table of roles leave open who holds the roles that they name', () => {
  const { model, plan } = checkText(
    '# Specification: Shed\n\n## 3. Entities and their fields\n\n### Tool\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n\n' +
      '## 6. Roles and permissions\n\n### Permissions\n\n#### Tool\n\n| may | keeper |\n| --- | --- |\n| read, create | yes |\n',
  );
  expect(model.gaps.filter(({ clause }) => clause === '6.roles')).toEqual([
    { clause: '6.roles', consequence: 'Nobody holds a role, so nobody may do anything.' },
  ]);
  expect(plan?.roles).toMatchObject([{ name: 'keeper', given: { kind: 'open' } }]);
});

test('a constant that is not shown names the timers and schedules that do not run because of it', () => {
  const { model } = checkText(
    readFileSync(new URL('../../../../engine/src/fixtures/timers-that-fail.md', import.meta.url), 'utf8'),
  );
  expect(model.gaps).toEqual([
    {
      clause: '9.LATER',
      consequence:
        'Whatever needs LATER is NOT_SPECIFIED. The timer of 4.First.status.lapse never fires. The call “never” is never made at its time.',
    },
  ]);
});

test('a constant that is not shown names the writes that fields refuse because of it', () => {
  const { model } = checkText(
    documentOf({
      entities:
        '### Fee\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| amount | integer | default MOST + 1 |\n| extra | text | when size(name) > MOST |\n| half | integer | = MOST |',
      constants: '| name | value |\n| --- | --- |\n| MOST | not shown |',
    }),
  );
  expect(model.gaps.find(({ clause }) => clause === '9.MOST')?.consequence).toBe(
    'Whatever needs MOST is NOT_SPECIFIED. No Fee can be created without `amount`, whose default needs it. No Fee can be created or changed, because of the `when` of `extra`.',
  );
});

describe('something not shown is one gap and no mistake where it is used, and the rest still runs', () => {
  const HEADINGS = EXPENSES.split('\n').filter((line) => line.startsWith('## '));
  test.each(HEADINGS.map((heading, index): [string, string] => [heading, `${index + 1}`]))('%s', (heading, clause) => {
    expect(added(withoutBody(heading))).toEqual({ found: [clause], hasPlan: true });
  });

  test.each([
    ['### Claim', '3.Claim'],
    ['### Project', '3.Project'],
    ['### Category', '3.Category'],
    ['### Line', '3.Line'],
    ['### Claim.status', '4.Claim.status'],
    ['### My claims `/claims`', '2.my_claims'],
    ['### Claim `/claims/{claim}`', '2.claim'],
    ['### Overview `/`', '2.overview'],
    ['### Roles', '6.roles'],
    ['### Permissions', '6.permissions'],
    ['#### Claim', '6.Claim'],
    ['#### User', '6.User'],
    ['### Made', '7.made'],
    ['#### notify_manager', '7.notify_manager'],
  ])('%s', (heading, clause) => {
    expect(added(withoutBody(heading))).toEqual({ found: [clause], hasPlan: true });
  });

  test.each([
    ['purpose', 1, '3.Claim.purpose'],
    ['owner | User', 1, '3.Claim.owner'],
    ['lines | list of Line', 1, '3.Claim.lines'],
    ['total', 1, '3.Claim.total'],
    ['status | state', 1, '3.Claim.status'],
    ['amount', 1, '3.Line.amount'],
    ['supervisor', 1, '3.User.supervisor'],
    ['purpose', 2, '3.Claim.purpose.rules'],
    ['history', 1, '3.Claim.settings.history'],
    ['delete | soft', 1, '3.Claim.settings.delete'],
    ['draft', 1, '4.Claim.status.draft.kind'],
    ['approve', 1, '4.Claim.status.approve.from'],
    ['approve', 2, '4.Claim.status.approve.to'],
    ['approve', 3, '4.Claim.status.approve.by'],
    ['approve', 4, '4.Claim.status.approve.when'],
    ['approve', 5, '4.Claim.status.approve.asks'],
    ['approve', 6, '4.Claim.status.approve.then'],
    ['approve', 7, '4.Claim.status.approve.error'],
    ['V1', 1, '5.V1'],
    ['V1', 2, '5.V1'],
    ['V1', 3, '5.V1.error'],
    ['owner | `owner == user`', 1, '6.owner'],
    ['employee | signed in', 1, '6.employee'],
    ['manager', 1, '6.manager'],
    ['MANAGER_LIMIT', 1, '9.MANAGER_LIMIT'],
    ['CURRENCY', 1, '9.CURRENCY'],
    ['DRAFT_KEPT', 1, '9.DRAFT_KEPT'],
    ['LEDGER_URL', 1, '9.LEDGER_URL'],
    ['Paid by month', 1, '2.overview.tiles.paid_by_month'],
    ['Paid by month', 3, '2.overview.tiles.paid_by_month.as'],
  ])('%s, cell %i', (row, column, clause) => {
    expect(added(withoutCell(row, column))).toEqual({ found: [clause], hasPlan: true });
  });
});

test('a cell that names something not shown is open like a cell that is not shown, with the clause of what it names', () => {
  const { plan } = checkText(
    replaced(
      '| read | yes | `status != "draft"` | no |',
      '| read | yes | `total <= MANAGER_LIMIT` | `purpose != null` |',
    )
      .replace(/^\| MANAGER_LIMIT \|[^|]*\|/m, '| MANAGER_LIMIT | not shown |')
      .replace(/^\| purpose \|[^|]*\|/m, '| purpose | not shown |'),
  );
  const cells = plan?.permissions.find(({ entity }) => entity === 'Claim')?.actions?.read ?? [];
  expect(cells.filter(({ cell }) => cell.kind === 'gap').map(({ role, clause }) => [role, clause])).toEqual([
    ['employee', '3.Claim.purpose'],
    ['line_manager', '9.MANAGER_LIMIT'],
    // A computed field uses it.
    ['director', '9.MANAGER_LIMIT'],
  ]);
});
