import { wordsOf } from '../unparsed/words.ts';
import { type Suggestion, type Suggest, sourceAt } from './suggestion.ts';

/** A number of point 9 that is used as a duration, in several places: its unit is missing where it is stated. */
export const lostUnit: Suggest = (tree, { errors }) => {
  const mismatched = errors.filter(({ code }) => code === 'N061');
  const [root] = mismatched;
  if (root === undefined || mismatched.length < 2) return [];
  const used = new Set(mismatched.flatMap(({ span }) => wordsOf(sourceAt(tree, span), false)));
  const rows = tree.points.constants?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])) ?? [];
  return rows.flatMap(({ cells }): readonly Suggestion[] => {
    const name = cells.find(({ text }) => used.has(text));
    const value = cells.find(({ text }) => /^\d+$/.test(text));
    if (name === undefined || value === undefined) return [];
    const text = `${value.text} days`;
    const fix = {
      title: `Write \`${name.text}\` with its unit: \`${text}\``,
      isOffer: true as const,
      edits: [{ span: value.span, text }],
    };
    return [{ fix, mustClear: null, least: 2, report: () => ({ ...root, fix }) }];
  });
};
