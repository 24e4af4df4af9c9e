import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const FETCHES = '| fetches | `GET {BILLING_URL}/projects.csv` |';
const WHEN = '| when | every day at 03:00 |';
const BY = '| by | claims@example.com |\n| of';
const OF = '| of | Project |';
const KEY = '| key | code |';
const TAKES = '| takes | code = Code, name = Name, open |';
const MISSING = '| missing | none |\n\n## 8';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['a table is fetched with GET', FETCHES, '| fetches | `POST {BILLING_URL}/x` |', ['N812 POST {BILLING_URL}/x']],
  ['a table is fetched from an address', FETCHES, '| fetches | the supplier |', ['N705 the supplier']],
  ['an address names constants alone', FETCHES, '| fetches | `GET {BILLING_URL}/{number}` |', ['N055 number']],
  [
    'an address is the same each time',
    FETCHES,
    '| fetches | `GET {BILLING_URL}/{today()}` |',
    ['N812 GET {BILLING_URL}/{today()}'],
  ],
  ['an address has no secrets', FETCHES, '| fetches | `GET {BILLING_URL}/{LEDGER_TOKEN}` |', ['N706 /{LEDGER_TOKEN}']],
  ['headers may have secrets', FETCHES, `${FETCHES}\n| headers | authorization: Bearer {LEDGER_TOKEN} |`, []],
  ['a missing source is a gap', `${FETCHES}\n`, '', ['N048 project_list']],
  ['missing times are a gap', `${WHEN}\n`, '', ['N048 project_list']],
  ['times may be days of the week', WHEN, '| when | every monday at 06:00 |', []],
  ['times may be hours', WHEN, '| when | every 6 hours |', []],
  ['times may be minutes', WHEN, '| when | every 15 minutes |', []],
  ['times are not too close', WHEN, '| when | every minute |', ['N812 every minute']],
  ['times make a day', WHEN, '| when | every 7 minutes |', ['N812 every 7 minutes']],
  ['times are of the clock', WHEN, '| when | every day at 3 |', ['N812 every day at 3']],
  ['a table may be received', `${FETCHES}\n${WHEN}`, '| received | with ARCHIVE_SECRET |', []],
  ['it is received with a secret', `${FETCHES}\n${WHEN}`, '| received | with CURRENCY |', ['N732 with CURRENCY']],
  ['it comes in one way', WHEN, '| received | with ARCHIVE_SECRET |', ['N812 GET {BILLING_URL}/projects.csv']],
  ['JSON may have a place', WHEN, `${WHEN}\n| format | JSON at data.items |`, []],
  ['a format is known', WHEN, `${WHEN}\n| format | XML |`, ['N812 XML']],
  ['everyone may bring it', BY, '| by | everyone |\n| of', []],
  ['its user may be a constant', BY, '| by | {CURRENCY} |\n| of', []],
  ['its user has an address', BY, '| by | the supplier |\n| of', ['N812 the supplier']],
  ['somebody brings it', BY, '| by | none |\n| of', ['N812 none']],
  ['an entity is known', OF, '| of | Projct |', ['N207 Projct']],
  ['a key is a field', KEY, '| key | cod |', ['N814 | key | cod |']],
  ['a key takes a column', KEY, '| key | id |', ['N814 | key | id |']],
  ['a key is unique', KEY, '| key | name |', ['N814 | key | name |']],
  ['a field takes a column once', TAKES, '| takes | code, name, open, name = N |', ['N037 name']],
  ['a field is known', TAKES, '| takes | code, nam, name, open |', ['N813 nam']],
  ['a column may have any name', TAKES, '| takes | code = "No., with (signs)", name = data.name, open = Öffen |', []],
  ['owned children fit in no cell', OF, '| of | Claim |', ['N813 code', 'N813 name', 'N813 open']],
  ['new records have what they need', TAKES, '| takes | code |', ['N815 | takes | code |']],
  ['records that are there have it', TAKES, '| takes | code |\n| new | none |', []],
  ['new ones are created', TAKES, `${TAKES}\n| new | yes |`, ['N812 yes']],
  ['an event is one of the entity', MISSING, '| missing | forget |\n\n## 8', ['N817 | missing | forget |']],
  ['runs are kept for days', TAKES, `${TAKES}\n| kept | for ever |`, ['N812 for ever']],
  ['a part of the table is known', TAKES, `${TAKES}\n| colour | red |`, ['N029 colour']],
];

describe('the feeds of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(DOCUMENT, from, to)).problems).toEqual(problems);
  });
});
