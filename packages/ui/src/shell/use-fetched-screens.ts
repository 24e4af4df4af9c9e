import type { ScreenKind } from '@nonet/language';
import { useEffect, useMemo } from 'react';
import { useProduct } from '../data/product.ts';
import { useIdle } from './use-idle.ts';

interface Connection {
  readonly saveData?: boolean;
}

/** Has the code of all screens of the reader's roles fetched while the browser is idle; not where data are dear. */
export function useFetchedScreens(): void {
  const { screens } = useProduct();
  const isIdle = useIdle();
  const kinds = useMemo(
    (): ReadonlySet<ScreenKind> => new Set(screens.flatMap(({ kind }) => (kind === null ? [] : [kind]))),
    [screens],
  );
  useEffect(() => {
    // Not every browser says so.
    const connection: Connection | undefined =
      'connection' in navigator ? (navigator.connection as Connection) : undefined;
    if (!isIdle || connection?.saveData === true) return;
    void import('./fetch-screens.ts').then(
      ({ fetchScreens }) => fetchScreens(kinds),
      // They are fetched when they are opened.
      () => undefined,
    );
  }, [isIdle, kinds]);
}
