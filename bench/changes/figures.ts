import type { Judged, Outcome } from './judge-edit.ts';
import { type Measured, readReached } from './reached.ts';

/** The aims hold for edits up to this number. */
const FIRST = 100;

type Row = readonly [figure: string, atStart: string, toReach: string, reached: string];

/** The figures that other commands measure, which take longer, with the command for each. */
export const OTHER_FIGURES: readonly {
  readonly name: Measured;
  readonly figure: string;
  readonly atStart: string;
  readonly toReach: string;
  readonly command: string;
}[] = [
  {
    name: 'locks',
    figure: 'longest block of a writer or reader, 200 writes a second, a long reader beside',
    atStart: '0.97 of the migration',
    toReach: '<= 500 ms, p99 <= 50 ms',
    command: 'npm run changes:locks',
  },
  {
    name: 'roll',
    figure: 'failed requests of three processes, old, new, old, new; records without a place afterwards',
    atStart: '500s at a rename; 1 of 1',
    toReach: '0; 0',
    command: 'npm run changes:roll',
  },
  {
    name: 'both versions',
    figure: 'faults of random requests to both versions at once',
    atStart: '',
    toReach: '0',
    command: 'npm run products -- --changed 1',
  },
  {
    name: 'kills',
    figure: 'kill -9 at each step of a change, then go on: the same storage',
    atStart: '',
    toReach: '100 %',
    command: 'npm run changes -- --tests',
  },
  {
    name: 'rights',
    figure: 'wider permissions found, of 200 planted; false ones of those that are only written otherwise',
    atStart: '0',
    toReach: '100 %; <= 2 %',
    command: 'npm run changes -- --tests',
  },
  {
    name: 'api',
    figure: "breaking changes of an API found, by oasdiff's classes",
    atStart: '0',
    toReach: '100 %',
    command: 'npm run changes -- --tests',
  },
  {
    name: 'branches',
    figure: 'two branches merged, 60 x 60 pairs: applied, or a conflict with its places; in any order',
    atStart: '',
    toReach: '100 %',
    command: 'npm run changes:branches',
  },
  {
    name: 'versions',
    figure: 'ten versions at once like one after the other: the same hash of each column',
    atStart: 'refused',
    toReach: 'the same',
    command: 'npm run changes:branches',
  },
];

/**
 * The aims with the reached figures, a line each.
 * @param writes The number of records that were written by the new document before the way back.
 */
export function figureLines(judged: readonly Judged[], writes: number): readonly string[] {
  const header: Row = ['figure', 'at start', 'to reach', 'reached'];
  const rows = [header, ...ofEdits(judged, writes), ...OTHER_FIGURES.map(otherRow)];
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function otherRow({ name, figure, atStart, toReach, command }: (typeof OTHER_FIGURES)[number]): Row {
  const reached = readReached(name);
  return [
    figure,
    atStart,
    toReach,
    reached === null ? `not measured here: ${command}` : `${reached.words} (${reached.day})`,
  ];
}

function ofEdits(judged: readonly Judged[], writes: number): readonly Row[] {
  const first = judged.filter(({ edit }) => Number.parseInt(edit.number, 10) < FIRST);
  const others = judged.filter((each) => !first.includes(each));
  const of = (edits: readonly Judged[], ...outcomes: Outcome[]) =>
    String(edits.filter(({ outcome }) => outcomes.includes(outcome)).length);
  const count = (has: (each: Judged) => boolean) => judged.filter(has).length;
  const tried = judged.filter(({ wayBack }) => wayBack !== 'none');
  const back = tried.filter(({ wayBack }) => wayBack === 'taken back').length;
  const could = tried.filter(({ edit }) => edit.back !== 'closed').length;
  const lost = count(({ wayBack, outcome }) => wayBack === 'rows lost' || outcome === 'silently wrong');
  return [
    [
      'carried out as meant, values kept, stated in the document',
      '29, 39 with `was`',
      '98 of 105',
      `${of(first, 'applied', 'applied with words')} of ${first.length}`,
    ],
    ['  applied', '29', '', of(first, 'applied')],
    ['  applied with the words that the refusal names', '10', '', of(first, 'applied with words')],
    ['  refused with a place, and with another way that works', '', 'the rest', of(first, 'another way')],
    ['  applied after people have changed records', '15', '', of(first, 'applied by hand')],
    ['  no way', '30', '0', of(first, 'no way')],
    ['silently wrong', '6', '0', of(judged, 'silently wrong')],
    ['effects on records or rights not reported', '7', '0', of(judged, 'effect not reported')],
    ['rows lost or reinterpreted, forward and back: edits', '6', '0', String(lost)],
    [
      `taken back after ${writes} writes of the new document`,
      '0 of 5',
      '90 % of those that can be',
      `${back} of ${could}`,
    ],
    [
      '  can’t be taken back, and the plan says so',
      '',
      'all others',
      `${tried.filter(({ wayBack }) => wayBack === 'closed, as said').length} of ${tried.length - could}`,
    ],
    ['  closed, and the plan does not say so', '', '0', String(count(({ wayBack }) => wayBack === 'closed, unsaid'))],
    [
      'of our own edits: carried out as meant',
      '',
      `${others.length} (60 at least)`,
      of(others, 'applied', 'applied with words', 'applied by hand'),
    ],
    ['other than expected', '', '0', String(count(({ faults }) => faults.length > 0))],
  ];
}
