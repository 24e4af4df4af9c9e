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
