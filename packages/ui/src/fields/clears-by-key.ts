import type { KeyboardEvent } from 'react';

/** Delete and Backspace clear a choice that may be left open: its button for that is the pointer's alone. */
export function clearsByKey(clear: () => void) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Delete' || event.key === 'Backspace') clear();
    },
  };
}
