import type { PageView } from '@nonet/client';
import type { ListPage } from '@nonet/engine';

/** A page in the form of the client's `PageView`, as JSON text. */
export function pageText(page: ListPage): string {
  const can = page.can ? `,"can":${JSON.stringify(page.can)}` : '';
  return `{"items":${page.json}${can},${pageRest(page).slice(1)}`;
}

/** The properties of a page besides its items. */
export function pageRest({ next, count }: ListPage): string {
  const rest: Omit<PageView, 'items' | 'can'> = { next, ...(count === null ? {} : { count }) };
  return JSON.stringify(rest);
}
