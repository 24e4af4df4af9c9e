import type { Page } from './page.ts';

/** The example of the reference, in parts: each block of a page is one, so that it is checked where it stands in the whole. */
export interface Part {
  /** `3-entities.2`; null for what no page shows by itself. */
  readonly id: string | null;
  readonly text: string;
}

const BLOCK = /^(`{3,})markdown\n([^]*?)^\1$/gm;

/** The blocks of a page of the reference that are part of its document. */
export function blocksOf(page: Page): Part[] {
  const name = /^docs\/language\/(\d-[a-z]+)\.md$/.exec(page.file)?.[1];
  if (name === undefined) return [];
  return [...page.markdown.matchAll(BLOCK)].map(([, , text = ''], index) => ({ id: `${name}.${index}`, text }));
}

/** The files beside the document of the reference, by their paths: its functions (9), and the page of a given screen (2). */
export function libraryFiles(pages: readonly Page[]): Record<string, string> {
  const block = (name: string, language: string): string => {
    const page = pages.find(({ file }) => file === `docs/language/${name}.md`);
    return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page?.markdown ?? '')?.[1] ?? '';
  };
  return { 'functions.js': block('9-constants', 'js'), 'screens/shelves.html': block('2-screens', 'html') };
}

/** The document that the pages of the reference state together. */
export function libraryParts(pages: readonly Page[]): Part[] {
  const outline = pages
    .find(({ file }) => file === 'docs/language/README.md')
    ?.markdown.matchAll(BLOCK)
    .next().value?.[2];
  if (outline === undefined) throw new Error('The first page of the reference has no outline of a document.');
  return outline.split(/^(?=## \d)/m).flatMap((heading) => {
    const point = /^## (\d)/.exec(heading)?.[1];
    const own = point === undefined ? [] : pages.filter(({ file }) => file.startsWith(`docs/language/${point}-`));
    return [{ id: null, text: `${heading.trim()}\n` }, ...own.flatMap((page) => blocksOf(page))];
  });
}
