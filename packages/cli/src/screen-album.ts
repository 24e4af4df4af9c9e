import type { Page } from '@nonet/browser';
import type { OpenedAs, Picture, Pictures } from '@nonet/proof';

/** The maximum number of pictures in a report, and of characters of Base64 in each. */
const MOST_PICTURES = 60;
const MOST_CHARACTERS = 80_000;
/** A picture is this part of the window. */
const SCALE = 0.5;
/** Tried one after the other, until the picture is small enough. */
const QUALITIES = [60, 30] as const;

/** Small pictures of screens for a report: one for each screen and role, the first that is seen. */
export class ScreenAlbum implements Pictures {
  readonly taken: Picture[] = [];
  leftOut = 0;
  readonly #seen = new Set<string>();

  /** Takes a picture of what a page shows now. One that can't be taken is counted, and spoils no test. */
  async take(page: Page, { screen, role }: OpenedAs): Promise<void> {
    const key = `${screen} ${role}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const size = page.viewportSize();
    if (size === null || this.#seen.size - this.leftOut > MOST_PICTURES) {
      this.leftOut += 1;
      return;
    }
    const jpeg = await shrunk(page, size).catch(() => null);
    if (jpeg === null) this.leftOut += 1;
    else this.taken.push({ screen, role, jpeg, width: size.width * SCALE, height: size.height * SCALE });
  }
}

/** A JPEG in Base64 of what the window shows; null if it is too large. @throws if the page is gone. */
async function shrunk(page: Page, size: { width: number; height: number }): Promise<string | null> {
  const session = await page.context().newCDPSession(page);
  try {
    const clip = { x: 0, y: 0, ...size, scale: SCALE };
    for (const quality of QUALITIES) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality, clip });
      if (data.length <= MOST_CHARACTERS) return data;
    }
    return null;
  } finally {
    await session.detach();
  }
}
