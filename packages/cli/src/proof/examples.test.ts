import { readFileSync } from 'node:fs';
import { coverageOf, renderText } from '@nonet/proof';
import { tiersOf } from '@nonet/testing/tiers';
import { describe, expect, test } from 'vitest';
import { changed, planOf, proofOf } from '../fixtures/proof.ts';

const desks = readFileSync(new URL('../fixtures/desks.md', import.meta.url), 'utf8');

/** The reading room with one further example. */
const withExample = (row: string): string =>
  changed(
    desks,
    '## 5. Validation rules',
    `### Examples\n\n| given | who | does | then |\n| --- | --- | --- | --- |\n| ${row} |\n\n## 5. Validation rules`,
  );

const only = ['4.examples.1'];

/** The one example of a document: how it came out, and why it failed. */
async function proved(row: string, change: (text: string) => string = (text) => text) {
  const text = withExample(row);
  const proof = await proofOf(planOf(text), planOf(change(text)), { only });
  const clause = coverageOf(proof).clauses.find((one) => one.clause === '4.examples.1');
  return {
    proof,
    verdict: clause?.verdict,
    why: clause?.reason,
    reasons: proof.failures.map(({ result }) => result.reason.text),
  };
}

describe('an example is run', () => {
  describe.each(
    tiersOf(
      [
        'Request where status == "asked" | clerk | give | given; desk == old.desk',
        'Request as other where status == "given"; Request where status == "asked" and desk == other.desk and day == other.day | clerk | give | TAKEN',
        'Request where status == "given" | clerk | give | INVALID_TRANSITION',
        'Request | member | give | FORBIDDEN',
        'Request | none | give | UNAUTHENTICATED',
        'none | member | create Request(desk: "window", day: today() + 3 days) | asked; day > today()',
        'none | member | create Request(desk: null) | REQUIRED',
        'Request | member | delete | FORBIDDEN',
        'Request where status == "asked" | after 30 days | none | asked',
      ],
      3,
    ),
  )('as it is written (%s)', (_tier, rows, tags) => {
    test.each(rows)('%s', { tags }, async (row) => {
      expect(await proved(row)).toMatchObject({ verdict: 'proven', reasons: [] });
    });
  });

  describe.each(
    tiersOf<[row: string, reason: string]>(
      [
        [
          'Request | member | give | given',
          'the document refuses it with FORBIDDEN (4.Request.status.give), and the example allows it',
        ],
        [
          'none | member | create Request(desk: "window") | desk == "corner"',
          'by the document `desk == "corner"` does not hold',
        ],
        [
          'Request where status == "asked" | clerk | give | FORBIDDEN',
          'the document allows it, and the example refuses it with FORBIDDEN',
        ],
        [
          'Request where status == "given" | clerk | give | FORBIDDEN',
          'the document refuses it with INVALID_TRANSITION, and the example with FORBIDDEN',
        ],
        [
          'Request where status == "asked" | after 30 days | none | given',
          'by the document it is asked, and by the example given',
        ],
      ],
      3,
    ),
  )('and fails where the document says otherwise (%s)', (_tier, rows, tags) => {
    test.each(rows)('%s', { tags }, async (row, reason) => {
      expect(await proved(row)).toMatchObject({ verdict: 'failed', reasons: [reason] });
    });
  });

  test('and fails where the product differs, with its line, the request and a command that repeats it', async () => {
    const row = 'Request | member | give | FORBIDDEN';
    const { proof, verdict, reasons } = await proved(row, (text) =>
      changed(text, 'given | clerk |', 'given | member |'),
    );
    expect([verdict, reasons]).toEqual(['failed', ['the answer is 200, not 403 FORBIDDEN']]);
    const plain = (part: string) => part;
    const shown = renderText(proof, 'spec.md', { bold: plain, dim: plain, red: plain, green: plain });
    expect(shown).toContain('4.examples.1');
    expect(shown).toContain(row);
    expect(shown).toMatch(/POST \/api\/requests\/[0-9a-f-]+\/give/);
    expect(shown).toContain('again: nonet test spec.md --seed 1 --only 4.examples.1');
  });

  test.each([
    ['where no record is as it is given', 'Request where created_by == null | clerk | give | given', 'not found'],
    ['where something of it is not shown', 'Request | clerk | give | not shown', 'open'],
  ])('is not derivable %s', async (_where, row, why) => {
    expect(await proved(row)).toMatchObject({ verdict: 'not derivable', reasons: [], why });
  });
});
