import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { Block, Cell, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';

/**
 * The text of a page (2) as Markdown: paragraphs, lists and tables, and below each heading of level 4 the same. On the
 * screen these headings come right below its title.
 *
 * @param slug the page's
 * @param blocks what stands right below the page's heading and states no part of the screen
 * @param sections the headings below it
 */
export function pageText(
  context: Context,
  slug: string,
  blocks: readonly Block[],
  sections: readonly Section[],
): string {
  const texts = blocks.flatMap(textOf);
  for (const { heading, blocks: below } of sections) {
    texts.push(`## ${heading.text}`, ...below.flatMap(textOf));
    for (const block of below) {
      if (block.kind === 'code' && block.isClosed) {
        context.report('N019', TABLE_CODES.N019, { where: 'screen' }, block.span);
      }
      if (block.kind === 'marker' && block.value === 'not shown') {
        context.gap(`2.${slug}`, { because: 'pageText', name: heading.text }, block.span);
      }
    }
  }
  return texts.join('\n\n');
}

/** Remarks are for the document's writers alone. */
function textOf(block: Block): string[] {
  if (block.kind === 'prose') return [block.text];
  if (block.kind !== 'table') return [];
  const rows = [block.headers.map(cellText), block.headers.map(() => '---')];
  rows.push(...block.rows.map(({ cells }) => cells.map(cellText)));
  return [rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

function cellText({ text, quoted }: Cell): string {
  const line = text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return quoted && line !== '' ? `\`${line}\`` : line;
}
