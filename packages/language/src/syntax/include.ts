/** The result of reading an included file. */
export type Included =
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'missing' | 'outside' | 'unreadable'; readonly reason?: string };

/** Reads a file by its path relative to the main document's folder. It decides where real paths lead (symbolic links). */
export type ReadInclude = (path: string) => Included;

const INCLUDE = /^\[include\]\(\s*(?:<([^<>]*)>|([^()]*))\s*\)$/i;

/** A link in a paragraph that is an include. Offsets are into the paragraph's source. */
export interface IncludeLink {
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/*
 * paragraph ──▶┬▶ [include]( ──▶┬── path ────┬──▶ ) ──▶ line end ─┬──▶
 *              │                └── <path> ──┘                   │
 *              └───────────────────────◀─────────────────────────┘
 */

/** The includes of a paragraph whose lines are nothing else; null for any other paragraph. */
export function includeLinks(source: string): IncludeLink[] | null {
  if (!/^\s*\[include\]\(/i.test(source)) return null;
  const links: IncludeLink[] = [];
  for (const line of source.matchAll(/[^\r\n]+/g)) {
    const match = INCLUDE.exec(line[0].trim());
    if (match === null) return null;
    const start = line.index + line[0].indexOf('[');
    links.push({ target: (match[1] ?? match[2] ?? '').trim(), start, end: start + line[0].trim().length });
  }
  return links;
}

/**
 * The path of the included file `target`, relative to the main document's folder; null if it leads out of that folder
 * or is no path of a file. `from` is the including file; null is the main document.
 */
export function includePath(from: string | null, target: string): string | null {
  const path = decode(target);
  if (path === '' || /[\\\0]/.test(path) || path.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(path)) return null;
  const parts = from === null ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join('/');
}

/** A link's `%20` is a blank. An invalid encoding is kept as it is. */
function decode(target: string): string {
  return target.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (error instanceof URIError) return encoded;
      throw error;
    }
  });
}
