/** The keys that somebody presses after a part was asked for and before its field has the focus. */
export interface TypedAhead {
  /** The text so far. From then on the keys go where the focus is. */
  readonly take: () => string;
}

/**
 * Keeps the keys that follow one that asks for a part from the field that had the focus before: they are the text of
 * the part's own field, which is not there yet. Enter is kept from it too, since it could send a form. Tab, a click and
 * a lost connection end it: then the part is not waited for any more.
 * @param onEscape Called for Escape, by which the part is not wanted any more.
 */
export function startTypingAhead(onEscape: () => void): TypedAhead {
  let text = '';
  const stop = () => {
    window.removeEventListener('keydown', keep, true);
    window.removeEventListener('pointerdown', stop, true);
  };
  function keep(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Tab' || !navigator.onLine) return stop();
    if (event.isComposing || event.metaKey || (event.ctrlKey && !event.altKey)) return;
    if (key === 'Escape') {
      stop();
      onEscape();
    } else if (key === 'Backspace') text = [...text].slice(0, -1).join('');
    else if ([...key].length === 1) text += key;
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }
  window.addEventListener('keydown', keep, true);
  window.addEventListener('pointerdown', stop, true);
  return {
    take() {
      stop();
      return text;
    },
  };
}
