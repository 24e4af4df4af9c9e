import { expect, test } from 'vitest';
import { rehearsalLines } from './rehearsal-lines.ts';
import type { RehearsalReport } from './rehearsal-report.ts';

const REPORT: RehearsalReport = {
  version: 1,
  copied: { number: 1, records: 3, tables: 1, seconds: 1 },
  plan: {
    version: 1,
    title: 'Parts',
    titleInUse: 'Parts',
    madeFrom: { database: null, number: 1, from: null, to: '' },
    outcome: 'change',
    isRefused: false,
    isServedAlone: true,
    changes: [],
    steps: [],
    effects: [],
    wayBack: null,
    former: null,
  },
  applied: {
    seconds: 1,
    steps: [],
    values: [],
    rules: [],
    readers: { people: 1, others: [], faults: [] },
    effects: [],
    back: { seconds: 1, refused: null, values: [] },
  },
  tests: {
    cases: 2,
    proven: 0,
    failed: 2,
    failures: [
      { title: 'The product starts', clauses: [], reason: 'it does not: refused.\n- `Part.code` is gone.' },
      { title: 'it is kept', clauses: ['3.Part', '6.Part.read'], reason: 'expected \u0007' },
    ],
    broken: [],
  },
};

test('a failure of a derived test is printed with its lines, its clauses if it has any, and no control characters', () => {
  const lines = rehearsalLines(REPORT).join('\n').split('\n');
  expect(lines.slice(lines.findIndex((line) => line.includes('2 cases')))).toEqual([
    '    2 cases: 0 clauses proven, 2 failed',
    '  ! The product starts: it does not: refused.',
    '      - `Part.code` is gone.',
    '  ! 3.Part, 6.Part.read: it is kept: expected <U+0007>',
    '',
    'The copy differs from the document: see the lines with “!”.',
  ]);
});
