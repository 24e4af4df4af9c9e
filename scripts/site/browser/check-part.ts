import { checkDocument, type Diagnostic, isObject } from '@nonet/language';
import type { Part } from '../library-parts.ts';

/** The document that a shown text is part of: the text before it, and the text behind it. */
export interface Context {
  readonly before: string;
  readonly after: string;
  /** The file `functions.js` beside it; null: it has none. */
  readonly functions: string | null;
}

/** A diagnostic with its place in the shown text; null: it is elsewhere in the document. */
export type Placed = { readonly diagnostic: Diagnostic } & (
  | { readonly from: number; readonly to: number }
  | { readonly from: null }
);

const ALONE: Context = { before: '', after: '', functions: null };

/** The document around a part of the reference; a document that is shown whole has nothing around it. */
export async function contextOf(root: URL, id: string | undefined): Promise<Context> {
  if (id === undefined) return ALONE;
  const [answer, beside] = await Promise.all([
    fetch(new URL('library.json', root)),
    fetch(new URL('functions.js', root)),
  ]);
  if (!answer.ok) throw new Error(answer.statusText);
  if (!beside.ok) throw new Error(beside.statusText);
  const functions = await beside.text();
  const found: unknown = await answer.json();
  const parts = Array.isArray(found) ? found.filter(isPart) : [];
  const index = parts.findIndex((part) => part.id === id);
  const join = (some: readonly Part[]) => some.map(({ text }) => `${text.trim()}\n\n`).join('');
  return { before: join(parts.slice(0, index)), after: `\n\n${join(parts.slice(index + 1))}`, functions };
}

function isPart(value: unknown): value is Part {
  return isObject(value) && typeof value.text === 'string';
}

/** The reports about the shown text, and those of errors and warnings elsewhere, which its change may have caused. */
export function checkPart(text: string, { before, after, functions }: Context): readonly Placed[] {
  const document = { path: 'spec.md', text: `${before}${text}${after}` };
  const { diagnostics } = checkDocument(document, (path) =>
    functions !== null && path === 'functions.js' ? { kind: 'file', text: functions } : { kind: 'missing' },
  );
  return diagnostics.flatMap((diagnostic): Placed[] => {
    const from = diagnostic.span.start - before.length;
    if (from >= 0 && from <= text.length)
      return [{ diagnostic, from, to: Math.min(diagnostic.span.end - before.length, text.length) }];
    return diagnostic.severity === 'error' || diagnostic.severity === 'warning' ? [{ diagnostic, from: null }] : [];
  });
}
