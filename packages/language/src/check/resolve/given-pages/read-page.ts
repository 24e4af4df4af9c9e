import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Asked, readScript } from './read-script.ts';

type Element = DefaultTreeAdapterTypes.Element;
type AnyNode = DefaultTreeAdapterTypes.Node;

/** The findings in a given page, which is not run. */
export interface Page {
  /** The text of each script, as a browser runs it. */
  readonly scripts: readonly string[];
  /** All that it would load from elsewhere, or lead to: nothing of that works in its frame. */
  readonly reaches: readonly Reach[];
  /** Scripts that are no scripts. */
  readonly unread: readonly { readonly line: number; readonly column: number; readonly reason: string }[];
  /** Its requests to the product, as far as names are written out. */
  readonly asks: readonly Asked[];
}

export interface Reach {
  /** From 1. */
  readonly line: number;
  readonly what: 'loads' | 'leads' | 'handler' | 'element';
  readonly found: string;
}

/** By element: the attribute with the address of what it loads. */
const LOADING: Readonly<Record<string, readonly string[]>> = {
  script: ['src'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  audio: ['src'],
  video: ['src', 'poster'],
  track: ['src'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  input: ['src'],
};
/** By element: the attribute with the address that it leads to. */
const LEADING: Readonly<Record<string, string>> = { a: 'href', area: 'href', form: 'action', button: 'formaction' };
/** Elements that have no use in the frame of a given page. */
const USELESS: ReadonlySet<string> = new Set(['base', 'iframe', 'frame', 'object', 'embed', 'portal']);

const SCRIPT_TYPES: ReadonlySet<string> = new Set(['', 'module', 'text/javascript', 'application/javascript']);

/** Reads a page as a browser does. */
export function readPage(text: string): Page {
  const scripts: string[] = [];
  const reaches: Reach[] = [];
  const unread: Page['unread'][number][] = [];
  const asks: Asked[] = [];
  for (const element of elementsOf(parse(text, { sourceCodeLocationInfo: true }))) {
    const line = element.sourceCodeLocation?.startLine ?? 1;
    reaches.push(...reachesOf(element, line));
    if (element.tagName === 'style' && REACHING_STYLE.test(textOf(element)))
      reaches.push({ line, what: 'loads', found: 'a style' });
    if (element.tagName !== 'script' || valueOf(element, 'src') !== null) continue;
    const type = (valueOf(element, 'type') ?? '').trim().toLowerCase();
    if (!SCRIPT_TYPES.has(type)) continue;
    const script = textOf(element);
    scripts.push(script);
    const [first] = element.childNodes;
    const from = first?.sourceCodeLocation;
    const place = { line: from?.startLine ?? line, column: from?.startCol ?? 1 };
    const read = readScript(script, type === 'module' ? 'module' : 'script', place);
    if (read.kind === 'not read') unread.push(read);
    else {
      asks.push(...read.asks);
      for (const { line: at, from: found } of read.imports) reaches.push({ line: at, what: 'loads', found });
    }
  }
  return { scripts, reaches, unread, asks };
}

/** The text of each script of a given page, as a browser runs it. */
export function scriptsOfPage(text: string): readonly string[] {
  return readPage(text).scripts;
}

const REACHING_STYLE = /@import|url\(\s*["']?(?!\s*["']?(?:data:|#))/i;

function* reachesOf(element: Element, line: number): Generator<Reach> {
  const { tagName } = element;
  if (USELESS.has(tagName) || (tagName === 'meta' && valueOf(element, 'http-equiv') !== null))
    yield { line, what: 'element', found: tagName === 'meta' ? 'meta http-equiv' : tagName };
  for (const { name } of element.attrs) if (/^on[a-z]+$/i.test(name)) yield { line, what: 'handler', found: name };
  for (const name of LOADING[tagName] ?? []) {
    const address = valueOf(element, name);
    if (address !== null && !/^\s*(?:data:|blob:|#|$)/i.test(address)) yield { line, what: 'loads', found: address };
  }
  const leading = LEADING[tagName];
  const address = leading === undefined ? null : valueOf(element, leading);
  if (address !== null && !/^\s*(?:#|$)/.test(address)) yield { line, what: 'leads', found: address };
}

function* elementsOf(node: AnyNode): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('content' in node) yield* elementsOf(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

function valueOf({ attrs }: Element, name: string): string | null {
  return (
    attrs.find((attribute) => [attribute.prefix, attribute.name].filter(Boolean).join(':') === name)?.value ?? null
  );
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
