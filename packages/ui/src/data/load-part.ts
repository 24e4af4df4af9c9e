import { type ComponentType, createElement, lazy, type LazyExoticComponent, useState } from 'react';

/**
 * Code that could not be fetched: the connection is gone, or the product has been replaced by another version
 * meanwhile.
 */
export class PartMissing extends Error {}

/** A lazy part; `fetch` brings its code beforehand, so that it is drawn at once. */
export type LazyPart<Props extends object> = ComponentType<Props> & { readonly fetch: () => Promise<unknown> };

/**
 * A lazy part that waits for the connection if there is none, and comes with the page then, in the place of failing.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async () => {
    const part = await fetchPart(load);
    fetched = part.default;
    return part;
  };
  const Later = lazy(fetch);
  function Part(props: Props) {
    // One that is shown stays the same, also if its code has come since.
    const [Shown] = useState(() => fetched ?? Later);
    return createElement(Shown as ComponentType<Props>, props);
  }
  return Object.assign(Part, { fetch });
}

/** Fetches a part as `lazyPart` does. */
export async function fetchPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const wasOnline = navigator.onLine;
  try {
    return await load();
  } catch (cause) {
    if (wasOnline && navigator.onLine)
      throw new PartMissing('A part of the user interface could not be fetched', { cause });
    // A browser does not fetch a failed file again until the page is reloaded; drafts survive that.
    if (navigator.onLine) window.location.reload();
    else window.addEventListener('online', () => window.location.reload(), { once: true });
    return new Promise(() => undefined);
  }
}

/** A part that a screen is whole without: where it can't be fetched, nothing is in its place. */
export function lazyExtra<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: () => null })));
}
