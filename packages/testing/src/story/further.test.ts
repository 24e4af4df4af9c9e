import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

const DOCUMENT = `# Specification: Rooms

## 2. Screens and routes

### Rooms \`/\`

| part | is |
| --- | --- |
| kind | list of Room |
| for | everyone |
| columns | name |
| actions | Book -> create Booking(room: this, on: opens + 1 day, seats: seats), Plan -> create Holiday(name: "Planned"), Days -> /days |

### Room \`/rooms/{room}\`

| part | is |
| --- | --- |
| kind | record of Room |
| for | everyone |
| fields | name, opens |
| actions | Book -> create Booking(room: this) |

### Bookings \`/bookings\`

| part | is |
| --- | --- |
| kind | list of Booking |
| for | everyone |
| columns | note, room, on |
| actions | Again -> create Booking(room: this.room, on: on + 7 days, seats: room.seats, note: room.place.tip) |

### Days \`/days\`

| part | is |
| --- | --- |
| kind | calendar of Booking by on |
| for | everyone |
| columns | room, note |
| also | Holiday by first..last |
| empty | Nobody comes in these days. |
| actions | Once more -> create Booking(room: this.room, on: on + 1 day, note: note), Close -> create Holiday(name: "Closed") |

### Board \`/board\`

| part | is |
| --- | --- |
| kind | board of Booking by mood |
| for | everyone |
| columns | note, room |
| actions | edit, Once more -> create Booking(room: this.room, on: on + 1 day, note: note), Close -> create Holiday(name: "Closed") |

### Jobs \`/jobs\`

| part | is |
| --- | --- |
| kind | list of Job |
| for | everyone |
| columns | name, stage |
| search | name |
| actions | start |

### Job board \`/jobs/board\`

| part | is |
| --- | --- |
| kind | board of Job by stage |
| for | everyone |
| columns | name, effort |
| search | name |
| order | place |
| actions | start |

### Effort \`/effort\`

| part | is |
| --- | --- |
| kind | board of Job by effort |
| for | everyone |
| columns | name |
| search | name |
| actions | edit |

### Load \`/load\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | target | as |
| --- | --- | --- | --- | --- |
| Urgent | \`count(Job where name == "Urgent")\` | | 4 | number |
| Booked | \`sum(Booking.seats)\` | \`month(on)\` | \`sum(Room.seats)\` | trend |
| Never | \`count(Holiday where first > last)\` | | | number |

### Found \`/found\`

| part | is |
| --- | --- |
| kind | form for Find |
| for | everyone |
| fields | thing, owner |

## 3. Entities and their fields

### Job

| field | type | rules |
| --- | --- | --- |
| name | text | |
| place | decimal(16, 6) | optional, indexed |
| effort | enum(small, large) | default "small" |
| stage | state | |

| setting | is |
| --- | --- |
| order by hand | place |

### Room

| field | type | rules |
| --- | --- | --- |
| name | text | |
| opens | date | |
| seats | integer | |
| place | Place | |

#### Records

| name | opens | seats | place |
| --- | --- | --- | --- |
| Blue | 2026-11-01 | 4 | Cellar |
| Red | 2026-11-10 | 8 | Tower |

### Place

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| tip | text | |
| open | boolean | |

#### Records

| name | tip | open |
| --- | --- | --- |
| Cellar | Bring a lamp | false |
| Tower | Mind the stairs | true |

### Booking

| field | type | rules |
| --- | --- | --- |
| room | Room | |
| on | date | |
| seats | integer | default 2 |
| note | text | |
| mood | enum(calm, busy) | default "calm" |
| catering | text | \`optional, when note.matches(/(?i)party$/)\` |

#### Records

| room | on | note |
| --- | --- | --- |
| Blue | 2026-11-05 | Board |
| Red | 2026-11-12 | Crew |

### Find

| field | type | rules |
| --- | --- | --- |
| thing | text | |
| owner | User | optional |

### Holiday

| field | type | rules |
| --- | --- | --- |
| name | text | |
| first | date | default date("2027-11-01") + 1 day |
| last | date | default date("2027-11-01") + 3 days |

#### Records

| name | first | last |
| --- | --- | --- |
| Closed week | 2026-11-23 | 2026-11-27 |

## 4. States and transitions

### Job.stage

| state | kind |
| --- | --- |
| waiting | initial |
| done | final |

| event | from | to | by |
| --- | --- | --- | --- |
| start | waiting | done | anybody |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| FIRST | Job | \`place == null or place > 0.5 or name == "Urgent"\` | NOT_FIRST |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |

### Permissions

#### Room

| may | anybody |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### Place

| may | anybody |
| --- | --- |
| read | yes |
| create, update, delete | no |
| read tip | \`open\` |

#### Booking

| may | anybody |
| --- | --- |
| read, create, update | yes |
| delete | no |

#### Find

| may | anybody |
| --- | --- |
| create | yes |
| read, update, delete | no |

#### Holiday

| may | anybody |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### Job

| may | anybody |
| --- | --- |
| read, create, update | yes |
| delete | no |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| NOT_FIRST | 422 | Only what is urgent comes first. | FIRST |
`;

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(DOCUMENT, {})]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');

test('an action creates another record, with what the document gives it read from this one', async () => {
  await page.goto(product.url);
  await main().getByRole('button', { name: 'Actions for Red' }).click();
  await page.getByRole('menuitem', { name: 'Book' }).click();
  const form = page.getByRole('dialog', { name: 'Book' });
  await expect.poll(() => form.getByLabel('Room').inputValue()).toBe('Red');
  expect(await form.getByRole('textbox', { name: 'On', exact: true }).inputValue()).toBe('11/11/2026');
  expect(await form.getByLabel('Seats').inputValue()).toBe('8');
  // Its engine of patterns comes with the form.
  await form.getByLabel('Note').fill('Summer Party');
  await form.getByLabel('Catering').waitFor();
  await form.getByLabel('Note').fill('Team day');
  await expect.poll(() => form.getByLabel('Catering').count()).toBe(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  const { items } = (await (await page.request.get(`${product.url}/api/bookings?on=2026-11-11`)).json()) as {
    items: Record<string, unknown>[];
  };
  expect(items).toMatchObject([{ on: '2026-11-11', seats: 8, note: 'Team day' }]);
});

test('one that reads no record belongs to the screen, and the form keeps its own defaults elsewhere', {
  tags: ['thorough'],
}, async () => {
  await page.goto(product.url);
  await main().getByRole('button', { name: 'Plan' }).click();
  const form = page.getByRole('dialog', { name: 'Plan' });
  expect(await form.getByLabel('Name').inputValue()).toBe('Planned');
  expect(await form.getByRole('textbox', { name: 'First', exact: true }).inputValue()).toBe('02/11/2027');
  await form.getByRole('textbox', { name: 'Last', exact: true }).fill('09/11/2027');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  const { items } = (await (await page.request.get(`${product.url}/api/holidays?name=Planned`)).json()) as {
    items: Record<string, unknown>[];
  };
  expect(items).toMatchObject([{ first: '2027-11-02', last: '2027-11-09' }]);
  await main().getByRole('link', { name: 'Blue' }).click();
  await main().getByRole('button', { name: 'Book' }).click();
  const other = page.getByRole('dialog', { name: 'Book' });
  await expect.poll(() => other.getByLabel('Room').inputValue()).toBe('Blue');
  expect(await other.getByLabel('Seats').inputValue()).toBe('2');
});

test('a value may be read through references, and what its reader may not read there is left to enter', {
  tags: ['thorough'],
}, async () => {
  for (const [note, room, seats, tip] of [
    ['Crew', 'Red', '8', 'Mind the stairs'],
    ['Board', 'Blue', '4', ''],
  ]) {
    await page.goto(`${product.url}/bookings`);
    await main()
      .getByRole('button', { name: `Actions for ${note}` })
      .click();
    await page.getByRole('menuitem', { name: 'Again' }).click();
    const form = page.getByRole('dialog', { name: 'Again' });
    await expect.poll(() => form.getByLabel('Room').inputValue()).toBe(room);
    expect(await form.getByLabel('Seats').inputValue()).toBe(seats);
    expect(await form.getByLabel('Note').inputValue()).toBe(tip);
  }
});

test('a link leads on, and the calendar shows the further entity by its title over its days', {
  tags: ['thorough'],
}, async () => {
  await page.goto(product.url);
  await main().getByRole('link', { name: 'Days' }).click();
  await page.goto(`${product.url}/days?day=2026-11-21`);
  await main().getByText('Closed week').waitFor();
  const cells = main()
    .locator('td')
    .filter({ has: page.locator('time[datetime="2026-11-23"]') });
  await expect.poll(() => cells.getByText('Closed week').count()).toBe(1);
  await page.goto(`${product.url}/days?day=2026-11-21&view=list`);
  await main()
    .getByRole('row', { name: /Closed week/ })
    .waitFor();
});

test('a calendar of no entries says so in the words of the document, in each of its views', {
  tags: ['thorough'],
}, async () => {
  for (const view of ['month', 'week', 'list']) {
    await page.goto(`${product.url}/days?day=2031-01-15&view=${view}`);
    await expect.poll(() => main().getByText('Nobody comes in these days.').count()).toBe(1);
  }
});

test('an entry is moved by its keys and by dragging it, where its day may be changed', async () => {
  await page.goto(`${product.url}/days?day=2026-11-21`);
  const entry = main().getByRole('button', { name: 'Blue · Board' });
  await entry.focus();
  await page.keyboard.press('Shift+ArrowRight');
  const on = (day: string) =>
    main()
      .locator('td')
      .filter({ has: page.locator(`time[datetime="${day}"]`) });
  await on('2026-11-06').getByText('Board').waitFor();
  await drag(on('2026-11-06').getByText('Board'), on('2026-11-19'));
  await on('2026-11-19').getByText('Board').waitFor();
  // It stays where it was dropped while the answer is awaited.
  const there = async () => (await page.request.get(`${product.url}/api/bookings?on=2026-11-19`)).json();
  await expect.poll(there).toMatchObject({ items: [{ note: 'Board' }] });
  // Nobody may change a holiday's days.
  expect(
    await main()
      .getByRole('button', { name: /Closed week/ })
      .count(),
  ).toBe(0);
});

test.each([
  ['/board', 'Move Crew'],
  ['/days?day=2026-11-12', 'Actions for Crew'],
  ['/days?day=2026-11-12&view=list', 'Actions for Crew'],
])('a card and an entry have the actions of their record, the screen its own: %s', async (address, menu) => {
  await page.goto(product.url + address);
  await main().getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: 'Once more' }).click();
  const form = page.getByRole('dialog', { name: 'Once more' });
  await expect.poll(() => form.getByLabel('Room').inputValue()).toBe('Red');
  expect(await form.getByRole('textbox', { name: 'On', exact: true }).inputValue()).toBe('13/11/2026');
  expect(await form.getByLabel('Note').inputValue()).toBe('Crew');
  await form.getByText('Cancel', { exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await main().getByRole('button', { name: 'Close', exact: true }).click();
  const other = page.getByRole('dialog', { name: 'Close' });
  expect(await other.getByLabel('Name').inputValue()).toBe('Closed');
  expect(await findViolations(page)).toEqual([]);
});

/** Jobs of one try, which no other try or case finds: their names begin with a word of their own. */
async function jobs(...places: readonly (string | null)[]): Promise<{ word: string; called: (at: number) => string }> {
  const word = `J${Date.now()}`;
  const called = (at: number) => `${word} ${'ABCDEF'[at]}`;
  for (const [at, place] of places.entries())
    await page.request.post(`${product.url}/api/jobs`, { data: { name: called(at), place } });
  return { word, called };
}

/** The names of jobs in their order, as the product has it. */
async function orderOf(word: string): Promise<string> {
  const answer = await page.request.get(`${product.url}/api/jobs?screen=jobs&q=${word}`);
  const { items } = (await answer.json()) as { items: { name: string }[] };
  return items.map(({ name }) => name.at(-1)).join('');
}

/** The names of rows or cards in their order, as the page shows them. */
const shownIn = (place: Locator) => async () =>
  (await place.locator('[data-record]').allInnerTexts()).map((text) => /J\d+ (\w)/.exec(text)?.[1]).join('');

test('a row is moved by its handle and by keys, one write each, and keeps the focus', async () => {
  const { word, called } = await jobs('1', '2', '3');
  await page.goto(`${product.url}/jobs?q=${word}`);
  const shown = shownIn(main());
  await expect.poll(shown).toBe('ABC');
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push(request.postData() ?? '');
  });
  const grip = (at: number) => main().getByRole('button', { name: `Move ${called(at)}` });
  await grip(2).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(shown).toBe('ACB');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(`Move ${called(2)}`);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(shown).toBe('ABC');
  await main()
    .getByRole('row', { name: called(0) })
    .getByRole('button')
    .first()
    .focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(shown).toBe('BAC');
  await expect.poll(() => orderOf(word)).toBe('BAC');
  await carry(grip(1), grip(2), 'behind');
  await expect.poll(shown).toBe('ACB');
  await expect.poll(() => orderOf(word)).toBe('ACB');
  expect(writes).toHaveLength(4);
  expect(await findViolations(page)).toEqual([]);
});

test('a refused move stays in its place, with the words of the document; sorted otherwise, no row is moved', {
  tags: ['thorough'],
}, async () => {
  const { word, called } = await jobs('0.6', '1.2', '3');
  await page.goto(`${product.url}/jobs?q=${word}`);
  const shown = shownIn(main());
  await expect.poll(shown).toBe('ABC');
  await main()
    .getByRole('button', { name: `Move ${called(2)}` })
    .focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(shown).toBe('ACB');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(`Move ${called(2)}`);
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByRole('dialog').getByText('Only what is urgent comes first.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(shown).toBe('ACB');
  await main().getByRole('button', { name: 'Name' }).click();
  await expect
    .poll(() =>
      main()
        .getByRole('button', { name: `Move ${called(2)}` })
        .count(),
    )
    .toBe(0);
});

test('records without a place get one as far as one of them is moved, and two people end in one order', async () => {
  const { word, called } = await jobs(null, null, null, '5');
  const other = await page.context().newPage();
  await Promise.all([page, other].map((each) => each.goto(`${product.url}/jobs?q=${word}`)));
  const shown = shownIn(main());
  const shownThere = shownIn(other.locator('main[data-loaded]'));
  await expect.poll(shown).toBe('DABC');
  await expect.poll(shownThere).toBe('DABC');
  await main()
    .getByRole('button', { name: `Move ${called(1)}` })
    .focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(shown).toBe('DACB');
  await expect.poll(() => orderOf(word)).toBe('DACB');
  await expect.poll(shownThere).toBe('DACB');
  // Both bring a row to one place.
  await main()
    .getByRole('button', { name: `Move ${called(2)}` })
    .focus();
  await other.getByRole('button', { name: `Move ${called(1)}` }).focus();
  await Promise.all([page.keyboard.press('Shift+ArrowUp'), other.keyboard.press('Shift+ArrowUp')]);
  await expect.poll(async () => new Set([await shown(), await shownThere(), await orderOf(word)]).size).toBe(1);
  await other.close();
});

test('a card is moved within its column and into another one, by the mouse and by keys', async () => {
  const { word, called } = await jobs('1', '2', '3', '4');
  const board = (name: string) => main().getByRole('region', { name });
  const card = (at: number) =>
    main()
      .getByRole('article')
      .filter({ hasText: called(at) });
  await page.goto(`${product.url}/effort?q=${word}`);
  const small = shownIn(board('Small'));
  await expect.poll(small).toBe('ABCD');
  await carry(card(3), card(1), 'before');
  await expect.poll(small).toBe('ADBC');
  await expect.poll(() => orderOf(word)).toBe('ADBC');
  await carry(card(2), board('Large'), 'before');
  await expect.poll(shownIn(board('Large'))).toBe('C');
  await carry(card(0), card(2), 'behind');
  await expect.poll(shownIn(board('Large'))).toBe('CA');
  await card(1)
    .getByRole('button', { name: /^Move / })
    .focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(small).toBe('D');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('article')?.textContent))
    .toContain(called(1));
  const before = await orderOf(word);
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => orderOf(word)).not.toBe(before);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('article')?.textContent))
    .toContain(called(1));
  expect(await findViolations(page)).toEqual([]);
});

test('a card is where it was brought before the answer comes, and goes back with the reason if it is refused', {
  tags: ['thorough'],
}, async () => {
  const { word, called } = await jobs('1', '2');
  await page.request.post(`${product.url}/api/jobs`, { data: { name: `${word} C`, place: '0.6', effort: 'large' } });
  const board = (name: string) => main().getByRole('region', { name });
  const card = (at: number) =>
    main()
      .getByRole('article')
      .filter({ hasText: called(at) });
  await page.goto(`${product.url}/effort?q=${word}`);
  const [small, large] = [shownIn(board('Small')), shownIn(board('Large'))];
  await expect.poll(large).toBe('C');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/jobs/*', async (route) => {
    if (route.request().method() === 'PATCH') await answered.promise;
    await route.continue();
  });
  await carry(card(0), card(2), 'before');
  await expect.poll(large).toBe('AC');
  await expect.poll(small).toBe('B');
  // The next move waits for the answer to the one before.
  await card(1)
    .getByRole('button', { name: /^Move / })
    .focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(large).toBe('ACB');
  answered.resolve();
  await page.getByRole('dialog').getByText('Only what is urgent comes first.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(large).toBe('CB');
  await expect.poll(small).toBe('A');
  await page.unroute('**/api/jobs/*');
  await page.reload();
  await expect.poll(large).toBe('CB');
});

test('a card that an event brings to another column has its place there', async () => {
  const { word, called } = await jobs('1.5', '2', '3');
  await page.goto(`${product.url}/jobs/board?q=${word}`);
  const card = (at: number) =>
    main()
      .getByRole('article')
      .filter({ hasText: called(at) });
  const done = main().getByRole('region', { name: 'Done' });
  for (const at of [0, 2]) {
    await card(at)
      .getByRole('button', { name: /^Move / })
      .focus();
    await page.keyboard.press('Shift+ArrowRight');
    await done
      .getByRole('article')
      .filter({ hasText: called(at) })
      .waitFor();
  }
  await carry(card(1), card(0), 'before');
  await expect.poll(shownIn(done)).toBe('BAC');
  await expect.poll(() => orderOf(word)).toBe('BAC');
});

test('a number shows which part of its target is reached, a trend the present month and those before', async () => {
  const at = (month: number) => {
    const [year, present] = new Date().toISOString().split('-').map(Number);
    return new Date(Date.UTC(year ?? 0, (present ?? 0) - 1 + month, 15)).toISOString().slice(0, 10);
  };
  const tile = (name: string) => main().getByRole('region', { name });
  await page.goto(`${product.url}/load`);
  const reached = async () => Number(/(\d+)%/.exec(await tile('Urgent').innerText())?.[1]);
  const before = await reached();
  await page.request.post(`${product.url}/api/jobs`, { data: { name: 'Urgent' } });
  await expect.poll(reached).toBe(before + 25);
  const rooms = (await (await page.request.get(`${product.url}/api/rooms`)).json()) as { items: { id: string }[] };
  const booked = async () => Number(/^[\d,]+$/m.exec(await tile('Booked').innerText())?.[0].replaceAll(',', ''));
  const present = await booked();
  for (const [month, seats] of [
    [0, 6],
    [-1, 20],
    [-2, 5],
    [3, 90],
  ] as const)
    await page.request.post(`${product.url}/api/bookings`, {
      data: { room: rooms.items[0]?.id, on: at(month), seats, note: 'Load' },
    });
  await expect.poll(booked).toBe(present + 6);
  await tile('Booked')
    .getByText(/^\d+% of 12$/)
    .waitFor();
  await expect.poll(() => tile('Booked').locator('polyline').count()).toBe(1);
  await expect.poll(() => tile('Never').innerText()).not.toContain('%');
  expect(await findViolations(page)).toEqual([]);
});

test('a finger moves a row by its handle, and a card on which it rests', async () => {
  const { word, called } = await jobs('2', '3', '4');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  const session = await context.newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const carryByFinger = async (from: Locator, to: Locator, rest: () => Promise<unknown>) => {
    const [start, end] = await placesOf(from, to);
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    await touch('touchStart', x, y);
    await rest();
    const last = end.y + 2;
    for (let step = 1; step <= 8; step++) await touch('touchMove', x, y + ((last - y) * step) / 8);
    await touch('touchEnd', x, last);
  };
  const shown = shownIn(phone.locator('main[data-loaded]'));
  await phone.goto(`${product.url}/jobs?q=${word}`);
  await expect.poll(shown).toBe('ABC');
  const row = (at: number) => phone.getByRole('row', { name: called(at) });
  await carryByFinger(phone.getByRole('button', { name: `Move ${called(2)}` }), row(0), async () => undefined);
  await expect.poll(shown).toBe('CAB');
  await expect.poll(() => orderOf(word)).toBe('CAB');
  await phone.goto(`${product.url}/effort?q=${word}`);
  await expect.poll(shown).toBe('CAB');
  const card = (at: number) => phone.getByRole('article').filter({ hasText: called(at) });
  await carryByFinger(card(1), card(0), () => phone.locator('article[data-dragging]').waitFor());
  await expect.poll(shown).toBe('CBA');
  await expect.poll(() => orderOf(word)).toBe('CBA');
  await context.close();
});

/** Where two things are drawn. The rows of a list that is ordered by hand are hidden once more while its handles come. */
async function placesOf(handle: Locator, other: Locator) {
  await placeOf(handle);
  const end = await placeOf(other);
  return [await placeOf(handle), end] as const;
}

/** Where something is drawn, and stays: what comes late may push it down. */
async function placeOf(target: Locator) {
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing is there to be dragged.');
  return box;
}

/** Takes something at its middle, and lets go at the upper or the lower end of something else. */
async function carry(from: Locator, to: Locator, where: 'before' | 'behind'): Promise<void> {
  const [start, end] = await placesOf(from, to);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + (where === 'before' ? 1 : end.height - 1), { steps: 12 });
  await page.mouse.up();
}

/** Like a hand: presses, moves over the path, lets go. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const [start, end] = await placesOf(from, to);
  await page.mouse.move(start.x + 5, start.y + 5);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
}

test('a form refers to what its reader may never read: nothing can be chosen there, the rest is entered', async () => {
  await page.goto(`${product.url}/found`);
  await page.getByRole('heading', { level: 1, name: 'Found' }).waitFor();
  await page.getByRole('textbox', { name: 'Thing' }).fill('An umbrella');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/finds'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await answered).status()).toBe(201);
});
