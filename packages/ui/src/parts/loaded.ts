import { createContext, type RefObject, use, useEffect } from 'react';

/** The `main` element of the shell. */
export const MainContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** Marks `main` with `data-loaded` while the screen's data is there. */
export function useLoaded(loaded: boolean): void {
  const main = use(MainContext);
  useEffect(() => {
    const element = main?.current;
    element?.toggleAttribute('data-loaded', loaded);
    return () => element?.removeAttribute('data-loaded');
  }, [main, loaded]);
}
