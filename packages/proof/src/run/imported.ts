import type { ImportView } from '@nonet/client';
import type { Bindings } from './bindings.ts';
import type { Answer } from './case.ts';
import { difference } from './compare.ts';
import { errorsDifference } from './errors.ts';

/** The difference between the expected and the reported results of an import's rows, in words. */
export function importedDifference(
  bindings: Bindings,
  expected: Extract<Answer, { kind: 'imported' }>,
  { rows, ignored, confirm }: ImportView,
): string | null {
  if (rows.length !== expected.rows.length) return `there are ${rows.length} rows, not ${expected.rows.length}`;
  for (const [place, row] of expected.rows.entries()) {
    const found = rows[place];
    // The first line has the columns.
    const line = place + 2;
    if (found?.line !== line) return `row ${place + 1} is of line ${found?.line}, not ${line}`;
    const wrong = errorsDifference(row.errors, found.errors);
    if (wrong !== null) return `in line ${line} ${wrong}`;
    const misplaced = found.errors.find((error) => error.line !== line);
    if (misplaced !== undefined) return `${misplaced.code} of line ${line} is told of line ${misplaced.line}`;
    const reason = difference(bindings, row.id, found.id, `the id of line ${line}`);
    if (reason !== null) return reason;
  }
  if (ignored.join(', ') !== expected.ignored.join(', '))
    return `it ignores ${ignored.join(', ') || 'nothing'}, not ${expected.ignored.join(', ') || 'nothing'}`;
  const asked = confirm.toSorted().join(', ');
  const codes = expected.confirm.toSorted().join(', ');
  return asked === codes ? null : `what confirms it is ${asked || 'nothing'}, not ${codes || 'nothing'}`;
}
