import type { Page } from '@nonet/browser';
import { AccessibilityTree, describe, nameOf, roleOf } from './accessibility.ts';
import type { Journal } from './journal.ts';
import type { Way } from './story.ts';

/** The most steps from one control to the next that somebody goes; further on, they believe that there is none. */
const MOST_STEPS = 150;

const ACTED_ON = /^(?:button|link|menuitem)$/;
const ENTERED = /^(?:textbox|combobox)$/;

/** The keyboard alone: Tab from control to control, and the keys of the control that has the focus. */
export async function byKeyboard(page: Page, journal: Journal): Promise<Way> {
  const tree = await AccessibilityTree.of(page);

  /** Goes on with Tab until the control is there; one that has the focus already is meant at once. */
  async function tabTo(name: RegExp, roles: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
      const focused = await tree.focused();
      if (focused !== null && roles.test(roleOf(focused)) && name.test(nameOf(focused))) {
        journal.step(`${steps} × Tab: ${describe(focused)}`);
        if (!(await hasVisibleFocus(page))) journal.obstacle(`the focus is not seen at ${describe(focused)}`);
        return;
      }
      if (focused !== null) {
        passed.push(nameOf(focused));
        if (nameOf(focused) === '') journal.obstacle(`the focus is at a part without a name: ${await outline(page)}`);
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never gets to ${name}, but to ${[...new Set(passed)].join(' · ')}.`);
  }

  return {
    page,
    arrive: async (url) => {
      journal.step(`opens ${new URL(url).pathname}`);
      await page.goto(url);
    },
    goTo: async (screen) => {
      await tabTo(new RegExp(`^${screen}\\b`), ACTED_ON);
      await page.keyboard.press('Enter');
      journal.step('Enter');
    },
    press: async (name) => {
      await tabTo(name, ACTED_ON);
      await page.keyboard.press('Enter');
      journal.step('Enter');
    },
    fill: async (label, text) => {
      await tabTo(label, ENTERED);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      journal.step(`types “${text}”`);
    },
    choose: async (label, letters, option) => {
      await tabTo(label, ENTERED);
      await page.keyboard.type(letters);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      journal.step(`types “${letters}”, chooses ${option} with ArrowDown, Enter`);
    },
    perceive: async (text) => {
      await page
        .locator('main[data-loaded], [role=dialog]')
        .getByText(text)
        .filter({ visible: true })
        .first()
        .waitFor();
      // The focus goes where the work goes on, once that is drawn.
      await page.waitForTimeout(700);
      const focused = await tree.focused();
      if (focused === null) journal.obstacle(`the focus is lost where ${text} comes`);
      journal.step(`sees ${text}; the focus is at ${focused === null ? 'the begin of the page' : describe(focused)}`);
    },
    signOut: async (person) => {
      await tabTo(new RegExp(`^Account.*${person}`), ACTED_ON);
      await page.keyboard.press('Enter');
      const item = page.getByRole('menuitem', { name: 'Sign out' });
      await item.waitFor();
      for (let steps = 0; steps < 20 && !(await isFocused()); steps += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      journal.step('Enter, ArrowDown to “Sign out”, Enter');
      async function isFocused(): Promise<boolean> {
        return item.evaluate((element) => element === document.activeElement);
      }
    },
  };
}

async function outline(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '');
}

/** Whether the control with the focus is in sight, and drawn in another way than the same without it. */
async function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return false;
    const box = element.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) return false;
    // An outline, or a border of its own colour, at the control or at what it is drawn in.
    const drawn = [element, element.parentElement, element.nextElementSibling].filter((each) => each !== null);
    return (
      drawn.some((each) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      }) || element.matches('input, textarea, select')
    );
  });
}
