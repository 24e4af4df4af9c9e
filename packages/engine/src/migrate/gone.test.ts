import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { RunningEngine } from '../running-engine.ts';
import { planOfDocument, type Story } from '../fixtures/story.ts';
import { type Edit, editedTrips, startTrips } from '../fixtures/trips.ts';
import { readMigrationPlan } from './plan/read-migration-plan.ts';
import { ChangesValues, MigrationRefusal } from './refusals.ts';

let story: Story;
beforeEach(async () => {
  ({ story } = await startTrips());
});
afterEach(() => story.end());

const start = (text: string, mayConvert = true): Promise<RunningEngine> =>
  createEngine({
    plan: planOfDocument(text),
    pool: story.engine.pool,
    clock: () => story.time.now,
    change: 'newer',
    mayConvert,
  });
const rows = async (sql: string) =>
  (await story.engine.pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row).join(' '));

interface Removal {
  /** The edits that remove it from the document. */
  readonly edits: readonly Edit[];
  /** The edit that names it as gone. */
  readonly gone: Edit;
  readonly refused: string;
  readonly remedy: string;
  readonly lost: string;
  /** Whether it is kept until `nonet finish`, and comes back with the former document. */
  readonly isKept: boolean;
  /** A query for its remains after the change. */
  readonly left: string;
  readonly is: readonly string[];
}

const REMOVALS: Readonly<Record<string, Removal>> = {
  field: {
    edits: [['| origin | text | |\n', '']],
    gone: [
      '## 4. States',
      '#### Gone\n\n| field | meaning |\n| --- | --- |\n| origin | nobody has read it |\n\n## 4. States',
    ],
    refused: '`Trip.origin` is gone: 3 records have a value',
    remedy: 'Write `| origin |` under `#### Gone` of `Trip` (`| field |`), and it goes with that',
    lost: 'Trip.origin is gone: 3 records lose their value',
    isKept: true,
    left: "select column_name from information_schema.columns where table_name = 'trip' and column_name = 'origin'",
    is: [],
  },
  entity: {
    edits: [
      [/\n### Place[^]*?(?=\n### Trip)/, ''],
      [/#### Place[^]*?(?=#### Trip)/, ''],
    ],
    gone: ['\n### Trip\n', '\n### Gone\n\n| entity |\n| --- |\n| Place |\n\n### Trip\n'],
    refused: '`Place` is gone: there is one record',
    remedy: 'Write `| Place |` under `### Gone` (`| entity |`), and it goes with that',
    lost: 'Place is gone with one record',
    isKept: true,
    left: "select to_regclass('product.place')",
    is: [''],
  },
  screen: {
    edits: [[/### Mine [^#]*/, '']],
    gone: ['## 3. Entities', '### Gone\n\n| screen |\n| --- |\n| Mine |\n\n## 3. Entities'],
    refused: 'the screen “Mine” is gone: one saved view of it is left',
    remedy: 'Write `| Mine |` under `### Gone` (`| screen |`), and it goes with that',
    lost: 'the screen Mine is gone with one saved view of it',
    isKept: false,
    left: 'select screen from nonet.saved_view',
    is: ['all'],
  },
  role: {
    edits: [
      ['| boss | assigned |\n', ''],
      ['clerk, boss |', 'clerk |'],
      ['| done | boss |', '| done | clerk |'],
      ['| may | clerk | boss |\n| --- | --- | --- |', '| may | clerk |\n| --- | --- |'],
      ['| yes | yes |', '| yes |'],
      ['| no | no |', '| no |'],
    ],
    gone: ['### Permissions', '### Gone\n\n| role |\n| --- |\n| boss |\n\n### Permissions'],
    refused: 'the role `boss` is no longer assigned: one user holds it',
    remedy: 'Write `| boss |` under `### Gone` (`| role |`), and it goes with that',
    lost: 'role boss is gone: one user loses it',
    isKept: false,
    left: 'select roles from product."user" where roles is not null union all select roles from nonet.api_token union all select array[role] from nonet.saved_view',
    is: ['clerk', 'clerk', '', ''],
  },
  'field whose name something computed has': {
    edits: [['| origin | text | |', '| origin | text | was none, = target + "!" |']],
    gone: ['## 4. States', '#### Gone\n\n| field |\n| --- |\n| origin |\n\n## 4. States'],
    refused: '`Trip.origin` is computed now: 3 records have another value than it comes to',
    remedy: 'write `was none` where its name stands now, and `| origin |` under `#### Gone` of `Trip` (`| field |`)',
    lost: 'Trip.origin is gone: 3 records lose their value',
    isKept: false,
    left: "select column_name from information_schema.columns where table_name = 'trip' and column_name = 'origin'",
    is: [],
  },
  'role that a condition gives from then on': {
    edits: [
      ['| role | is given to |\n| --- | --- |', '| role | is given to | was |\n| --- | --- | --- |'],
      ['| clerk | assigned |', '| clerk | assigned | |'],
      ['| boss | assigned |', '| boss | `user.name == "Lena"` | none |'],
      ['clerk, boss |', 'clerk |'],
    ],
    gone: ['### Permissions', '### Gone\n\n| role |\n| --- |\n| boss |\n\n### Permissions'],
    refused: 'the role `boss` is no longer assigned: one user holds it',
    remedy: 'write `was none` where its name stands now, and `| boss |` under `### Gone` (`| role |`)',
    lost: 'role boss is no longer assigned: one user loses it',
    isKept: false,
    left: 'select roles from product."user" where roles is not null union all select roles from nonet.api_token union all select array[role] from nonet.saved_view',
    is: ['clerk', 'clerk', '', ''],
  },
  call: {
    edits: [[/#### tell[^]*?(?=## 9)/, '\n']],
    gone: ['### Made', '### Gone\n\n| call |\n| --- |\n| tell |\n\n### Made'],
    refused: 'the call `tell` is gone: 2 requests of it wait',
    remedy: 'Write `| tell |` under `### Gone` (`| call |`), and it goes with that',
    lost: 'the call tell is gone: 2 requests that wait are cancelled',
    isKept: false,
    left: 'select c.state, a.problem from nonet.outbound_call c join nonet.call_attempt a on a.call = c.id',
    is: [
      'failed Cancelled: the document has no such call any more.',
      'failed Cancelled: the document has no such call any more.',
    ],
  },
};

describe('a part with stored data', () => {
  test.each(Object.entries(REMOVALS))(
    'a %s goes where it is named as gone, and nowhere else',
    async (_kind, removal) => {
      const refusal = await start(editedTrips(removal.edits)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(MigrationRefusal);
      expect((refusal as MigrationRefusal).obstacles).toEqual([removal.refused]);
      expect((refusal as MigrationRefusal).message.toLowerCase()).toContain(removal.remedy.toLowerCase());

      const text = editedTrips([...removal.edits, removal.gone]);
      const plan = await readMigrationPlan({ plan: planOfDocument(text), databaseUrl: story.url });
      expect(plan.changes.flatMap(({ does }) => does)).toContain(removal.lost);
      expect(plan).toMatchObject({ isRefused: false, isServedAlone: false });
      expect(plan.wayBack?.[removal.isKept ? 'untilFinished' : 'staysGone']).toEqual([removal.lost]);
      await expect(start(text, false)).rejects.toThrow(ChangesValues);

      const engine = await start(text);
      expect(engine.migration.steps).toContain(removal.lost);
      expect(await rows(removal.left)).toEqual(removal.is);
      // A `Gone` row may stay: nothing is stored under that name any more.
      expect((await start(text.replace('| MOST | 40 |', '| MOST | 41 |'), false)).migration.steps).toEqual([]);
    },
  );
});
