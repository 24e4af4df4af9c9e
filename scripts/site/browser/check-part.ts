import { checkDocument, type Diagnostic, isObject } from '@nonet/language';
import type { Part } from '../library-parts.ts';

/** The document that a shown text is part of: the text before it, and the text behind it. */
export interface Context {
  readonly before: string;
  readonly after: string;
  /** The files beside it, by their paths. */
  readonly files: Readonly<Record<string, unknown>>;
}

/** A diagnostic with its place in the shown text; null: it is elsewhere in the document. */
export type Placed = { readonly diagnostic: Diagnostic } & (
  | { readonly from: number; readonly to: number }
  | { readonly from: null }
);

const ALONE: Context = { before: '', after: '', files: {} };

/** The document around a part of the reference; a document that is shown whole has nothing around it. */
export async function contextOf(root: URL, id: string | undefined): Promise<Context> {
  if (id === undefined) return ALONE;
  const [answer, beside] = await Promise.all([
    fetch(new URL('library.json', root)),
    fetch(new URL('library-files.json', root)),
  ]);
  if (!answer.ok) throw new Error(answer.statusText);
  if (!beside.ok) throw new Error(beside.statusText);
  const files: unknown = await beside.json();
  const found: unknown = await answer.json();
  const parts = Array.isArray(found) ? found.filter(isPart) : [];
  const index = parts.findIndex((part) => part.id === id);
  const join = (some: readonly Part[]) => some.map(({ text }) => `${text.trim()}\n\n`).join('');
  return {
    before: join(parts.slice(0, index)),
    after: `\n\n${join(parts.slice(index + 1))}`,
    files: isObject(files) ? files : {},
  };
}

function isPart(value: unknown): value is Part {
  return isObject(value) && typeof value.text === 'string';
}

/** The reports about the shown text, and those of errors and warnings elsewhere, which its change may have caused. */
export function checkPart(text: string, { before, after, files }: Context): readonly Placed[] {
  const document = { path: 'spec.md', text: `${before}${text}${after}` };
  const { diagnostics } = checkDocument(document, (path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    return typeof text === 'string' ? { kind: 'file', text } : { kind: 'missing' };
  });
  return diagnostics.flatMap((diagnostic): Placed[] => {
    const from = diagnostic.span.start - before.length;
    if (from >= 0 && from <= text.length)
      return [{ diagnostic, from, to: Math.min(diagnostic.span.end - before.length, text.length) }];
    return diagnostic.severity === 'error' || diagnostic.severity === 'warning' ? [{ diagnostic, from: null }] : [];
  });
}
