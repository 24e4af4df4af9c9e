import type { Draft } from '../fields/drafts.ts';

/** The unsaved input of a form: it stays when its tab is reloaded, and when its user signs in again. */
export interface KeptDraft {
  /** The version that was changed; null for a new record. */
  readonly etag: string | null;
  /** The form as it was before anything was entered. */
  readonly before: Draft;
  readonly values: Draft;
  /** The kinds of the fields then, by their paths: `lines`, `lines.date`. */
  readonly kinds: Readonly<Record<string, string>>;
}

const PREFIX = 'nonet draft ';

/** `owner`: the id of the user who enters it; empty if nobody is signed in. */
function keyOf(owner: string | null, form: string): string {
  return `${PREFIX}${owner ?? ''} ${form}`;
}

export function readDraft(owner: string | null, form: string): KeptDraft | null {
  const text = sessionStorage.getItem(keyOf(owner, form));
  return text === null ? null : (JSON.parse(text) as KeptDraft);
}

/** @throws never: where the browser keeps no more, the form continues without. */
export function keepDraft(owner: string | null, form: string, draft: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(owner, form), JSON.stringify(draft));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.info('The browser keeps no draft of this form.', error);
  }
}

export function dropDraft(owner: string | null, form: string): void {
  sessionStorage.removeItem(keyOf(owner, form));
}

/** Deletes all drafts except those of `owner`, so that the next person sees none of another's input. */
export function dropDraftsExceptOf(owner: string | null): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (owner === null || !key.startsWith(keyOf(owner, '')))) sessionStorage.removeItem(key);
  }
}
