import type { Page } from '@nonet/browser';
import {
  type AccessibleNode,
  AccessibilityTree,
  describe,
  nameOf,
  obstaclesIn,
  read,
  roleOf,
} from './accessibility.ts';
import type { Journal } from './journal.ts';
import type { Way } from './story.ts';

const ACTED_ON = new Set(['button', 'link', 'menuitem']);
const ENTERED = new Set(['textbox', 'combobox', 'searchbox', 'spinbutton']);
const SURFACES = new Set(['dialog', 'alertdialog', 'menu', 'listbox']);
const TIMEOUT_MILLISECONDS = 30_000;

/**
 * The tree that a screen reader reads out, and nothing else: controls are found by role and name, and what changes is
 * known only by the focus that moves or by what a live region says.
 */
export async function byScreenReader(page: Page, journal: Journal): Promise<Way> {
  const tree = await AccessibilityTree.of(page);
  const spoken: string[] = [];
  await page.exposeFunction('speak', (text: string) => spoken.push(text));
  await page.addInitScript(watchLiveRegions);

  /** The nodes that may be reached: while a dialog is open, those in it. */
  async function reachable(): Promise<readonly AccessibleNode[]> {
    const nodes = await tree.nodes();
    const modal = nodes.findLast((node) => /dialog/.test(roleOf(node)) && !node.ignored);
    if (modal === undefined) return nodes;
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const isIn = (node: AccessibleNode | undefined): boolean =>
      node !== undefined && (node === modal || SURFACES.has(roleOf(node)) || isIn(byId.get(node.parentId ?? '')));
    return nodes.filter(isIn);
  }

  async function find(roles: ReadonlySet<string>, name: RegExp): Promise<AccessibleNode> {
    const until = Date.now() + TIMEOUT_MILLISECONDS;
    for (;;) {
      const nodes = await reachable();
      const found = nodes.find((node) => !node.ignored && roles.has(roleOf(node)) && name.test(nameOf(node)));
      if (found) return found;
      if (Date.now() > until)
        throw new Error(`The tree has no ${[...roles].join(' or ')} named ${name}:\n${read(nodes).join('\n')}`);
      await page.waitForTimeout(100);
    }
  }

  async function activate(roles: ReadonlySet<string>, name: RegExp, how: 'click' | 'focus'): Promise<void> {
    const node = await find(roles, name);
    journal.step(`${how === 'click' ? 'activates' : 'enters'} ${describe(node)}`);
    await tree.activate(node, how);
  }

  let before: string | null = null;
  /** Records what was said since the last time: live regions, and the control that has the focus now. */
  async function listen(): Promise<void> {
    for (const text of spoken.splice(0)) journal.step(`  hears “${text}”`);
    const focused = await tree.focused();
    const now = focused === null ? 'the begin of the page' : describe(focused);
    if (now !== before) journal.step(`  hears the focus: ${now}`);
    before = now;
  }

  const enter = async (label: RegExp, text: string) => {
    await activate(ENTERED, label, 'focus');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    journal.step(`types “${text}”`);
  };

  return {
    page,
    arrive: async (url) => {
      journal.step(`opens ${new URL(url).pathname}`);
      await page.goto(url);
    },
    goTo: async (screen) => activate(new Set(['link']), new RegExp(`^${screen}\\b`), 'click'),
    press: async (name) => {
      spoken.length = 0;
      await activate(ACTED_ON, name, 'click');
    },
    fill: enter,
    choose: async (label, letters, option) => {
      await enter(label, letters);
      await activate(new Set(['option']), new RegExp(`^${option}`), 'click');
    },
    perceive: async (text) => {
      const until = Date.now() + TIMEOUT_MILLISECONDS;
      let nodes = await tree.nodes();
      const isRead = (node: AccessibleNode) => !node.ignored && !/option|WebArea/i.test(roleOf(node));
      while (!nodes.some((node) => isRead(node) && text.test(nameOf(node)))) {
        if (Date.now() > until) throw new Error(`The tree never has ${text}:\n${read(nodes).join('\n')}`);
        await page.waitForTimeout(100);
        nodes = await tree.nodes();
      }
      // Parts behind the screen itself follow, as its history.
      await page.waitForTimeout(1_000);
      const [where, heard] = [new URL(page.url()).pathname, spoken.length];
      journal.step(`\n── ${where}, with ${text} ──`);
      const focusedBefore = before;
      await listen();
      if (heard === 0 && before === focusedBefore)
        journal.obstacle(`${where}: ${text} comes without a word: nothing is announced, and the focus stays`);
      nodes = await reachable();
      for (const line of read(nodes)) journal.step(`  ${line}`);
      for (const obstacle of obstaclesIn(nodes)) journal.obstacle(`${where}: ${obstacle}`);
      journal.step('');
    },
    signOut: async (person) => {
      await activate(ACTED_ON, new RegExp(`^Account.*${person}`), 'click');
      await activate(new Set(['menuitem']), /^Sign out/, 'click');
    },
  };
}

/** Runs in the page: passes on what live regions say, as a screen reader would read it. */
function watchLiveRegions(): void {
  const { speak } = window as unknown as { speak: (text: string) => void };
  const LIVE = '[aria-live]:not([aria-live=off]), [role=alert], [role=status], [role=log], output';
  const said = new WeakMap<Element, string>();
  const hear = (region: Element) => {
    const text = region.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text !== '' && said.get(region) !== text) speak(text);
    said.set(region, text);
  };
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const at = target instanceof Element ? target : target.parentElement;
      const around = at?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes)
        if (node instanceof Element)
          // A polite region that comes with its text is not read out; an alert is.
          for (const region of [...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)])
            if (region.matches('[role=alert]')) regions.add(region);
            else said.set(region, region.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');
    }
    for (const region of regions) hear(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
