import type { KeyboardEvent } from 'react';
import type { Candidate } from './use-candidates.ts';

/**
 * Enter while a picker is searched never sends the form without what was searched for: it takes the one record that is
 * found, where there is no more than one and none is chosen by the arrows.
 */
export function holdsEnter(
  event: KeyboardEvent<HTMLInputElement>,
  typed: string,
  options: readonly Candidate[],
  take: (found: Candidate) => void,
): void {
  if (event.key !== 'Enter' || typed === '' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  if (list?.querySelector('[data-combobox-selected]')) return;
  event.preventDefault();
  const [found, ...others] = options;
  if (found && others.length === 0) take(found);
}
