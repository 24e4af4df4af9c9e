import { useDeferredValue } from 'react';

/**
 * What a query has brought, undefined until it can be drawn in short steps, between which the browser answers to taps.
 * The answer of a query is drawn at once, as a whole; that is right for changes of what is in sight, and too long for a
 * whole screen that comes for the first time on a slow telephone.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data === undefined) ? undefined : data;
}
