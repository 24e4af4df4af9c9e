import path from 'node:path/posix';
import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { blocksOf } from './library-parts.ts';
import { type Page, relativeHref } from './page.ts';
import type { Section } from './search-options.ts';

export interface RenderedPage {
  readonly page: Page;
  /** The HTML of its content. */
  readonly html: string;
  readonly sections: readonly Section[];
  /** Files of the repository that it shows or offers, with their addresses on the site. */
  readonly files: ReadonlyMap<string, string>;
}

const HEADING = /^h[1-6]$/;
/** Files that are offered as they are. */
const OFFERED = /^docs\/(?:images|schemas)\/|^docs\/llms\.txt$/;

/** Renders the Markdown of a page, with links to the other pages of the site. */
export function renderPage(page: Page, byFile: ReadonlyMap<string, Page>): RenderedPage {
  const files = new Map<string, string>();
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const tree = processor.runSync(processor.parse(page.markdown));
  nameHeadings(tree);
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'a') linkTo(element, page, byFile, files);
    if (element.tagName === 'img') showImage(element, page, files);
    if (index === undefined || parent === undefined || isWrapper(parent)) return;
    // A part that is wider than the page is scrolled by itself, also by keyboard.
    if (element.tagName === 'table') parent.children[index] = wrapper('table', { ariaLabel: 'Table' }, element);
    if (element.tagName === 'pre') element.properties.tabIndex = 0;
  });
  offerTrying(tree, page);
  const sections = sectionsOf(tree, page);
  return { page, html: unified().use(rehypeStringify).stringify(tree), sections, files };
}

function nameHeadings(tree: Root): void {
  const slugger = new GithubSlugger();
  visit(tree, 'element', (element) => {
    if (HEADING.test(element.tagName)) element.properties.id = slugger.slug(textOf(element));
  });
}

/** Leads a link to the page of its file. What is no part of the site is text. */
function linkTo(element: Element, page: Page, byFile: ReadonlyMap<string, Page>, files: Map<string, string>): void {
  const { href } = element.properties;
  if (typeof href !== 'string' || /^(?:[a-z]+:|#)/.test(href)) return;
  const [target = '', fragment] = href.split('#');
  const file = path.join(path.dirname(page.file), decodeURI(target)).replace(/\/$/, '');
  const found = byFile.get(file) ?? byFile.get(`${file}/README.md`);
  const to = found?.href ?? (OFFERED.test(file) ? offer(file, files) : null);
  if (to === null) {
    element.tagName = 'span';
    element.properties = {};
    return;
  }
  element.properties.href = `${relativeHref(page.href, to)}${fragment === undefined ? '' : `#${fragment}`}`;
}

function showImage(element: Element, page: Page, files: Map<string, string>): void {
  const file = path.join(path.dirname(page.file), String(element.properties.src));
  element.properties.src = relativeHref(page.href, offer(file, files));
  element.properties.loading = 'lazy';
}

function offer(file: string, files: Map<string, string>): string {
  const href = file.replace(/^docs\//, '');
  files.set(file, href);
  return href;
}

/** A whole document, or a block of the reference's one, can be changed and checked in the page. */
function offerTrying(tree: Root, page: Page): void {
  const blocks = blocksOf(page);
  let block = 0;
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'pre' || index === undefined || parent === undefined || isWrapper(parent)) return;
    const [code] = element.children;
    if (code?.type !== 'element' || !isMarkdown(code)) return;
    const id = blocks[block]?.id;
    block += 1;
    const isWhole = /^# .*[^]*^## 1\.[^]*^## 9\./m.test(textOf(code));
    if (id !== undefined && id !== null) parent.children[index] = wrapper('try', { dataPart: id }, element);
    else if (isWhole) parent.children[index] = wrapper('try', {}, element);
  });
}

function isMarkdown({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('language-markdown');
}

function wrapper(kind: string, properties: Element['properties'], child: ElementContent): Element {
  const focusable = kind === 'table' ? { tabIndex: 0, role: 'group' } : {};
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: [kind], ...focusable, ...properties },
    children: [child],
  };
}

function isWrapper(node: Root | Element | { readonly type: string }): boolean {
  if (!('properties' in node)) return false;
  const { className } = node.properties;
  return Array.isArray(className) && (className[0] === 'table' || className[0] === 'try');
}

/** The text below each heading down to the third level. */
function sectionsOf(tree: Root, page: Page): Section[] {
  const sections: { heading: string; id: string; text: string[] }[] = [];
  for (const node of tree.children) {
    if (node.type !== 'element') continue;
    if (/^h[123]$/.test(node.tagName))
      sections.push({ heading: textOf(node), id: String(node.properties.id), text: [] });
    else sections.at(-1)?.text.push(textOf(node));
  }
  return sections.map(({ heading, id, text }, index) => ({
    id: `${page.href}#${id}`,
    page: page.title,
    heading: index === 0 ? '' : heading,
    href: index === 0 ? page.href : `${page.href}#${id}`,
    text: text.join('\n'),
  }));
}

function textOf(node: Element): string {
  let text = '';
  visit(node, 'text', ({ value }) => {
    text += value;
  });
  return text;
}
