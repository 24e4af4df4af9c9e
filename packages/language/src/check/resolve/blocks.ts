import { keysOf } from '../../collections.ts';
import { type BlockPlace, TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Code, Marker, Section, Table } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { headerWords } from './table.ts';

/** The blocks that are allowed directly under a heading. */
export interface BlockShape<Kind extends string> {
  /** The tables, by the header word that distinguishes them: `{ parts: 'part', tiles: 'tile' }`. */
  readonly tables: Readonly<Record<Kind, string>>;
  /** The place for the message about a code block without meaning. Null if code blocks are allowed. */
  readonly where: BlockPlace | null;
}

export interface Blocks<Kind extends string> {
  readonly tables: readonly { readonly kind: Kind; readonly table: Table }[];
  readonly code: readonly Code[];
  /** The paragraphs, as Markdown. */
  readonly prose: string;
  /** Set where the whole body is `none` or `not shown`. */
  readonly marker: Marker | null;
}

const PERMISSIONS =
  'Permissions are stated by entity: a heading of its own for each (`#### Book`), and under it a table with a column for each role (`| may | librarian | others |`).';

/**
 * Sorts the blocks of a section, without those of its subsections. Reports tables and code blocks that mean nothing.
 */
export function readBlocks<Kind extends string>(
  context: Context,
  section: Section,
  shape: BlockShape<Kind>,
): Blocks<Kind> {
  const tables: { kind: Kind; table: Table }[] = [];
  const code: Code[] = [];
  const prose: string[] = [];
  let marker: Marker | null = null;
  for (const block of section.blocks) {
    switch (block.kind) {
      case 'table': {
        const kind = kindOf(block, shape.tables);
        if (kind !== null) tables.push({ kind, table: block });
        else {
          const headers = block.headers.map((header) => header.text);
          const known = Object.values<string>(shape.tables).map((header) => `| ${header} | … |`);
          const belongs = shape.where === 'permissions' ? PERMISSIONS : undefined;
          context.report('N018', TABLE_CODES.N018, { headers, known, ...(belongs && { belongs }) }, block.span);
        }
        break;
      }
      case 'code':
        if (shape.where === null) code.push(block);
        else if (block.isClosed) context.report('N019', TABLE_CODES.N019, { where: shape.where }, block.span);
        break;
      case 'prose':
        prose.push(block.text);
        break;
      case 'marker':
        marker = block;
        break;
      case 'remark':
        break;
    }
  }
  return { tables, code, prose: prose.join('\n\n'), marker };
}

/**
 * A header that is certainly a misspelling of the word that distinguishes the table is left to `readTable`, which
 * suggests it.
 */
export function kindOf<Kind extends string>(table: Table, tables: Readonly<Record<Kind, string>>): Kind | null {
  const headers = table.headers.map(headerWords);
  const kinds = keysOf(tables);
  const exact = kinds.find((kind) => headers.includes(tables[kind]));
  if (exact !== undefined) return exact;
  return kinds.find((kind) => headers.some((header) => nearest(header, [tables[kind]]) !== null)) ?? null;
}
