import { keysOf } from '../../collections.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Purpose } from '../../model/purpose.ts';
import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { readBlocks } from './blocks.ts';
import { replacement } from './replacement.ts';

const ITEMS = { users: 'Users', goals: 'Goals', outOfScope: 'Out of scope' } as const;

/** Reads point 1: prose, its first paragraph the summary, and three items that may be there. */
export function resolvePurpose(context: Context, section: Section | undefined): Purpose {
  const purpose: { -readonly [Part in keyof Purpose]: string | null } = {
    summary: null,
    users: null,
    goals: null,
    outOfScope: null,
  };
  if (!section) return purpose;
  const { prose } = readBlocks(context, section, { tables: {}, where: 'point 1' });
  purpose.summary = prose.split(/\n\s*\n/)[0]?.trim() || null;
  context.place('1.summary', section.heading.span);
  for (const item of section.sections) {
    const words = item.heading.text.replace(/\s+/g, ' ').trim().toLowerCase();
    const part = keysOf(ITEMS).find((name) => ITEMS[name].toLowerCase() === words);
    if (!part) {
      const known = Object.values(ITEMS);
      const offered = nearest(words, known);
      const details = { heading: item.heading.text, nearest: offered, known };
      context.report('N017', TABLE_CODES.N017, details, item.heading.span, replacement(item.heading.span, offered));
      continue;
    }
    for (const inner of item.sections) {
      const details = { heading: inner.heading.text, nearest: null, known: [] };
      context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
    }
    const heading = ITEMS[part];
    const clause = `1.${part === 'outOfScope' ? 'out_of_scope' : part}`;
    context.place(clause, item.heading.span);
    const blocks = readBlocks(context, item, { tables: {}, where: 'point 1' });
    purpose[part] = blocks.prose === '' ? null : blocks.prose;
    if (blocks.marker?.value === 'not shown') {
      context.gap(clause, { because: 'purposeItem', name: heading }, blocks.marker.span);
    }
  }
  return purpose;
}
