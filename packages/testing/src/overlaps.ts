import type { Page } from 'playwright-core';

/**
 * Texts of a screen that lie over each other: pairs of lines of text whose boxes intersect, as “one” × “other”. What is
 * hidden, covered on purpose (what stays while the rest scrolls below it), or outside of what scrolls does not count.
 */
export async function findOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      readonly text: string;
      readonly box: DOMRect;
      readonly parent: Element;
    }
    /** Smaller intersections are the room around letters. */
    const LEAST = 3;
    const lines: Line[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || parent.closest('.visually-hidden, script, style, option') !== null)
        continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const seen = clipped(box, parent);
        if (seen !== null && isOnTop(seen, parent)) lines.push({ text, box: seen, parent });
      }
    }
    const found: string[] = [];
    for (const [place, one] of lines.entries())
      for (const other of lines.slice(place + 1)) {
        if (one.parent === other.parent || one.parent.contains(other.parent) || other.parent.contains(one.parent))
          continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width <= LEAST || height <= LEAST) continue;
        const [x, y] = [Math.max(one.box.left, other.box.left), Math.max(one.box.top, other.box.top)];
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        if (covers(one.parent, other.parent, hit) || covers(other.parent, one.parent, hit)) continue;
        found.push(`${one.text} × ${other.text}`);
      }
    return found;

    /**
     * Whether the upper text is in a part that hides what is below it on purpose: that stays while the rest scrolls, or
     * that opens over the screen.
     */
    function covers(upper: Element, lower: Element, hit: Element | null): boolean {
      for (let at: Element | null = upper; at !== null && !at.contains(lower); at = at.parentElement) {
        const { position, backgroundColor } = getComputedStyle(at);
        const isOpaque = !/transparent|, 0(?:\.\d+)?\)$/.test(backgroundColor);
        const isOver =
          position === 'sticky' || at.matches('[role=menu], [role=listbox], [role=tooltip], [role=dialog]');
        if (isOver && isOpaque && hit !== null && at.contains(hit)) return true;
      }
      return false;
    }

    /** The part of a box that its scrolling and clipping ancestors show. */
    function clipped(box: DOMRect, from: Element): DOMRect | null {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at: Element | null = from; at !== null; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
        if (position === 'fixed') break;
      }
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
    }

    /** Whether nothing else covers the middle of a text. */
    function isOnTop(box: DOMRect, parent: Element): boolean {
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return hit !== null && (hit === parent || parent.contains(hit) || hit.contains(parent));
    }
  });
}
