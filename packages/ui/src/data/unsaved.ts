const forms = new Set<string>();

/** Whether something is entered anywhere on the page that is not saved. */
export function isAnythingUnsaved(): boolean {
  return forms.size > 0;
}

/** Registers a form that holds what is not saved; answers what takes that back. */
export function holdUnsaved(form: string): () => void {
  forms.add(form);
  return () => forms.delete(form);
}
