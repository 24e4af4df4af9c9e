import { useState } from 'react';

interface Asked {
  readonly error: Error | null;
  /** Whether nothing was answered yet, with or without an error before. */
  readonly isPending: boolean;
}

/**
 * The error of a query that has no answer, until there is another one: a query that is asked again, which happens by
 * itself as often as something changes, forgets its error, and what was said would come and go.
 *
 * @param of The identity of what is asked for: the error of another record says nothing about this one.
 */
export function useStandingError({ error, isPending }: Asked, of = ''): Asked {
  const [standing, stand] = useState({ error, of });
  const reported = isPending && standing.of === of ? (error ?? standing.error) : error;
  if (reported !== standing.error || of !== standing.of) stand({ error: reported, of });
  return { error: reported, isPending: isPending && reported === null };
}
