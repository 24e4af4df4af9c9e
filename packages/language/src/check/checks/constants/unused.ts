import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import type { Model } from '../../../model/model.ts';
import { POINTS } from '../../../points.ts';
import type { Section } from '../../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../../vocabulary/product-constants.ts';
import type { Context } from '../../context.ts';
import { headerWords } from '../../resolve/table.ts';

/** 9: A constant that no cell and no code block of points 2 to 8 names has no effect; the product's own always have. */
export function checkUnusedConstants(model: Model, context: Context): void {
  // What is not shown may use any of them; a cell of permissions or a message hardly does.
  if (model.gaps.some(({ clause }) => /^[23457]/.test(clause))) return;
  const used = new Set<string>();
  for (const point of POINTS) {
    const section = model.tree.points[point];
    if (section && point !== 'constants')
      for (const text of statements(section))
        for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]*\b/g)) used.add(name);
  }
  for (const constant of model.constants) {
    const span = model.places.get(constant.clause);
    if (!span || used.has(constant.name) || PRODUCT_CONSTANTS[constant.name] !== undefined) continue;
    context.report('N903', CONSTANTS_CODES.N903, { name: constant.name }, span, { clause: constant.clause });
  }
}

/** What a section states: its cells without those for readers alone, and its code. */
function statements(section: Section): string[] {
  const texts: string[] = [];
  for (const block of section.blocks) {
    if (block.kind === 'code') texts.push(block.text);
    if (block.kind !== 'table') continue;
    const silent = block.headers.map((header) => ['meaning', 'note'].includes(headerWords(header)));
    for (const row of block.rows) {
      for (const [index, cell] of row.cells.entries()) if (silent[index] !== true) texts.push(cell.text);
    }
  }
  return [...texts, ...section.sections.flatMap(statements)];
}
