import type { Browser, Locator, Page } from 'playwright-core';

/** A person with a browser window. Keeps the errors that the page reports. */
export class Person {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // A refusal is an answer with an error status, which the browser reports by itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.complaints.push(message.text());
      }
    });
  }

  /** Opens the product in a window of their own. */
  static async arrive(browser: Browser, url: string): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const person = new Person(await context.newPage());
    await person.page.goto(url);
    await person.main.waitFor();
    return person;
  }

  /** Opens the sign-in screen from the head, and signs in as a demo person with a click on their name. */
  static async signIn(browser: Browser, url: string, name: string): Promise<Person> {
    const person = await Person.arrive(browser, url);
    await person.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await person.main.getByRole('button', { name: new RegExp(name) }).click();
    // The sign-in screen has a button of this name too.
    await person.page.getByRole('banner').getByRole('button', { name }).waitFor();
    return person;
  }

  /** Fills in the sign-in form, on its screen. */
  async tryPassword(email: string, password: string): Promise<void> {
    await this.main.getByLabel('E-mail').fill(email);
    await this.main.getByLabel('Password', { exact: true }).fill(password);
    await this.press('Sign in');
  }

  /** The screen, once its data is there. */
  get main(): Locator {
    return this.page.locator('main[data-loaded]');
  }

  async open(screen: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    await this.main.getByRole('heading', { name: screen, level: 1 }).waitFor();
  }

  async press(button: string): Promise<void> {
    await this.main.getByRole('button', { name: button, exact: true }).click();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** A notice in a corner of a page: its text, and how many buttons it has. */
interface Notice {
  readonly text: string;
  readonly buttons: number;
}

/**
 * Keeps what the notices of a page say from now on. One without a way back is shown for three seconds, which may pass
 * before a busy machine looks.
 */
export async function keepNotices(page: Page): Promise<readonly Notice[]> {
  const kept: Notice[] = [];
  await page.exposeFunction('keepNotice', (text: string, buttons: number) => void kept.push({ text, buttons }));
  await page.addInitScript(watchNotices);
  await page.evaluate(watchNotices);
  return kept;
}

/** Runs in the page. */
function watchNotices(): void {
  const keep = (notice: Element): void => {
    const keepNotice: unknown = Reflect.get(window, 'keepNotice');
    if (typeof keepNotice === 'function') keepNotice(notice.textContent, notice.querySelectorAll('button').length);
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches('[role=alert]')) keep(node);
      for (const notice of node.querySelectorAll('[role=alert]')) keep(notice);
    }
  }).observe(document, { childList: true, subtree: true });
}
