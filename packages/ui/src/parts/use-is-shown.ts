import { useEffect, useRef } from 'react';

/**
 * Whether a part is shown still. An answer that comes after its dialog was left neither closes what is shown instead nor
 * leads away from there.
 */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
