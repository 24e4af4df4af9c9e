import { SUGGESTION_CODES } from '../../../diagnostics/codes/suggestions.ts';
import { diagnose } from '../../../diagnostics/diagnose.ts';
import { isWithin } from '../../../source/span.ts';
import type { Section } from '../../../syntax/tree.ts';
import type { Suggestion, Suggest } from './suggestion.ts';

/** A paragraph that is only bold letters, where a heading is meant. */
export const boldHeading: Suggest = (tree, { errors }) =>
  Object.values(tree.points)
    .flatMap(within)
    .filter((section) => errors.some(({ span }) => isWithin(span, section.span)))
    .flatMap((section) =>
      section.blocks.flatMap((block): readonly Suggestion[] => {
        const words = block.kind === 'prose' ? /^\*\*([^*\n]+)\*\*$/.exec(block.text)?.[1] : undefined;
        if (words === undefined) return [];
        const mustClear = { ...block.span, end: section.span.end };
        return [3, 4].map((level) => {
          const heading = `${'#'.repeat(level)} ${words}`;
          const fix = { title: `Write \`${heading}\``, edits: [{ span: block.span, text: heading }] };
          const details = { heading, why: 'bold' as const };
          return {
            fix,
            mustClear,
            isWritten: true,
            least: 1,
            report: () => diagnose('N095', SUGGESTION_CODES.N095, details, block.span, { fix }),
          };
        });
      }),
    );

function within(section: Section): readonly Section[] {
  return [section, ...section.sections.flatMap(within)];
}
