const OVER = '[role="dialog"], [role="menu"]';
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/** The element that had the focus last on the screen itself, not in a dialog over it. */
let latest: Element | null = null;

/** From now on remembers which element has the focus. Call it once, before anything is shown. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest(OVER) === null) latest = target;
  });
}

/**
 * Remembers the focused element during a request or an action. The returned function restores the focus unless another
 * element has it by then: to that element; if it is gone, to its row, or to the row in its place; else to the heading.
 */
export function keptPlace(): () => void {
  const active = document.activeElement;
  const origin = active?.closest('[role="dialog"]') ? active : latest;
  const row = origin?.closest('[data-record]') ?? null;
  const list = row?.closest('table, section, main') ?? null;
  const rows = () => [...(list?.querySelectorAll('[data-record]') ?? [])];
  const place = row === null ? -1 : rows().indexOf(row);
  const clause = origin?.getAttribute('data-clause') ?? null;
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const now = row?.isConnected ? row : rows()[Math.min(place, rows().length - 1)];
    const same = [...(now?.querySelectorAll(FOCUSABLE) ?? [])].find(
      (each) => clause !== null && each.getAttribute('data-clause') === clause,
    );
    const there = origin?.isConnected && origin.matches(':enabled, a, [tabindex]') ? origin : null;
    const found = there ?? same ?? now?.querySelector(FOCUSABLE) ?? document.querySelector('main h1');
    if (found instanceof HTMLElement) found.focus();
  };
}
