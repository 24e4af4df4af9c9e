import type { Browser, Page } from '@nonet/browser';
import type { GivenRequest } from '@nonet/client';
import { SIGN_IN_ROUTE } from '@nonet/language';
import { because, type Opened, type ProductBrowser, within } from '@nonet/proof';
import type { ScreenAlbum } from './screen-album.ts';

/** The time in which a screen must have its data, and a menu must be open. */
const MOST_MILLISECONDS = 30_000;

interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * The screens of a product in a browser: each reader has a window of their own, and is led within it from one to the
 * next. @param album Takes pictures of them.
 */
export function openProduct(browser: Browser, album: ScreenAlbum | null = null): ProductBrowser {
  const visitors = new Map<string, Visitor>();
  return {
    open: async (cookie, address, records, as, requests = []) => {
      const { origin } = new URL(address);
      const key = `${cookie} ${origin}`;
      const known = visitors.get(key);
      const visitor = known ?? (await arrive(browser, cookie, origin));
      if (known === undefined) await leaveOthers(visitors, origin);
      visitors.set(key, visitor);
      const { page, complaints } = visitor;
      try {
        // A page that is open already would stay, and not load its data again.
        const isNew = known === undefined || new URL(page.url()).pathname === new URL(address).pathname;
        await (isNew ? page.goto(address) : leadTo(page, address));
        await page.locator('main[data-loaded]').waitFor();
        const seen = await withTimeout(page.evaluate(look, SIGN_IN_ROUTE));
        if (album !== null && as !== null) await withTimeout(album.take(page, as));
        const beside =
          records.length === 0
            ? {}
            : await withTimeout(page.evaluate(readScreen, { records, most: MOST_MILLISECONDS }));
        const asked = requests.length === 0 ? {} : { probed: await withTimeout(askAsPage(page, requests)) };
        return { ...seen, records: beside, ...asked, complaints: complaints.splice(0) };
      } catch (error) {
        if (!browser.isConnected() || !(error instanceof Error)) throw error;
        // A page that hangs would make all later ones hang, too.
        visitors.delete(key);
        await page.context().close();
        return { clauses: [], menu: [], records: {}, complaints: [...complaints, error.message.split('\n')[0] ?? ''] };
      }
    },
  };
}

/** The driver itself waits without an end for a page whose program has none. */
function withTimeout<Result>(looking: Promise<Result>): Promise<Result> {
  return within(MOST_MILLISECONDS / 1000, because`the page does not answer`, looking);
}

/** Has the page of a given screen ask for something, by its own client; where there is none, nothing was asked. */
async function askAsPage(page: Page, requests: readonly GivenRequest[]): Promise<Probed> {
  const element = await page.locator('main iframe').elementHandle({ timeout: 1000 }).catch(noFrame);
  const frame = await element?.contentFrame();
  return frame ? frame.evaluate(askEach, requests) : [];
}

/** The reader may not open the screen: it has no page. */
function noFrame(error: unknown): null {
  if (error instanceof Error && error.name === 'TimeoutError') return null;
  throw error;
}

type Probed = NonNullable<Opened['probed']>;

/** It runs in the given page, so it must be self-contained. */
async function askEach(requests: readonly GivenRequest[]): Promise<Probed> {
  type Client = Record<string, (...words: readonly unknown[]) => Promise<unknown>>;
  const { nonet } = window as unknown as { nonet: Client };
  const found: { code: string | null; fields: string[] }[] = [];
  for (const { method, entity, ...rest } of requests) {
    try {
      const answer = (await nonet[method]?.(entity, ...Object.values(rest))) as { items?: object[] } | null;
      found.push({ code: null, fields: [...new Set((answer?.items ?? []).flatMap((item) => Object.keys(item)))] });
    } catch (error) {
      found.push({ code: String((error as { code?: unknown }).code), fields: [] });
    }
  }
  return found;
}

/** A product that was put back has another address: what was opened at a former one is closed. */
async function leaveOthers(visitors: Map<string, Visitor>, origin: string): Promise<void> {
  for (const [key, { page }] of visitors) {
    if (key.endsWith(` ${origin}`)) continue;
    visitors.delete(key);
    await page.context().close();
  }
}

async function arrive(browser: Browser, cookies: string | null, url: string): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const held = (cookies ?? '').split('; ').flatMap((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return name === '' ? [] : [{ name, value: value.join('='), url }];
  });
  await context.addCookies(held);
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MILLISECONDS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Within the product, as a link does; what was there before does not count as loaded any more. */
async function leadTo(page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('main')?.removeAttribute('data-loaded');
    history.pushState({}, '', '/-/nowhere');
  });
  await page.evaluate((to) => history.pushState({}, '', to), address);
}

/** The visible clauses, and the addresses of the menu. It runs in the page, so it must be self-contained. */
function look(signInRoute: string): Pick<Opened, 'clauses' | 'menu'> {
  const clauses = [...document.querySelectorAll('main [data-clause]')].flatMap((part) =>
    part.checkVisibility() ? (part.getAttribute('data-clause') ?? '').split(' ') : [],
  );
  return {
    clauses: [...new Set(clauses)].filter((clause) => clause !== ''),
    // Of the addresses that begin with `/-/` the sign-in alone is a screen; records at hand are none either.
    menu: [...document.querySelectorAll('nav ul:not([data-at-hand]) a')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((address) => address === signInRoute || !address.startsWith('/-/')),
  };
}

/**
 * The parts of some records, with their menus opened one after the other. It runs in the page, so it must be
 * self-contained.
 */
async function readScreen({
  records,
  most,
}: {
  records: readonly string[];
  most: number;
}): Promise<Record<string, string[]>> {
  const clausesIn = (part: Element) =>
    [...part.querySelectorAll('[data-clause]')].flatMap((each) =>
      each.checkVisibility() ? (each.getAttribute('data-clause') ?? '').split(' ') : [],
    );
  const deadline = performance.now() + most;
  const until = async <Found>(what: string, find: () => Found | null | undefined): Promise<Found> => {
    for (;;) {
      const found = find();
      if (found !== null && found !== undefined) return found;
      if (performance.now() > deadline) throw new Error(`${what}, after ${most / 1000} s`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  const menu = () => document.querySelector('[role="menu"]');
  const found: Record<string, string[]> = {};
  for (const id of records) {
    const place = () => document.querySelector(`main [data-record="${CSS.escape(id)}"]`);
    const button = () => place()?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
    const part = place();
    if (part === null) continue;
    const clauses = clausesIn(part);
    if (button()) {
      button()?.click();
      const opened = await until(`the menu of ${id} is not open`, () => {
        const dropdown = menu();
        const isLoaded = dropdown?.hasChildNodes() === true && dropdown.querySelector('[aria-busy="true"]') === null;
        return isLoaded ? dropdown : null;
      });
      clauses.push(...clausesIn(opened));
      button()?.click();
      await until(`the menu of ${id} stays open`, () => (menu() === null ? true : null));
    }
    found[id] = [...new Set(clauses)].filter((clause) => clause !== '');
  }
  return found;
}
