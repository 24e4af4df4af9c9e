import type { ScreenKind } from '@nonet/language';
import { useEffect, useMemo } from 'react';
import { useProduct } from '../data/product.ts';
import { useIdle } from './use-idle.ts';

/** Whether the browser is asked to save data; not every browser says so. */
function savesData(): boolean {
  if (!('connection' in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
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
    if (!isIdle || savesData()) return;
    void import('./fetch-screens.ts').then(
      ({ fetchScreens }) => fetchScreens(kinds),
      // They are fetched when they are opened.
      () => undefined,
    );
  }, [isIdle, kinds]);
}
