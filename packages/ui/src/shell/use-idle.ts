import { useEffect, useState } from 'react';

const LONGEST_WAIT_MILLISECONDS = 3_000;

/** Whether the first screen has been drawn, and the browser had time since. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no such callback.
    if (typeof requestIdleCallback !== 'function') {
      const waiting = setTimeout(() => setIdle(true), LONGEST_WAIT_MILLISECONDS);
      return () => clearTimeout(waiting);
    }
    let waiting = 0;
    const begun = setTimeout(() => {
      waiting = requestIdleCallback(() => setIdle(true), { timeout: LONGEST_WAIT_MILLISECONDS });
    }, 1_000);
    return () => {
      clearTimeout(begun);
      cancelIdleCallback(waiting);
    };
  }, []);
  return isIdle;
}
