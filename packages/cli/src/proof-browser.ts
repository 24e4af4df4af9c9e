import { type Browser, startBrowser } from '@nonet/browser';
import type { ProductBrowser } from '@nonet/proof';
import { Failure } from './failure.ts';
import { openProduct } from './product-browser.ts';
import type { ScreenAlbum } from './screen-album.ts';

/** The browser that derived tests open screens with: started when it is asked for, if there is one. */
export class ProofBrowser {
  readonly #named: string | undefined;
  #browser: Browser | null = null;
  readonly #album: ScreenAlbum | null;
  /** @param named What the command's own option names. @param album Takes pictures of the screens; null: nobody asks for any. */
  constructor(named: string | undefined, album: ScreenAlbum | null) {
    this.#named = named;
    this.#album = album;
  }

  /**
   * What opens a product's screens, or why nothing does, and what to do about it.
   * @throws {Failure} Where the one that is named can't be used.
   */
  async open(): Promise<{ readonly browser: () => ProductBrowser } | { readonly why: string }> {
    const found = await startBrowser(this.#named);
    if (found.browser === null) {
      if (found.isNamed) throw new Failure(`${found.why}.`, 2);
      return { why: found.why };
    }
    const { browser } = found;
    this.#browser = browser;
    return { browser: () => openProduct(browser, this.#album) };
  }

  get isOpen(): boolean {
    return this.#browser !== null;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }
}
