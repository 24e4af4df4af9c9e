import type { Section } from '../../syntax/tree.ts';
import type { Declared } from '../declared.ts';
import { openAt } from '../resolve/calls/open-at.ts';
import { splitHeading } from '../resolve/former.ts';
import { isOpen } from '../resolve/open-points.ts';
import { headerWords } from '../resolve/table.ts';

/** The names of the papers of point 7, and what each is made of. */
export function declarePapers(section: Section | undefined): Pick<Declared, 'papers' | 'papersAreOpen'> {
  const item = section?.sections.find(({ heading }) => heading.text.trim().toLowerCase() === 'papers');
  const papers = new Map(
    (item?.sections ?? [])
      .filter(({ blocks }) => !blocks.some((block) => block.kind === 'marker' && block.value === 'none'))
      .map((paper) => [splitHeading(paper.heading).words.text, entityOf(paper)] as const),
  );
  return { papers, papersAreOpen: isOpen(section) || (item !== undefined && openAt(item) !== null) };
}

function entityOf({ blocks }: Section): string | null {
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    for (const { cells } of block.rows) {
      const [part, is] = cells;
      if (part !== undefined && headerWords(part) === 'of') return is?.absence === null ? is.text : null;
    }
  }
  return null;
}
