import { type Browser, startBrowser } from '@nonet/browser';
import type { ProductBrowser } from '@nonet/proof';
import { Failure } from './failure.ts';
import { openProduct } from './product-browser.ts';

/** The browser that derived tests open screens with: started when it is asked for, if there is one. */
export class ProofBrowser {
  readonly #named: string | undefined;
  #browser: Browser | null = null;
  /** Why there is none, and what to do about it; null: there is one, or none was asked for. */
  why: string | null = null;

  /** @param named What the command's own option names. */
  constructor(named: string | undefined) {
    this.#named = named;
  }

  /** @throws {Failure} Where the one that is named can't be used. */
  async open(): Promise<ProductBrowser | null> {
    const found = await startBrowser(this.#named);
    if (found.browser === null) {
      if (found.isNamed) throw new Failure(`${found.why}.`, 2);
      this.why = found.why;
      return null;
    }
    this.#browser = found.browser;
    return openProduct(found.browser);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }
}
