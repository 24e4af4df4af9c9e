import type { Draft } from '../fields/drafts.ts';

/** What was entered into a form and not saved: it outlives a reload of its tab, and no signing in or out. */
export interface KeptDraft {
  /** The version that was changed; null for a new record. */
  readonly etag: string | null;
  /** The form as it was before anything was entered. */
  readonly before: Draft;
  readonly values: Draft;
}

const PREFIX = 'nonet draft ';

/** The draft of a form; only fields that it still has, as the kind that they were. */
export function readDraft(form: string, shape: Readonly<Record<string, string>>): KeptDraft | null {
  const text = sessionStorage.getItem(PREFIX + form);
  if (text === null) return null;
  const kept = JSON.parse(text) as KeptDraft & { shape: Record<string, string> };
  const same = ([name]: [string, unknown]) => kept.shape[name] === shape[name];
  const known = (draft: Draft) => Object.fromEntries(Object.entries(draft).filter(same));
  return { etag: kept.etag, before: known(kept.before), values: known(kept.values) };
}

/** @throws never: where the browser keeps no more, the form goes on without. */
export function keepDraft(form: string, shape: Readonly<Record<string, string>>, draft: KeptDraft): void {
  try {
    sessionStorage.setItem(PREFIX + form, JSON.stringify({ ...draft, shape }));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.info('The browser keeps no draft of this form.', error);
  }
}

export function dropDraft(form: string): void {
  sessionStorage.removeItem(PREFIX + form);
}

/** Nothing that one person entered is there for the next. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
