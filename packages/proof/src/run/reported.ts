import type { ReportCellView, ReportView } from '@nonet/client';
import type { Bindings } from './bindings.ts';
import type { Answer, ReportedLine } from './case.ts';
import { because, type FailureReason } from './failure-reason.ts';

type Expected = Extract<Answer, { kind: 'report' }>;

/** The first number of a report that is not what its reader could count by hand, or a group that is missing or too much. */
export function reportDifference(bindings: Bindings, expected: Expected, found: ReportView): FailureReason | null {
  const keyOf = (key: unknown): string => (typeof key === 'string' ? bindings.resolve(key) : String(key));
  const ofLines = (
    wanted: readonly ReportedLine[],
    lines: readonly { readonly key: unknown; readonly total: ReportCellView }[],
    isOrderKnown: boolean,
    of: string,
  ): FailureReason | null => {
    const [keys, shown] = [wanted.map(({ key }) => keyOf(key)), lines.map(({ key }) => String(key))];
    const [wantedKeys, shownKeys] = isOrderKnown ? [keys, shown] : [keys.toSorted(), shown.toSorted()];
    if (wantedKeys.join('\n') !== shownKeys.join('\n'))
      return because`the ${of} of the report are ${shown.join(', ') || 'none'}, not ${keys.join(', ') || 'none'}`;
    for (const [place, { values }] of wanted.entries()) {
      const line = lines[shown.indexOf(keys[place] ?? '')];
      const wrong = valuesDifference(values, line?.total ?? null, `the ${of} ${keys[place] ?? ''}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
  const { rows, columns, cells } = expected;
  const lines = ofLines(rows, found.rows, expected.isRowOrderKnown, 'rows');
  if (lines !== null) return lines;
  const heads = columns === null ? null : ofLines(columns, found.columns ?? [], expected.isColumnOrderKnown, 'columns');
  if (heads !== null) return heads;
  for (const [at, row] of cells.entries()) {
    const line = found.rows.find(({ key }) => String(key) === keyOf(rows[at]?.key));
    for (const [place, values] of row.entries()) {
      const head = keyOf(columns?.[place]?.key);
      const cell = line?.cells?.[(found.columns ?? []).findIndex(({ key }) => String(key) === head)] ?? null;
      const wrong = valuesDifference(values, cell, `the cell ${keyOf(rows[at]?.key)}, ${head}`);
      if (wrong !== null) return wrong;
    }
  }
  return valuesDifference(expected.total, found.total, 'the total');
}

function valuesDifference(
  wanted: readonly unknown[] | null,
  found: ReportCellView | null,
  of: string,
): FailureReason | null {
  const [one, other] = [wordsOf(wanted), wordsOf(found)];
  return one === other ? null : because`${of} of the report is ${other}, not ${one}`;
}

function wordsOf(values: readonly unknown[] | null): string {
  return values === null ? 'nothing' : values.map((value) => plainNumber(String(value))).join(', ');
}

/** A number has one text: `2.50` is `2.5`. */
function plainNumber(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}
