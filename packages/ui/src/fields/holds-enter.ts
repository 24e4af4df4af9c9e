import type { KeyboardEvent } from 'react';
import type { Candidate } from './use-candidates.ts';

/**
 * Enter while somebody searches in a picker never sends the form without the record that they search for. It takes the
 * only record found, if there is exactly one and none is selected with the arrow keys.
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
