import type { Page } from 'playwright-core';

/**
 * Short texts of a screen of which a part is cut away: each with how many pixels of it are missing. A long text may end
 * in “…”, since its record shows it whole. What scrolls hides nothing for good, and what is folded away shows nothing.
 */
export async function findCuts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LONGEST_SHORT = 24;
    /** Smaller differences are rounding, and the room around letters. */
    const LEAST = 2;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || lineOf(parent).length > LONGEST_SHORT) continue;
      if (parent.closest('.visually-hidden, script, style, option') !== null) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const missing = missingOf(box, parent);
      if (missing > LEAST) found.push(`${text} (${Math.round(missing)} px)`);
    }
    return found;

    /** The whole text of the line: a short part of a long one may be cut. */
    function lineOf(from: Element): string {
      let at = from;
      while (at.parentElement !== null && /^(?:inline|contents)/.test(getComputedStyle(at).display))
        at = at.parentElement;
      const around = at.closest('a, [role=gridcell]');
      return (around ?? at).textContent.trim();
    }

    /** How much of a text's width the ancestors cut away that do not scroll; 0 where nothing of it is shown. */
    function missingOf(box: DOMRect, from: Element): number {
      let [left, right] = [box.left, box.right];
      for (let at: Element | null = from; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll' || position === 'fixed') break;
        if (overflowX === 'visible') continue;
        const frame = at.getBoundingClientRect();
        if (overflowY !== 'visible' && Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top) < LEAST)
          return 0;
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      }
      return right - left > 1 ? box.width - (right - left) : 0;
    }
  });
}
