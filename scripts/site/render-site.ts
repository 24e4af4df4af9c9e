import MiniSearch from 'minisearch';
import { collectPages } from './collect-pages.ts';
import { layout } from './layout.ts';
import { libraryFiles, libraryParts } from './library-parts.ts';
import { renderPage } from './render-page.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** A site without its scripts. */
export interface RenderedSite {
  /** The text of each file, by its address. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files of the repository that are copied, with their addresses. */
  readonly files: ReadonlyMap<string, string>;
}

/** Renders all pages: each as HTML and as Markdown, with the index that a search reads. */
export function renderSite(): RenderedSite {
  const pages = collectPages();
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const rendered = pages.map((page) => renderPage(page, byFile));
  const texts = new Map<string, string>();
  for (const { page, html } of rendered) {
    texts.set(page.href, layout(page, html, pages));
    // At the address that it has in the repository, below `docs`: so do the links of llms.txt lead there.
    texts.set(page.file.replace(/^docs\//, ''), page.markdown);
  }
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(rendered.flatMap(({ sections }) => sections));
  texts.set('search.json', JSON.stringify(index));
  texts.set('library.json', JSON.stringify(libraryParts(pages)));
  texts.set('library-files.json', JSON.stringify(libraryFiles(pages)));
  const files = new Map(rendered.flatMap((each) => [...each.files]));
  return { texts, files: files.set('docs/llms.txt', 'llms.txt') };
}
