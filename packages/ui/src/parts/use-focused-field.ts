import { type RefObject, useEffect, useState } from 'react';

/** The name of the input of a form that has the focus. */
export function useFocusedField(form: RefObject<HTMLElement | null>): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const element = form.current;
    const enter = ({ target }: FocusEvent) => setName(target instanceof Element ? target.getAttribute('name') : null);
    const leave = () => setName(null);
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, [form]);
  return name;
}
