import type { launchBrowser } from '@nonet/testing';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

/** The dialogs and menus that open over a screen. */
export interface ShownDialog {
  readonly kind: string;
  readonly by: string;
  readonly route: string;
  /** It is opened by keys alone, which a telephone has not. */
  readonly byKeys?: true;
  open: (page: Page) => Promise<void>;
}

const CATEGORIES = 'name,limit_per_day\nParking,-1\nFuel,20\nTolls,ten\n';
const main = (page: Page) => page.locator('main[data-loaded]');
const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const isThere = (page: Page) => page.getByRole('dialog').first().waitFor();

async function openRecord(page: Page, title: string): Promise<void> {
  await main(page).getByRole('row', { name: title }).getByRole('link').first().click();
  await main(page).getByRole('heading', { level: 1, name: title }).waitFor();
}

async function chooseAccount(page: Page, item: string): Promise<void> {
  await click(page, /^Account/);
  await page.getByRole('menuitem', { name: item }).click();
  await isThere(page);
}

async function fileOf(page: Page, text: string): Promise<void> {
  await click(page, 'Import CSV');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByLabel('Choose a file').click();
  await (await chooser).setFiles({ name: 'categories.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Ten versions of a document, of which the last is being prepared beside one that others still serve. */
const MANY_VERSIONS = {
  current: 10,
  served: 9,
  versions: Array.from({ length: 10 }, (_, at) => ({
    number: 10 - at,
    title: 'Expenses',
    putToUseAt: `2026-${String(10 - at).padStart(2, '0')}-12T08:30:00Z`,
    putToUseBy: at % 3 === 0 ? null : 'ada@desk',
    steps: ['`Claim.cost_code` is new', 'index claim_cost_code_idx'],
    effects: ['9.MANAGER_LIMIT: value: “500”, formerly “2500”'],
  })),
  change: { startedAt: '2026-11-23T09:12:00Z', tables: [{ table: 'claim', done: 310_000, left: 94_000 }] },
  kept: { columns: [{ table: 'claim', column: '_former_purpose' }] },
  serving: [
    { version: 9, address: '10.0.0.7', connections: 3, since: '2026-11-20T06:00:00Z' },
    { version: 10, address: null, connections: 1, since: '2026-11-23T09:10:00Z' },
  ],
};

export const DIALOGS: readonly ShownDialog[] = [
  {
    kind: 'versions-many',
    by: 'emma',
    route: '/-/document?view=versions',
    open: async (page) => {
      await page.route('**/api/-/versions', (route) => route.fulfill({ json: MANY_VERSIONS }));
      const unreadable = { former: 9, new: 10, unreadable: [9], groups: [] };
      await page.route('**/api/-/versions/*', (route) => route.fulfill({ json: unreadable }));
      await page.reload();
      await main(page).getByText('Show all 10').waitFor();
    },
  },
  {
    kind: 'import-refused',
    by: 'finn',
    route: '/categories',
    open: async (page) => {
      await fileOf(page, CATEGORIES);
      await page.getByText(/can’t be created/).waitFor();
    },
  },
  {
    kind: 'import-ready',
    by: 'finn',
    route: '/categories',
    open: async (page) => {
      await fileOf(page, 'name,limit_per_day\nParking,10\nFuel,20\n');
      await page.getByText('2 rows would be created.').waitFor();
    },
  },
  {
    kind: 'selected',
    by: 'mo',
    route: '/approvals',
    open: async (page) => {
      await main(page).getByRole('checkbox', { name: 'Select all on this page' }).click();
      await main(page)
        .getByText(/selected$/)
        .waitFor();
    },
  },
  {
    kind: 'bulk-asked',
    by: 'mo',
    route: '/approvals',
    open: async (page) => {
      await main(page).getByRole('checkbox', { name: 'Select all on this page' }).click();
      await main(page).locator('[aria-live]').getByRole('button', { name: 'Reject', exact: true }).click();
      await isThere(page);
    },
  },
  {
    kind: 'bulk-results',
    by: 'mo',
    route: '/approvals',
    open: async (page) => {
      await main(page).getByRole('checkbox', { name: 'Select all on this page' }).click();
      // Somebody else has changed some of them meanwhile.
      await page.route('**/api/claims/bulk', async (route) => {
        const { items } = route.request().postDataJSON() as { items: { id: string }[] };
        const problem = {
          status: 409,
          title: 'Conflict',
          code: 'INVALID_TRANSITION',
          clause: '4.Claim.status.approve',
        };
        const detail = 'Approve is not possible while the claim is Approved.';
        const results = items.map(({ id }, place) =>
          place === 0 ? { id, status: 409, problem: { ...problem, detail } } : { id, status: 200, record: { id } },
        );
        await route.fulfill({ json: { results } });
      });
      await main(page).locator('[aria-live]').getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('dialog', { name: /done$/ }).waitFor();
    },
  },
  { kind: 'row-menu', by: 'mo', route: '/approvals', open: async (page) => click(page, /^Actions for/) },
  {
    kind: 'event',
    by: 'mo',
    route: '/approvals',
    open: async (page) => {
      const button = page.getByRole('button', { name: 'Reject' }).first();
      const menu = page.getByRole('button', { name: /^Actions for/ }).first();
      await button.or(menu).first().waitFor();
      if (await button.isVisible()) await button.click();
      else {
        // On a narrow table a row has one button, and the others in its menu.
        await menu.click();
        await page.getByRole('menuitem', { name: 'Reject' }).click();
      }
      await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('alert')
        .or(page.getByText(/is missing/))
        .first()
        .waitFor();
    },
  },
  {
    kind: 'edit',
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await openRecord(page, 'Team dinner');
      await click(page, 'Edit');
      await isThere(page);
    },
  },
  {
    kind: 'edit-calendar',
    byKeys: true,
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await openRecord(page, 'Team dinner');
      await click(page, 'Edit');
      await page.getByRole('textbox', { name: 'From' }).focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('dialog', { name: 'From' }).waitFor();
    },
  },
  {
    kind: 'delete',
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await openRecord(page, 'Keyboard for the meeting room');
      await click(page, 'Delete');
      await isThere(page);
    },
  },
  {
    kind: 'why-record',
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await openRecord(page, 'Team dinner');
      await click(page, 'Why?');
      await page.getByRole('heading', { name: 'What is computed' }).waitFor();
    },
  },
  {
    kind: 'why-list',
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await click(page, 'Why?');
      await page.getByRole('heading', { name: 'Who may see them' }).waitFor();
    },
  },
  {
    kind: 'why-form',
    by: 'emma',
    route: '/claims/new',
    open: async (page) => {
      await click(page, 'Why?');
      await page.getByRole('heading', { name: 'Who may save it' }).waitFor();
    },
  },
  {
    kind: 'why-dashboard',
    by: 'emma',
    route: '/',
    open: async (page) => {
      await click(page, 'Why?');
      await page.getByRole('heading', { name: 'What is counted' }).waitFor();
    },
  },
  {
    kind: 'form-refused',
    by: 'emma',
    route: '/claims/new',
    open: async (page) => {
      await main(page).getByLabel('Purpose').fill('ab');
      await click(page, 'Save');
      await page.getByText(/needs? attention/).waitFor();
    },
  },
  {
    kind: 'form-left',
    by: 'emma',
    route: '/claims/new',
    open: async (page) => {
      await main(page).getByLabel('Purpose').fill('Half of a claim');
      await page.getByRole('link', { name: 'My claims' }).first().click();
      await isThere(page);
    },
  },
  {
    kind: 'views-menu',
    by: 'emma',
    route: '/claims?status=draft',
    open: async (page) => {
      await click(page, /^Views/);
      await page.getByRole('menuitem', { name: /^Save as a view/ }).waitFor();
    },
  },
  {
    kind: 'view',
    by: 'emma',
    route: '/claims?status=draft',
    open: async (page) => {
      await click(page, /^Views/);
      await page.getByRole('menuitem', { name: /^Save as a view/ }).click();
      await isThere(page);
    },
  },
  {
    kind: 'filter',
    by: 'emma',
    route: '/claims?submitted_at.gte=2026-01-01',
    open: async (page) => {
      // A narrow screen folds away the filters that are not set.
      const folded = page.getByRole('button', { name: 'Filters', exact: true });
      if (await folded.isVisible()) await folded.click();
      await click(page, 'Filter: Status');
      await page.getByRole('checkbox', { name: 'Paid' }).check();
    },
  },
  { kind: 'nothing-matches', by: 'emma', route: '/claims?q=nothing+like+it', open: async () => undefined },
  { kind: 'columns', by: 'emma', route: '/claims', open: async (page) => click(page, 'Columns') },
  {
    kind: 'palette',
    byKeys: true,
    by: 'emma',
    route: '/claims',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('cl');
    },
  },
  {
    kind: 'shortcuts',
    byKeys: true,
    by: 'emma',
    route: '/claims',
    open: async (page) => page.keyboard.press('Shift+?'),
  },
  { kind: 'account', by: 'emma', route: '/claims', open: async (page) => click(page, /^Account/) },
  {
    kind: 'preferences',
    by: 'emma',
    route: '/claims',
    open: async (page) => chooseAccount(page, 'Language and time zone'),
  },
  { kind: 'password', by: 'emma', route: '/claims', open: async (page) => chooseAccount(page, 'Change password') },
  { kind: 'tokens', by: 'emma', route: '/claims', open: async (page) => chooseAccount(page, 'API tokens') },
  {
    kind: 'not-found',
    by: 'emma',
    route: '/claims/01900000-0000-7000-8000-000000000000',
    open: async () => undefined,
  },
  {
    kind: 'card-menu',
    by: 'finn',
    route: '/finance',
    open: async (page) => click(page, /^Move /),
  },
];
