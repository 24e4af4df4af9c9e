import { type RefObject, useEffect, useState } from 'react';

/**
 * The name of the focused input of a form. It changes only after the pointer is released: a new message about the field
 * that was left could move the button that is being pressed.
 */
export function useFocusedField(form: RefObject<HTMLElement | null>): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const element = form.current;
    const stop = new AbortController();
    let focused: string | null = null;
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    // The click comes within the task of its press.
    function announce() {
      clearTimeout(timer);
      if (!isPressed) timer = setTimeout(() => setName(focused));
    }
    function focus(next: string | null) {
      focused = next;
      announce();
    }
    function press(down: boolean) {
      isPressed = down;
      announce();
    }

    const { signal } = stop;
    element?.addEventListener('focusin', ({ target }) => focus(nameOf(target)), { signal });
    element?.addEventListener('focusout', () => focus(null), { signal });
    document.addEventListener('pointerdown', () => press(true), { signal, capture: true });
    document.addEventListener('pointerup', () => press(false), { signal, capture: true });
    document.addEventListener('pointercancel', () => press(false), { signal, capture: true });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [form]);
  return name;
}

function nameOf(target: EventTarget | null): string | null {
  return target instanceof Element ? target.getAttribute('name') : null;
}
