import { randomInt } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startLatencyProxy } from './latency-proxy.ts';

/** Makes the windows of a test's browser as slow as the environment says (CONTRIBUTING.md). */
export interface Slowness {
  /** The options with which a window is opened. */
  readonly options: BrowserContextOptions;
  /** Slows down every page that the window opens. */
  readonly slowDown: (context: BrowserContext) => void;
}

/** Reads the environment; nothing is slow if it says nothing. What is started for it ends with the browser. */
export async function readSlowness(browser: Browser): Promise<Slowness> {
  const cpuThrottle = numbersIn('NONET_TEST_CPU_THROTTLE')[0];
  const typingDelay = numbersIn('NONET_TEST_TYPING_DELAY')[0];
  const [least, most = least] = numbersIn('NONET_TEST_LATENCY');
  const options: BrowserContextOptions = {};
  if (least !== undefined && most !== undefined) {
    const seed = Number(process.env.NONET_TEST_LATENCY_SEED ?? randomInt(2 ** 31));
    console.warn(`Requests take ${least} to ${most} ms: NONET_TEST_LATENCY_SEED=${seed}`);
    const proxy = await startLatencyProxy([least, most], seed);
    browser.once('disconnected', () => proxy.close());
    options.proxy = { server: proxy.url };
  }
  return {
    options,
    slowDown: (context) => {
      if (cpuThrottle === undefined && typingDelay === undefined) return;
      const newPage = context.newPage.bind(context);
      context.newPage = async () => {
        const page = await newPage();
        if (typingDelay !== undefined) typeSlowly(page, typingDelay);
        if (cpuThrottle !== undefined) {
          const session = await context.newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottle });
        }
        return page;
      };
    },
  };
}

/** A number, or a range: `300`, `0-1500`. */
function numbersIn(name: string): readonly number[] {
  const stated = process.env[name] ?? '';
  if (stated === '') return [];
  if (!/^\d+(-\d+)?$/.test(stated)) throw new Error(`${name} is \`${stated}\`: write \`300\` or \`0-1500\`.`);
  return stated.split('-').map(Number);
}

/** Types each letter after a delay, also where a test fills in a whole text at once. */
function typeSlowly(page: Page, delay: number): void {
  const type = page.keyboard.type.bind(page.keyboard);
  page.keyboard.type = (text, options) => type(text, { delay, ...options });
  const locators: { fill: Locator['fill'] } = Object.getPrototypeOf(page.locator('html'));
  if (typed.has(locators)) return;
  typed.add(locators);
  const { fill } = locators;
  locators.fill = async function typedFill(this: Locator, value, options) {
    await fill.call(this, '', options);
    // The input has the focus now, whatever else bears its name by the next letter.
    await this.page().keyboard.type(value, { delay });
  };
}

/** The library's classes of places in a page whose `fill` types. */
const typed = new WeakSet();
