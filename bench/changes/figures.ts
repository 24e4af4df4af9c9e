import type { Judged, Outcome } from './judge-edit.ts';

/** The aims hold for edits up to this number. */
const FIRST = 100;
/** Their results before Nonet had its support for changes. */
const AT_START: Readonly<Partial<Record<Outcome, string>>> = {
  applied: '29',
  'applied with words': '10',
  'applied by hand': '15',
  'no way': '30',
  'effect not reported': '7',
  'silently wrong': '6',
};

/** The aims with the reached figures, a line each. */
export function figureLines(judged: readonly Judged[]): readonly string[] {
  const first = judged.filter(({ edit }) => Number.parseInt(edit.number, 10) < FIRST);
  const rows: [string, string, string, string][] = [['figure', 'at start', 'to reach', 'reached']];
  const of = (edits: readonly Judged[], ...outcomes: Outcome[]) =>
    edits.filter(({ outcome }) => outcomes.includes(outcome)).length;
  rows.push([
    'carried out as meant, values kept, stated in the document',
    '29, 39 with `was`',
    '98 of 105',
    `${of(first, 'applied', 'applied with words')} of ${first.length}`,
  ]);
  for (const outcome of ['applied', 'applied with words', 'applied by hand', 'no way'] as const)
    rows.push([`  ${outcome}`, AT_START[outcome] ?? '', '', String(of(first, outcome))]);
  rows.push(['silently wrong', '6', '0', String(of(judged, 'silently wrong'))]);
  rows.push(['effects on records or rights not reported', '7', '0', String(of(judged, 'effect not reported'))]);
  const lost = judged.filter(({ wayBack }) => wayBack === 'rows lost').length;
  rows.push([
    'rows lost or reinterpreted, forward and back: edits',
    '6',
    '0',
    String(lost + of(judged, 'silently wrong')),
  ]);
  const tried = judged.filter(({ wayBack }) => wayBack !== 'none');
  const back = tried.filter(({ wayBack }) => wayBack === 'taken back').length;
  const unsaid = tried.filter(({ wayBack }) => wayBack === 'closed, unsaid').length;
  const could = tried.filter(({ edit }) => edit.back !== 'closed').length;
  rows.push([
    'taken back after writes of the new document',
    '0 of 5',
    '90 % of those that can be',
    `${back} of ${could}`,
  ]);
  rows.push(['  closed, and the plan does not say so', '', '0', String(unsaid)]);
  const others = judged.filter((each) => !first.includes(each));
  rows.push([
    'of the other edits: carried out as meant',
    '',
    `${others.length}`,
    String(of(others, 'applied', 'applied with words', 'applied by hand')),
  ]);
  rows.push(['other than expected', '', '0', String(judged.filter(({ faults }) => faults.length > 0).length)]);
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
