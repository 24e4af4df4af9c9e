import { GIVEN_PAGE_CODES } from '../../../diagnostics/codes/given-pages.ts';
import type { Span } from '../../../source/span.ts';
import { givenPath, readGivenPage } from '../../../syntax/given.ts';
import type { Included } from '../../../syntax/include.ts';
import type { Words } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { type Page, readPage } from './read-page.ts';

/** A page of a file beside the document, and where the document names it. */
export interface FoundPage {
  /** Relative to the main document's folder. */
  readonly path: string;
  readonly page: Page;
  readonly span: Span;
}

/** The most characters of a given page. */
const MOST_CHARACTERS = 1_000_000;

/** Finds the page that words name (`given by screens/plan.html`). Null if it has mistakes, which are reported. */
export function findPage(context: Context, { text, span }: Words): FoundPage | null {
  const file = readGivenPage(text);
  if (file === null || !file.endsWith('.html')) {
    context.report('N580', GIVEN_PAGE_CODES.N580, { text }, span);
    return null;
  }
  const [main] = context.tree.files;
  const path = main === undefined ? null : givenPath(main, { span }, file);
  const included: Included =
    path === null
      ? { kind: 'outside' }
      : (context.tree.given.find((given) => given.path === path)?.included ?? { kind: 'missing' });
  if (path === null || included.kind !== 'file') {
    const { kind: because, reason = null } = included.kind === 'file' ? { kind: 'missing' as const } : included;
    context.report('N581', GIVEN_PAGE_CODES.N581, { path: path ?? file, because, reason }, span);
    return null;
  }
  if (included.text.length > MOST_CHARACTERS) {
    const reason = String(included.text.length);
    context.report('N581', GIVEN_PAGE_CODES.N581, { path, because: 'large', reason }, span);
    return null;
  }
  const page = readPage(included.text);
  for (const { line, what, found } of page.reaches)
    context.report('N583', GIVEN_PAGE_CODES.N583, { path, line, what, found }, span);
  for (const { line, column, reason } of page.unread)
    context.report('N584', GIVEN_PAGE_CODES.N584, { path, line, column, reason }, span);
  return { path, page, span };
}
