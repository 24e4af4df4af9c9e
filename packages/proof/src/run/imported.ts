import type { ImportView } from '@nonet/client';
import type { Bindings } from './bindings.ts';
import type { Answer } from './case.ts';
import { placeOf, valueDifference } from './compare.ts';
import { errorsDifference } from './errors.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';

/** The difference between the expected and the reported results of an import's rows, in words. */
export function importedDifference(
  bindings: Bindings,
  expected: Extract<Answer, { kind: 'imported' }>,
  { rows, ignored, confirm }: ImportView,
): FailureReason | null {
  if (rows.length !== expected.rows.length) return because`there are ${rows.length} rows, not ${expected.rows.length}`;
  for (const [place, row] of expected.rows.entries()) {
    const found = rows[place];
    const { line } = row;
    if (found?.line !== line) return because`row ${place + 1} is of line ${String(found?.line)}, not ${line}`;
    const wrong = errorsDifference(row.errors, found.errors);
    if (wrong !== null) return because`in line ${line} ${wrong}`;
    const misplaced = found.errors.find((error) => error.line !== line);
    if (misplaced !== undefined)
      return because`the error ${kept(misplaced.code)} of line ${line} is reported in line ${String(misplaced.line)}`;
    const reason = valueDifference(bindings, row.id, found.id, placeOf(because`the id of line ${line}`));
    if (reason !== null) return reason;
  }
  if (ignored.join(', ') !== expected.ignored.join(', '))
    return because`the import ignores ${ignored.join(', ') || 'nothing'}, not ${expected.ignored.join(', ') || 'nothing'}`;
  const asked = confirm.toSorted().join(', ');
  const codes = expected.confirm.toSorted().join(', ');
  return asked === codes
    ? null
    : because`the codes to confirm are ${kept(asked || 'none')}, not ${kept(codes || 'none')}`;
}
