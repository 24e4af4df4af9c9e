import { PURPOSE_CODES } from '../../../diagnostics/codes/purpose.ts';
import type { Model } from '../../../model/model.ts';
import { POINT_ITEMS, POINTS } from '../../../points.ts';
import type { Prose, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';

/** 1: Point 1 is prose. Any other point that is prose alone states nothing, as `none` does, though it may mean to. */
export function checkProseAlone({ tree }: Model, context: Context): void {
  for (const point of POINTS) {
    const section = tree.points[point];
    if (point === 'purpose' || !section) continue;
    const named: readonly string[] = POINT_ITEMS[point];
    const items = section.sections.filter(({ heading }) => named.includes(heading.text));
    for (const each of [section, ...items]) {
      const prose = proseAlone(each);
      if (prose) context.report('N101', PURPOSE_CODES.N101, { heading: each.heading.text }, prose.span);
    }
  }
}

/** The first words of a body that holds nothing but prose; null of any other. */
function proseAlone({ blocks, sections }: Section): Prose | null {
  const stating = blocks.some(({ kind }) => kind !== 'prose' && kind !== 'remark');
  return stating || sections.length > 0 ? null : (blocks.find((block) => block.kind === 'prose') ?? null);
}
