const forms = new Set<string>();

/** Whether any input on the page is not saved. */
export function isAnythingUnsaved(): boolean {
  return forms.size > 0;
}

/** Registers a form with unsaved input; returns a function that removes it. */
export function holdUnsaved(form: string): () => void {
  forms.add(form);
  return () => forms.delete(form);
}
