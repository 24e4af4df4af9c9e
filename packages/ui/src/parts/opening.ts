import type { KeyboardEvent, MouseEvent } from 'react';

/** The width from which there is room for a panel beside the screen. */
const WIDE = '(min-width: 48.0625em)';
/** Elements with their own reaction to a click. */
export const ACTS = 'a, button, input, label, select, textarea, summary';

interface Opening {
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Opens the record (`data-record`) that is clicked, or whose link has the focus when the space bar is pressed, in the
 * panel. A click with Ctrl or ⌘, and one on a narrow screen, follows the link.
 * @param links Whether a record's link opens it in the panel, too: needed if nothing but the link can be clicked.
 */
export function openingOf(open: (id: string) => void, links: boolean): Opening {
  return {
    onClickCapture(event) {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !matchMedia(WIDE).matches) return;
      const id = recordAt(event);
      const acting = id === null ? null : (event.target as Element).closest(ACTS);
      const isItsLink = links && acting?.matches('a') === true;
      if (id === null || (acting !== null && !isItsLink) || !getSelection()?.isCollapsed) return;
      event.preventDefault();
      open(id);
    },
    onKeyDown(event) {
      const id = recordAt(event);
      if (event.key !== ' ' || event.defaultPrevented || id === null) return;
      if (!(event.target as Element).matches('a')) return;
      event.preventDefault();
      open(id);
    },
  };
}

/** The record of the element that an event is about; what is opened over the screen has none. */
function recordAt({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }): string | null {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  return target.closest('[data-record]')?.getAttribute('data-record') ?? null;
}
