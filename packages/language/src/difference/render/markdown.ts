import type { Difference, DifferenceEffect } from '../difference.ts';
import { EFFECTS } from '../difference.ts';
import type { DifferencesReport } from '../report.ts';
import { detailsOf, EFFECT_WORDS, groupDifferences, type NameFile, placesOf, sentenceOf, summaryOf } from './words.ts';

/** Effects that a reviewer may skip are folded; all others are open. */
const FOLDED: ReadonlySet<DifferenceEffect> = new Set(['compatible']);

/** Differences as a comment of a review. */
export function renderDifferencesMarkdown(
  report: DifferencesReport,
  options: { readonly nameFormer: NameFile; readonly nameNew: NameFile },
): string {
  const { differences, counts } = report;
  const lines = [
    `### ${plain(report.new.title)}: ${summaryOf(report)}`,
    '',
    `${code(report.former.name)} → ${code(report.new.name)}`,
  ];
  const graver = EFFECTS.filter((effect) => counts[effect] > 0);
  if (graver.length > 0)
    lines.push(
      '',
      '| | | |',
      '| --: | --- | --- |',
      ...graver.map((effect) => `| ${counts[effect]} | **${effect}** | ${EFFECT_WORDS[effect]} |`),
    );
  const item = (difference: Difference): string => {
    const details = detailsOf(difference).map((detail) => ` ${plain(detail)}`);
    return `- **${difference.effect}** ${code(difference.clause)}: ${escaped(sentenceOf(difference))}${details.join('')} <sub>${plain(placesOf(difference, report, options.nameFormer, options.nameNew))}</sub>`;
  };
  for (const { group, differences: own } of groupDifferences(differences.filter(({ effect }) => !FOLDED.has(effect))))
    lines.push('', `#### ${group}`, '', ...own.map(item));
  const folded = differences.filter(({ effect }) => FOLDED.has(effect));
  if (folded.length > 0)
    lines.push(
      '',
      `<details><summary>${folded.length} compatible</summary>`,
      '',
      ...groupDifferences(folded).flatMap(({ differences: own }) => own.map(item)),
      '',
      '</details>',
    );
  return `${lines.join('\n')}\n`;
}

/** Text of a document as Markdown that means nothing but itself. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#@~]/g, (character) => `\\${character}`).replaceAll(/\s+/g, ' ');
}

/** A sentence in which names are in backticks. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? part : plain(part)))
    .join('');
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;
}
