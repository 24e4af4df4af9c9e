import { createContext, type RefObject, use, useEffect } from 'react';

/** The `main` element of the shell. */
export const MainContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** The part of a screen that is loaded. */
interface Arrival {
  isLoaded: boolean;
  /** The number of parts that are still being loaded. */
  awaited: number;
}

const arrivals = new WeakMap<HTMLElement, Arrival>();

function mark(main: HTMLElement | null | undefined, change: (arrival: Arrival) => void): void {
  if (!main) return;
  const arrival = arrivals.get(main) ?? { isLoaded: false, awaited: 0 };
  arrivals.set(main, arrival);
  change(arrival);
  main.toggleAttribute('data-loaded', arrival.isLoaded && arrival.awaited === 0);
}

/** Marks `main` with `data-loaded` while the screen's data is there, and no part of the screen is still on its way. */
export function useLoaded(loaded: boolean): void {
  const main = use(MainContext);
  useEffect(() => {
    const element = main?.current;
    mark(element, (arrival) => (arrival.isLoaded = loaded));
    return () => mark(element, (arrival) => (arrival.isLoaded = false));
  }, [main, loaded]);
}

/** The screen does not count as loaded while the calling component is shown: it is a placeholder for a part. */
export function useAwaited(): void {
  const main = use(MainContext);
  useEffect(() => {
    const element = main?.current;
    mark(element, (arrival) => (arrival.awaited += 1));
    return () => mark(element, (arrival) => (arrival.awaited -= 1));
  }, [main]);
}
