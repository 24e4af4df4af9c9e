import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { listVersions } from './versions.ts';

const text = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const environment = { LEDGER_URL: 'http://x', LEDGER_TOKEN: 'x', MAIL_URL: 'http://x' };
let story: Story;

beforeAll(async () => {
  story = await startStory(planOfDocument(text), environment);
  story.time.now = '2026-11-22T10:00:00.000000Z';
  const { pool } = story.engine;
  await pool.query(
    `insert into nonet.saved_view (user_id, screen, name, state) select id, 'my-claims', 'Mine', '{}' from product."user" limit 2`,
  );
  await pool.query(
    `insert into product.claim (number, owner, purpose, status, "from", "to", _entered_at, created_at, updated_at)
     select 'EX-' || n, (select id from product."user" limit 1), 'Train', 'draft', '2026-11-20', '2026-11-21', noon, noon, noon
     from generate_series(1, 3) n, (values (timestamptz '2026-11-20T12:00Z')) day (noon)`,
  );
  // At noon, none of these time zones has another day, so the hour of the test does not matter.
  await pool.query(`update product."user" set created_at = '2026-11-20T12:00Z', updated_at = '2026-11-20T12:00Z'`);
});
afterAll(() => story.end());

/** The document with one change. */
function changed(from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The document says nothing like ${from}.`);
  return text.replace(from, to);
}

const MEALS = '| Meals | 75 | 15 | true |';

test.each<[what: string, document: string, effects: readonly unknown[]]>([
  ['prose', changed('Employees file', 'People file'), []],
  ['a meaning', changed('| lines on one claim |', '| lines on a claim |'), []],
  [
    'a constant that a timer counts by',
    changed('| DRAFT_KEPT | 180 days |', '| DRAFT_KEPT | 0 days |'),
    [
      '9.DRAFT_KEPT: value: “0 days”, formerly “180 days”',
      expect.stringMatching(
        /^4\.Claim\.status\.lapse\S*: lapse is due at once for 3 records of Claim \([-0-9a-f]{36}, [-0-9a-f]{36}, [-0-9a-f]{36}\)$/,
      ),
    ],
  ],
  [
    'a rule that stored records break',
    changed('| V8 | Line |', '| V9 | Claim | `purpose == "x"` | INVALID |\n| V8 | Line |'),
    [
      expect.stringMatching(/^5\.V9 is new: “V9 \| Claim \|/),
      expect.stringMatching(
        /^5\.V9: 3 records of Claim \([-0-9a-f, ]+\) break this rule, and can't be saved by create, update until they do not$/,
      ),
    ],
  ],
  [
    'where its days begin',
    changed('| TIME_ZONE | "Europe/Amsterdam" |', '| TIME_ZONE | "America/New_York" |'),
    [
      '9.TIME_ZONE: value: “"America/New_York"”, formerly “"Europe/Amsterdam"”',
      expect.stringContaining('instants that are stored stay, and may fall on another day'),
    ],
  ],
  [
    'the form of numbers',
    changed('| number EX-{yyyy}-{00000} |', '| number EX-{00000} |'),
    [
      '3.Claim.number: type: “number EX-{00000}”, formerly “number EX-{yyyy}-{00000}”',
      '3.Claim.number: the next number is EX-00001, and records that are there keep theirs',
    ],
  ],
  [
    'who may read',
    changed('| read | yes | `status != "draft"` | no |', '| read | yes | `status != "draft"` | yes |'),
    ['6.Claim.read: employee: “yes”, formerly “no”'],
  ],
  [
    'what may be done with another field of the row',
    changed(
      '| read booking | no | no | no | no | yes | no |',
      '| read booking, paid_at | no | no | no | no | yes | no |',
    ),
    ['6.Claim.paid_at.read is new: “read booking, paid_at | no | no | no | no | yes | no”'],
  ],
  [
    'a long rule near its end',
    changed('<= l.category.limit_per_day)', '< l.category.limit_per_day)'),
    [
      '5.V6: must hold: “… l.category and date == l.date) < l.category.limit_per_day)`”, formerly “… l.category and date == l.date) <= l.category.limit_per_day)`”',
    ],
  ],
  [
    'records of the document',
    changed(MEALS, '| Meals | 90 | 15 | true |'),
    ['the Records of Category state “Meals” otherwise, and nobody has changed it: it has limit_per_day as stated now'],
  ],
])('the effects of a change of %s are reported', async (_what, document, effects) => {
  const { pool, clock } = story.engine;
  const engine = await createEngine({ plan: planOfDocument(document), pool, environment, clock });
  const found = engine.migration.effects;
  await engine.close();
  const back = await createEngine({ plan: planOfDocument(text), pool, environment, clock });
  await back.close();
  expect(found).toEqual(effects);
  expect((await listVersions(pool)).at(-2)?.effects).toEqual(effects);
});
