import type { PaperPiece } from '@nonet/engine';
import type { AlignType, Heading, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isRightToLeft, printable, printableValue } from './printable.ts';

/** The words of a paper as the typesetter's program reads them (`paper-program.ts`): JSON, in which no text is markup. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'leftOut'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'delete'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly Inline[] }
  | { readonly kind: 'break' | 'page' | 'pages' };

export type Block =
  /** `level` is its place below the headings before it, with none left out, `look` how it is written. */
  | { readonly kind: 'heading'; readonly level: number; readonly look: number; readonly of: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly tight: boolean; readonly items: readonly Blocks[] }
  | { readonly kind: 'quote'; readonly of: Blocks }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly align: readonly ('left' | 'center' | 'right' | 'start')[];
      /** The share of each column in the width. */
      readonly shares: readonly number[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'line' };

export type Blocks = readonly Block[];

/** A piece that is no Markdown, by its number: between signs of Unicode's private area, which Markdown takes for letters. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKS = /[\uE000\uE001]/g;
const MARKED = /\uE000(\d+)\uE001/g;
const MARKED_IN_ADDRESS = /%EE%80%80(\d+)%EE%80%81|\uE000(\d+)\uE001/g;

/** The addresses that a link may lead to. */
const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** The letters in a row after which a line may break inside a word: on a page, and in the narrowest column. */
const LONGEST_WORD = 40;
const LONGEST_IN_COLUMN = 8;
/** The number of letters in a line of a page. */
const LINE = 90;

/** The language of a paper, and the words for what its reader may not read. */
export interface Around {
  readonly language: string;
  readonly leftOut: string;
}

/** The words of a paper. Values are put in after the Markdown is read, so that none of them can be markup. */
export function paperTree(pieces: readonly PaperPiece[], around: Around): Blocks {
  const marked = pieces
    .map((piece, place) => (typeof piece === 'string' ? piece.replaceAll(MARKS, '') : `${OPEN}${place}${CLOSE}`))
    .join('');
  const root: Root = fromMarkdown(marked, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return new Reading(pieces, around).blocks(root.children);
}

/** A line of a page: a header or a footer, which holds no Markdown. */
export function paperLine(pieces: readonly PaperPiece[], around: Around): readonly Inline[] {
  const reading = new Reading(pieces, around);
  return pieces.flatMap((piece, place) =>
    typeof piece === 'string' ? reading.text(piece.replaceAll(MARKS, '')) : reading.piece(place),
  );
}

class Reading {
  readonly #pieces: readonly PaperPiece[];
  readonly #leftOut: string;
  readonly #isRightToLeft: boolean;
  /** The depths of the headings that the present place is below. */
  #above: readonly number[] = [];
  #longest = LONGEST_WORD;

  constructor(pieces: readonly PaperPiece[], { language, leftOut }: Around) {
    this.#pieces = pieces;
    this.#leftOut = leftOut;
    this.#isRightToLeft = isRightToLeft(language);
  }

  /** A heading whose level is one more than that of the heading above it: PDF/UA-1 lets none be left out (7.4.2). */
  #heading({ depth, children }: Heading): Block {
    this.#above = [...this.#above.filter((above) => above < depth), depth];
    return { kind: 'heading', level: this.#above.length, look: depth, of: this.#inlines(children) };
  }

  blocks(nodes: readonly RootContent[]): Blocks {
    return nodes.flatMap((node): Blocks => {
      switch (node.type) {
        case 'heading':
          return [this.#heading(node)];
        case 'paragraph':
          return [{ kind: 'paragraph', of: this.#inlines(node.children) }];
        case 'blockquote':
          return [{ kind: 'quote', of: this.blocks(node.children) }];
        case 'list': {
          const items = node.children.map((item) => this.blocks(item.children));
          const start = node.ordered === true ? (node.start ?? 1) : null;
          return [{ kind: 'list', start, tight: node.spread !== true, items }];
        }
        case 'code':
          return [{ kind: 'code', text: this.#plain(node.value) }];
        case 'table':
          return [this.#table(node)];
        case 'thematicBreak':
          return [{ kind: 'line' }];
        // The checker refuses HTML; what only looks like it is text.
        case 'html':
          return [{ kind: 'paragraph', of: this.text(node.value) }];
        // A note stands where it is written.
        case 'footnoteDefinition':
          return [paragraphOf(`[${node.label ?? node.identifier}]`), ...this.blocks(node.children)];
        // The address of a link; what else stands here is in one of the blocks above.
        case 'definition':
        case 'yaml':
        case 'listItem':
        case 'tableCell':
        case 'tableRow':
          return [];
        case 'break':
        case 'delete':
        case 'emphasis':
        case 'footnoteReference':
        case 'image':
        case 'imageReference':
        case 'inlineCode':
        case 'link':
        case 'linkReference':
        case 'strong':
        case 'text':
          return [{ kind: 'paragraph', of: this.#inlines([node]) }];
      }
    });
  }

  #table({ align, children }: Table): Block {
    const rows = children.map((row) => row.children);
    const columns = Math.max(1, ...rows.map((row) => row.length));
    const shares = Array.from({ length: columns }, (_, column) => {
      const longest = Math.max(0, ...rows.map((row) => this.#length(row[column]?.children ?? [])));
      return Math.min(Math.max(longest, 6), 45);
    });
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const cells = rows.map((row) =>
      shares.map((share, column) => {
        this.#longest = Math.max(LONGEST_IN_COLUMN, Math.floor((LINE * share) / whole) - 4);
        return this.#inlines(row[column]?.children ?? []);
      }),
    );
    this.#longest = LONGEST_WORD;
    const [head = [], ...others] = cells;
    const aligned = (way: AlignType | undefined) => way ?? 'start';
    return { kind: 'table', align: shares.map((_, column) => aligned(align?.[column])), shares, head, rows: others };
  }

  #inlines(nodes: readonly PhrasingContent[]): readonly Inline[] {
    return nodes.flatMap((node): readonly Inline[] => {
      switch (node.type) {
        case 'text':
        case 'html':
          return this.text(node.value);
        case 'strong':
        case 'emphasis':
        case 'delete':
          return [{ kind: node.type, of: this.#inlines(node.children) }];
        case 'inlineCode':
          return [{ kind: 'code', text: this.#plain(node.value) }];
        case 'break':
          return [{ kind: 'break' }];
        case 'link': {
          const of = this.#inlines(node.children);
          return ADDRESS.test(node.url) ? [{ kind: 'link', to: this.#address(node.url), of }] : of;
        }
        case 'linkReference':
          return this.#inlines(node.children);
        case 'footnoteReference':
          return [{ kind: 'text', text: `[${node.label ?? node.identifier}]` }];
        // The checker refuses pictures: what is there of one is its words.
        case 'image':
        case 'imageReference':
          return this.text(node.alt ?? '');
      }
    });
  }

  /** A text of the document with the values that stand in it. */
  text(text: string): readonly Inline[] {
    const found: Inline[] = [];
    let from = 0;
    for (const match of text.matchAll(MARKED)) {
      found.push(...this.#lines(text.slice(from, match.index)), ...this.piece(Number(match[1])));
      from = match.index + match[0].length;
    }
    return [...found, ...this.#lines(text.slice(from))];
  }

  piece(place: number): readonly Inline[] {
    const piece = this.#pieces[place];
    if (typeof piece !== 'object') return [];
    if ('number' in piece) return [{ kind: piece.number }];
    if ('leftOut' in piece) return [{ kind: 'leftOut', text: `[${this.#leftOut}]` }];
    return piece.value
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .flatMap((line, at): readonly Inline[] => [
        ...(at === 0 ? [] : [{ kind: 'break' } as const]),
        ...(line === ''
          ? []
          : [{ kind: 'text', text: printableValue(line, this.#longest, this.#isRightToLeft) } as const]),
      ]);
  }

  /** Words of the document itself: a line end of its source is a blank. */
  #lines(text: string): readonly Inline[] {
    return text === '' ? [] : [{ kind: 'text', text: printable(text.replaceAll('\n', ' '), this.#longest) }];
  }

  #plain(text: string): string {
    return text
      .split(MARKED)
      .map((part, at) => (at % 2 === 0 ? part : this.#valueAt(Number(part))))
      .join('')
      .split('\n')
      .map((line) => printable(line, this.#longest))
      .join('\n');
  }

  #address(url: string): string {
    return url.replaceAll(MARKED_IN_ADDRESS, (_all, encoded: string | undefined, plain: string | undefined) =>
      encodeURIComponent(this.#valueAt(Number(encoded ?? plain)).toWellFormed()),
    );
  }

  #valueAt(place: number): string {
    const piece = this.#pieces[place];
    return typeof piece === 'object' && 'value' in piece ? piece.value : '';
  }

  /** About how long the words are. */
  #length(nodes: readonly PhrasingContent[]): number {
    return nodes.reduce((sum, node) => {
      if ('children' in node) return sum + this.#length(node.children);
      return 'value' in node ? sum + this.#plain(node.value).length : sum;
    }, 0);
  }
}

function paragraphOf(text: string): Block {
  return { kind: 'paragraph', of: [{ kind: 'text', text }] };
}
