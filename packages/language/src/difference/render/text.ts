import { columns, shown } from '../../diagnostics/render/excerpt.ts';
import type { Difference, DifferenceEffect } from '../difference.ts';
import type { DifferencesReport } from '../report.ts';
import { detailsOf, groupDifferences, type NameFile, placesOf, sentenceOf, summaryOf } from './words.ts';

export interface DifferencesTextOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether clauses with another wording alone are listed, too; otherwise they are counted. */
  readonly wording: boolean;
  /** How files of either document are shown. */
  readonly nameFormer: NameFile;
  readonly nameNew: NameFile;
}

const COLORS: Readonly<Record<DifferenceEffect, string>> = {
  lost: '1;31',
  wider: '1;31',
  undecided: '1;35',
  breaking: '1;31',
  stricter: '1;33',
  narrower: '1;33',
  behaviour: '1;36',
  compatible: '2',
};

/** The column at which sentences begin; in a narrow terminal they begin below the effect. */
const INDENT = 12;
const NARROW = 60;

/** Differences for people in a terminal: under headings, the gravest first, each with its clause and both places. */
export function renderDifferences(report: DifferencesReport, options: DifferencesTextOptions): string {
  const paint = (code: string, text: string): string => (options.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const head = `${paint('1', `${shown(report.former.name)} → ${shown(report.new.name)}`)}: ${summaryOf(report)}`;
  const lines = [head];
  for (const { group, differences } of groupDifferences(report.differences)) {
    if (group === 'Wording' && !options.wording) {
      lines.push(
        '',
        `${differences.length} further clause${differences.length === 1 ? ' is' : 's are'} written otherwise (\`--wording\` lists ${differences.length === 1 ? 'it' : 'them'}).`,
      );
      continue;
    }
    lines.push('', paint('1', group));
    for (const difference of differences) lines.push(...linesOf(difference, report, options, paint));
  }
  return `${lines.join('\n')}\n`;
}

function linesOf(
  difference: Difference,
  report: DifferencesReport,
  options: DifferencesTextOptions,
  paint: (code: string, text: string) => string,
): readonly string[] {
  const { effect, clause } = difference;
  const isNarrow = options.width < NARROW;
  const indent = isNarrow ? 2 : INDENT;
  const room = Math.max(20, options.width - indent);
  const text = `${shown(clause)}: ${shown(sentenceOf(difference))}`;
  const sentences = [
    ...wrapped(text, room),
    ...detailsOf(difference).flatMap((detail) => wrapped(shown(detail), room)),
  ];
  const place = shown(placesOf(difference, report, options.nameFormer, options.nameNew));
  const rest = [...sentences.map((line) => line), ...wrapped(place, room).map((line) => paint('2', line))];
  const label = paint(COLORS[effect], effect);
  const [first = '', ...others] = rest;
  const pad = ' '.repeat(indent);
  if (isNarrow) return [label, ...rest.map((line) => `${pad}${line}`)];
  return [`${label}${' '.repeat(INDENT - effect.length)}${first}`, ...others.map((line) => `${pad}${line}`)];
}

/** A text in lines of at most this number of columns, broken at blanks; a longer word has its own line. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columns(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
