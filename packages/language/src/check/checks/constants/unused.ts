import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import type { Model } from '../../../model/model.ts';
import { POINTS } from '../../../points.ts';
import type { Section } from '../../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../../vocabulary/product-constants.ts';
import type { Context } from '../../context.ts';
import { headerWords } from '../../resolve/table.ts';

/** 9: A constant or a term that no cell and no code block names has no effect; the product's own constants always have. */
export function checkUnused(model: Model, context: Context): void {
  // What is not shown may use any of them; a cell of permissions or a message hardly does.
  const isOpen = model.gaps.some(({ clause }) => /^[23457]/.test(clause));
  // An address or a secret stands where something is sent, and in no effect.
  const mayBeSent = model.gaps.some(({ clause }) => clause.startsWith('7') && !/\.(then|fails)$/.test(clause));
  const constants = new Set<string>();
  const terms = new Set<string>();
  for (const point of POINTS) {
    const section = model.tree.points[point];
    // Of point 9 the terms alone use anything.
    const users = point === 'constants' ? section?.sections : section && [section];
    for (const text of (users ?? []).flatMap(statements)) {
      for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]*\b/g)) constants.add(name);
      for (const [, name] of text.matchAll(/\b([a-z][a-z0-9_]*)\s*\(/g)) if (name !== undefined) terms.add(name);
    }
  }
  for (const { clause, name, value } of model.constants) {
    const span = model.places.get(clause);
    if (value.kind === 'env' || value.kind === 'secret' ? mayBeSent : isOpen) continue;
    if (!span || constants.has(name) || PRODUCT_CONSTANTS[name] !== undefined) continue;
    context.report('N903', CONSTANTS_CODES.N903, { name }, span, { clause });
  }
  for (const { clause, name } of model.terms) {
    const span = model.places.get(clause);
    if (span && !isOpen && !terms.has(name)) context.report('N908', CONSTANTS_CODES.N908, { name }, span, { clause });
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
