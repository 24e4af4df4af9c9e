import type { Locator, Page } from '@nonet/browser';
import type { Journal } from './journal.ts';
import type { Way } from './story.ts';

/** The least size of a target, in px: buttons have it, as docs/design.md states; links in a text are as high as it. */
const LEAST_BUTTON = 36;
const LEAST_LINK = 24;

/** A finger alone on a telephone: taps, and the telephone's own keyboard, which has letters and no Tab. */
export async function byTouch(page: Page, journal: Journal): Promise<Way> {
  const inSight = (found: Locator) => found.filter({ visible: true });
  const control = (name: RegExp): Locator =>
    inSight(
      page.getByRole('button', { name }).or(page.getByRole('link', { name })).or(page.getByRole('menuitem', { name })),
    );
  const field = (label: RegExp) => inSight(page.getByLabel(label).and(page.locator('input, textarea')));

  async function tap(found: Locator, what: string): Promise<void> {
    // The part on top is meant: a dialog before the screen behind it.
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const target = (await dialog.count()) > 0 ? found.and(dialog.locator('*')).first() : found.first();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    const { width = 0, height = 0 } = box ?? {};
    journal.step(`taps ${what} (${Math.round(width)} × ${Math.round(height)} px)`);
    // The card of a record is pressed as a whole, and the link in it is only its name.
    const [isLink, isInCard] = await target.evaluate((element) => [
      element.tagName === 'A',
      element.closest('[data-record]') !== null,
    ]);
    if (!(isLink && isInCard) && Math.min(width, height) < (isLink ? LEAST_LINK : LEAST_BUTTON))
      journal.obstacle(`${what} is ${Math.round(width)} × ${Math.round(height)} px, too small for a finger`);
    await target.tap();
  }

  async function typeInto(label: RegExp, text: string): Promise<void> {
    const input = field(label);
    await tap(input, `the field ${label.source}`);
    const [type, mode] = await input
      .first()
      .evaluate((element) => [element.getAttribute('type') ?? 'text', element.getAttribute('inputmode') ?? '']);
    if (/^[\d.]+$/.test(text) && !/decimal|numeric/.test(mode ?? '') && type !== 'number')
      journal.obstacle(`the field ${label.source} brings a keyboard of letters for a number`);
    if (type === 'date') {
      // The telephone's own picker is no part of the page.
      await input.first().fill(text.split('/').toReversed().join('-'));
      journal.step(`chooses ${text} from the telephone's own calendar`);
      return;
    }
    await input.first().selectText();
    await page.keyboard.insertText(text);
    journal.step(`types “${text}”`);
  }

  return {
    page,
    arrive: async (url) => {
      journal.step(`opens ${new URL(url).pathname}`);
      await page.goto(url);
    },
    goTo: async (screen) => {
      await tap(control(/^Menu$/), 'Menu');
      const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}\\b`) });
      await tap(inSight(link), screen);
    },
    press: async (name) => tap(control(name), name.source),
    fill: typeInto,
    choose: async (label, letters, option) => {
      await typeInto(label, letters);
      await tap(inSight(page.getByRole('option', { name: option })), option);
    },
    perceive: async (text) => {
      const shown = inSight(page.locator('main[data-loaded], [role=dialog]').getByText(text)).first();
      await shown.waitFor();
      journal.step(`sees ${text}`);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (sideways > 0) journal.obstacle(`${new URL(page.url()).pathname} scrolls sideways by ${sideways} px`);
    },
    signOut: async (person) => {
      await tap(control(new RegExp(`^Account.*${person}`)), 'Account');
      await tap(control(/^Sign out/), 'Sign out');
    },
  };
}
