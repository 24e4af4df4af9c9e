import { createContext } from 'react';

/** The place of inputs: their form, and their path in it (`lines.0.`, or nothing). */
export interface Place {
  readonly form: string;
  readonly below: string;
}

/** Null if an input is not in a form, as in a filter. */
export const PlaceContext = createContext<Place | null>(null);

/** The id of what takes the focus for a path of a form: `lines.0.amount`, or a whole row or list. */
export function placeId(form: string, path: string): string {
  return `${form}${path}`;
}

const FOCUSABLE = 'input:not([type=hidden], [tabindex="-1"]), textarea, select, button:not([tabindex="-1"]), iframe';

/** Moves the focus to the input at a path of a form; of a row, to its first input. */
export function focusPlace(form: string, path: string): void {
  const place = document.getElementById(placeId(form, path));
  const input = place?.matches(FOCUSABLE) ? place : place?.querySelector<HTMLElement>(FOCUSABLE);
  // Its label and its message should be visible, too.
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}
