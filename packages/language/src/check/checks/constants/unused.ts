import { clausePoint } from '../../../model/clause.ts';
import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Model } from '../../../model/model.ts';
import { POINTS } from '../../../points.ts';
import type { Section } from '../../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../../vocabulary/product-constants.ts';
import type { Context } from '../../context.ts';
import { headerWords } from '../../resolve/table.ts';

/** 9: A constant or a term that no cell and no code block names has no effect; the product's own constants always have. */
export function checkUnused(model: Model, context: Context): void {
  // A gap in these points may use any constant; a cell of permissions or a message hardly does.
  const isOpen = model.gaps.some(({ clause }) => ['2', '3', '4', '5', '7'].includes(clausePoint(clause)));
  // Addresses and secrets are used only in requests, not in effects.
  const mayBeSent = model.gaps.some(({ clause }) => clausePoint(clause) === '7' && !/\.(then|fails)$/.test(clause));
  const constants = new Set<string>();
  const terms = new Set<string>();
  for (const point of POINTS) {
    const stated = model.tree.points[point];
    // In point 9 only terms use constants.
    const users = point === 'constants' ? stated?.sections : stated && [stated];
    for (const section of users ?? []) {
      forStatements(section, (text) => {
        for (const name of text.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []) constants.add(name);
        if (model.terms.length === 0) return;
        for (const call of text.match(/\b[a-z][a-z0-9_]*\s*\(/g) ?? []) terms.add(call.slice(0, -1).trimEnd());
      });
    }
  }
  const stated = new Set(model.constants.map(({ name }) => name));
  const unstated = Object.keys(PRODUCT_CONSTANTS).filter((name) => !stated.has(name));
  for (const { clause, name, value } of model.constants) {
    const span = model.places.get(clause);
    if (!span || constants.has(name) || PRODUCT_CONSTANTS[name] !== undefined) continue;
    // A name so close to a constant of the product that the document lacks is a misspelling of it, regardless of gaps.
    const meant = nearest(name, unstated);
    if (meant === null && (value.kind === 'env' || value.kind === 'secret' ? mayBeSent : isOpen)) continue;
    context.report('N903', CONSTANTS_CODES.N903, { name, nearest: meant }, span, { clause });
  }
  for (const { clause, name } of model.terms) {
    const span = model.places.get(clause);
    if (span && !isOpen && !terms.has(name)) context.report('N908', CONSTANTS_CODES.N908, { name }, span, { clause });
  }
}

/** Visits what a section states: its cells without those for readers alone, and its code. */
function forStatements(section: Section, visit: (text: string) => void): void {
  for (const block of section.blocks) {
    if (block.kind === 'code') visit(block.text);
    if (block.kind !== 'table') continue;
    const silent = block.headers.map((header) => ['meaning', 'note'].includes(headerWords(header)));
    for (const row of block.rows) {
      row.cells.forEach((cell, index) => {
        if (silent[index] !== true) visit(cell.text);
      });
    }
  }
  for (const inner of section.sections) forStatements(inner, visit);
}
