import { expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { exampleDocuments, includesOf } from '../fixtures/documents.ts';
import { randomFrom } from '../fixtures/random.ts';
import { SLIP_KINDS, type SlipKind, slipsOf } from '../fixtures/slips.ts';
import { problemOf } from '../fixtures/stated.ts';
import type { SourceFile } from '../source/span.ts';
import { parse } from '../syntax/parse.ts';
import { check, checkDocument } from './check.ts';

/** Of each kind, in each example. */
const EACH = 5;
/** Of a hundred slips, how many may bring a second error. */
const MOST = 2;

/** Errors, warnings and gaps that a document does not have without the slip. */
function brought(files: readonly SourceFile[], known: ReadonlySet<string>): readonly Diagnostic[] {
  const { diagnostics } = checkDocument(files[0] as SourceFile, includesOf(files));
  return diagnostics.filter(
    (one) => one.severity !== 'disclosure' && one.severity !== 'hint' && !known.has(problemOf(one, files)),
  );
}

/** Whether the document has errors before anything is taken for a consequence. */
function hasErrors(files: readonly SourceFile[]): boolean {
  const parsed = parse(files[0] as SourceFile, includesOf(files));
  const { diagnostics } = check(parsed.tree, parsed.diagnostics);
  return [...parsed.diagnostics, ...diagnostics].some(({ severity }) => severity === 'error');
}

test('one slip is one error: slips planted one by one into the examples', { timeout: 300_000 }, () => {
  const random = randomFrom(20_260);
  const counts = new Map<SlipKind, number[]>();
  const several: string[] = [];
  const silenced: string[] = [];
  for (const { name, files } of exampleDocuments()) {
    const [main, ...others] = files as readonly [SourceFile, ...SourceFile[]];
    const { diagnostics } = checkDocument(main, includesOf(files));
    const known = new Set(diagnostics.map((one) => problemOf(one, files)));
    for (const kind of SLIP_KINDS) {
      const slips = [...slipsOf(kind, main.text, random)];
      for (let planted = 0; planted < EACH && slips.length > 0; planted += 1) {
        const [slip] = slips.splice(random(slips.length), 1);
        const changed = [{ ...main, text: slip?.text ?? '' }, ...others];
        const found = brought(changed, known);
        const errors = found.filter(({ severity }) => severity === 'error').length;
        const row = counts.get(kind) ?? [0, 0, 0];
        row[Math.min(errors, 2)] = (row[Math.min(errors, 2)] ?? 0) + 1;
        counts.set(kind, row);
        const where = `${name}:${(slip?.line ?? 0) + 1} ${kind}: ${found.map(({ code }) => code).join(' ')}`;
        if (errors > 1) several.push(where);
        if (errors === 0 && hasErrors(changed)) silenced.push(where);
      }
    }
  }
  const total = [...counts.values()].flat().reduce((sum, count) => sum + count, 0);
  console.log(
    [
      `${total} slips`,
      ...[...counts].map(([kind, [none, one, more]]) => `${kind}: ${one} one error, ${more} several, ${none} none`),
    ].join('\n'),
  );
  expect(silenced).toEqual([]);
  expect(total).toBeGreaterThan(250);
  expect(several.length, several.join('\n')).toBeLessThanOrEqual((total * MOST) / 100);
});
