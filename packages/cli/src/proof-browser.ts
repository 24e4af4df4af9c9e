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
  /**
   * @param named The browser that the command's own option names. @param album Takes pictures of the screens; null:
   * none are wanted.
   */
  constructor(named: string | undefined, album: ScreenAlbum | null) {
    this.#named = named;
    this.#album = album;
  }

  /**
   * Opens a browser for a product's screens, or gives the reason why there is none, and what to do about it.
   * @throws {Failure} if the named browser can't be used.
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
