import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exampleDocuments } from '../../fixtures/documents.ts';
import { checkText } from '../../fixtures/harness.ts';
import { tiersOf } from '@nonet/testing/tiers';

/**
 * One contradiction planted into an example document: the original text, the new text, the code that reports it, and
 * the line of the report. `⟦…⟧` marks that line in the new text.
 */
type Change = readonly [from: string, to: string];
type Plant = readonly [contradiction: string, code: string, change: Change, ...changes: readonly Change[]];

const EXPENSES: readonly Plant[] = [
  // 2
  ['a screen for a role that there is not', 'N208', ['| for | director |', '| for | ⟦directr⟧ |']],
  ['a column that there is not', 'N209', ['| columns | code, name, open |', '| columns | code, ⟦nmae⟧, open |']],
  [
    'a kind of screen that there is not',
    'N206',
    ['| kind | board of Claim by status |', '| kind | ⟦boart of Claim by status⟧ |'],
  ],
  [
    'a part of another kind of screen',
    'N211',
    ['| kind | page |\n| for | everyone |', '| kind | page |\n| for | everyone |\n| ⟦search⟧ | name |'],
  ],
  ['a screen twice', 'N203', ['### Trips `/trips`', '### Trips ⟦`/claims`⟧']],
  ['a search in what is no text', 'N210', ['| search | code, name |', '| search | ⟦open⟧, name |']],
  [
    'a column that nobody reads',
    'N219',
    ['| columns | number, owner.name, total |', '| columns | number, owner.name, ⟦booking⟧ |'],
    ['| read booking | no | no | no | no | yes | no |', '| read booking | no | no | no | no | no | no |'],
  ],
  [
    'an order by what nobody reads',
    'N219',
    ['| order | code |', '⟦| order | code |⟧'],
    [
      '| create, update | no | yes | no |\n\n#### Category',
      '| create, update | no | yes | no |\n| read code | no | no | no |\n\n#### Category',
    ],
    ['| columns | code, name, open |\n| search | code, name |', '| columns | name, open |\n| search | name |'],
    ['| title | {code} {name} |', '| title | {name} |'],
  ],
  [
    'an action that nobody takes',
    'N220',
    ['| order | code |\n| actions | create, edit |', '| order | code |\n| actions | create, edit, ⟦delete⟧ |'],
  ],
  [
    'a form without a required field',
    'N251',
    ['Trip: purpose, project, from, to; Costs: lines', '⟦Trip: purpose, project, from; Costs: lines⟧'],
  ],
  [
    'a form without the lines that are needed',
    'N251',
    ['Trip: purpose, project, from, to; Costs: lines', '⟦Trip: purpose, project, from, to⟧'],
  ],
  [
    'a route whose word may be a key',
    'N252',
    [
      '### Projects `/projects`',
      '### Project `/projects/{project.code}`⟦⟧\n\n| part | is |\n| --- | --- |\n| kind | record of Project |\n| for | finance |\n| fields | name |\n\n### Old projects `/projects/old`\n\n| part | is |\n| --- | --- |\n| kind | page |\n| for | finance |\n\n### Projects `/projects`',
    ],
  ],
  [
    'a record screen that nothing leads to',
    'N253',
    [
      '### Categories `/categories`\n\n| part | is |\n| --- | --- |\n| kind | list of Category |',
      '### Old notes `/notes/{note}`⟦⟧\n\n| part | is |\n| --- | --- |\n| kind | record of Note |\n| for | finance |\n| fields | words |\n\n### Categories `/categories`\n\n| part | is |\n| --- | --- |\n| kind | list of Category |',
    ],
    [
      '### Claim\n\nA request',
      '### Note\n\n| field | type |\n| --- | --- |\n| words | text |\n\n### Claim\n\nA request',
    ],
    [
      '#### Category\n\n| may | employee',
      '#### Note\n\n| may | employee | others |\n| --- | --- | --- |\n| read, create, update, delete | yes | no |\n\n#### Category\n\n| may | employee',
    ],
  ],
  [
    'a tile that groups and shows one number',
    'N218',
    ['| `month(paid_at)` | bar |', '| `month(paid_at)` | ⟦number⟧ |'],
  ],
  [
    'a tile that mixes currencies',
    'N067',
    ['`sum(Claim.total where status == "approved")`', '⟦`sum(Claim.total where total > 5 USD)`⟧'],
  ],
  [
    'a tile over what nobody reads',
    'N219',
    [
      '| To be paid | `sum(Claim.total where status == "approved")` | | number |',
      '⟦| To be paid | `count(Claim where booking != null)` | | number |⟧',
    ],
    ['| read booking | no | no | no | no | yes | no |', '| read booking | no | no | no | no | no | no |'],
  ],
  // 3
  ['a type that there is not', 'N301', ['| project | Project | optional | |', '| project | ⟦Projct⟧ | optional | |']],
  ['a field twice', 'N037', ['| name | text | 1..80 | |', '| name | text | 1..80 | |\n| ⟦name⟧ | text | | |']],
  ['bounds the wrong way round', 'N304', ['| purpose | text | 3..120 | |', '| purpose | text | ⟦120..3⟧ | |']],
  [
    'a default of another type',
    'N060',
    ['| receipt_from | money | default 25, 0.. |', '| receipt_from | money | default ⟦true⟧, 0.. |'],
  ],
  [
    'computed fields in a circle',
    'N318',
    [
      '| total | money | = sum(lines.amount) | |\n| needs_exception',
      '⟦| total | money | = total * 2 | |⟧\n| needs_exception',
    ],
  ],
  [
    'gapless numbers that may be deleted',
    'N320',
    ['| history | kept |\n| delete | soft |', '| history | kept |'],
    ['| number | number EX-{yyyy}-{00000} | | |', '| number | ⟦number EX-{yyyy}-{00000}⟧ | | |'],
    ['| restore | no | no | no | no | no | no |\n', ''],
  ],
  [
    'a reference to a record that there is not',
    'N316',
    [
      '| Mo Manager | mo@example.com | manager | dana@example.com |',
      '| Mo Manager | mo@example.com | manager | ⟦dan@example.com⟧ |',
    ],
  ],
  ['a record without a required value', 'N317', ['| AMS-1 | Amsterdam office | true |', '⟦| AMS-1 | | true |⟧']],
  [
    'lines that two entities own',
    'N310',
    [
      '| open | boolean | default true | claims may name it |',
      '| open | boolean | default true | claims may name it |\n| lines | list of Line | | |',
    ],
    ['| lines | list of Line | 1..MAX_LINES |', '| lines | ⟦list of Line⟧ | 1..MAX_LINES |'],
  ],
  ['a required field that nobody can give', 'N324', ['| approver | User | optional | |', '| ⟦approver⟧ | User | | |']],
  [
    'a field that is always empty',
    'N353',
    [
      '| active | boolean | default true | new lines may use it |',
      '| active | boolean | default true | new lines may use it |\n⟦| audited_at | datetime | optional, by system | |⟧',
    ],
  ],
  [
    'an entity that nobody creates',
    'N351',
    ['| create, update, delete | no | yes | no |', '| create, update, delete | no | no | no |'],
    ['### Category\n\n| field', '### ⟦Category⟧\n\n| field'],
    [
      '#### Records\n\n| name | limit_per_day | receipt_from | active |\n| --- | --- | --- | --- |\n| Travel | none | 25 | true |\n| Meals | 75 | 15 | true |\n| Lodging | 220 | 0 | true |\n',
      '',
    ],
    ['| order | name |\n| actions | create, edit, delete |', '| order | name |'],
  ],
  [
    'two names that look alike',
    'N096',
    ['| paid_at | datetime | optional | |', '| paid_at | datetime | optional | |\n⟦| tota1 | money | default 0 | |⟧'],
  ],
  [
    'a turn of direction in a table',
    'N040',
    [
      '| open | boolean | default true | claims may name it |',
      '| open | boolean | default true | claims ⟦\u202emay name it |⟧',
    ],
  ],
  // 4
  [
    'two initial states',
    'N404',
    ['| submitted | | waiting for the manager |', '⟦| submitted | initial | waiting for the manager |⟧'],
  ],
  ['a state that is never reached', 'N405', ['| paid | final | |', '| paid | final | |\n⟦| lost | final | |⟧']],
  ['a dead end', 'N406', ['| withdrawn | final | |', '⟦| withdrawn | | |⟧']],
  [
    'an event from a final state',
    'N407',
    ['| withdraw | draft, submitted, rejected | withdrawn', '| withdraw | draft, submitted, ⟦paid⟧ | withdrawn'],
  ],
  ['a state that there is not', 'N408', ['| pay | approved | paid |', '| pay | ⟦aproved⟧ | paid |']],
  ['an actor who is none', 'N409', ['| pay | approved | paid | finance |', '| pay | approved | paid | ⟦purpose⟧ |']],
  ['an effect on a computed field', 'N413', ['`paid_at = now()`', '`paid_at = now(); ⟦total⟧ = 3`']],
  [
    'an error that no guard raises',
    'N422',
    [
      '| lapse | draft, rejected | withdrawn | after DRAFT_KEPT | none | none | none | none |',
      '| lapse | draft, rejected | withdrawn | after DRAFT_KEPT | none | none | none | ⟦OWN_CLAIM⟧ |',
    ],
    ['| Claim approve_exception |', '| Claim approve_exception, Claim lapse |'],
  ],
  [
    'a row that is never reached',
    'N421',
    [
      '| reject | escalated | rejected | director |',
      '⟦| reject | submitted | rejected | line_manager | `total > 5` | rejection_reason | none | none |⟧\n| reject | escalated | rejected | director |',
    ],
  ],
  [
    'a row that an earlier guard takes',
    'N421',
    [
      '| escalate | submitted',
      '⟦| approve | submitted | approved | line_manager | `total < 100` | none | none | ABOVE_LIMIT |⟧\n| escalate | submitted',
    ],
  ],
  [
    'a guard that never holds',
    'N451',
    ['| director | `owner != user` |', '| director | ⟦`owner != user and owner == user`⟧ |'],
  ],
  [
    'a guard that asks for another state',
    'N451',
    ['| line_manager | `needs_exception` |', '| line_manager | ⟦`needs_exception and status == "draft"`⟧ |'],
  ],
  ['a guard that always holds', 'N452', ['| director | `owner != user` |', '| director | ⟦`status == "escalated"`⟧ |']],
  [
    'two rows that both fit',
    'N453',
    [
      '| escalate | submitted | escalated | line_manager | `needs_exception` |',
      '| approve | submitted | approved | line_manager | ⟦`total > 2400`⟧ | none | none | ABOVE_LIMIT |\n| escalate | submitted | escalated | line_manager | `needs_exception` |',
    ],
  ],
  [
    'an event that asks for what nobody reads',
    'N454',
    [
      '| pay | approved | paid | finance | none | payment_reference |',
      '⟦| pay | approved | paid | finance | none | booking |⟧',
    ],
    ['| then | `booking = response.reference` |', '| then | `payment_reference = response.reference` |'],
    ['| read booking | no | no | no | no | yes | no |', '| read booking | no | no | no | no | no | no |'],
  ],
  ['a timer of its own time', 'N455', ['| after DRAFT_KEPT |', '| at today() + 3 days |⟦⟧']],
  [
    'a timer by what is no time',
    'N409',
    ['| after DRAFT_KEPT |', '| after ⟦MAX_LINES⟧ |'],
    ['| DRAFT_KEPT | 180 days | |\n', ''],
  ],
  ['a value that may be missing', 'N064', ['`owner != user`', '`owner.⟦supervisor⟧.name != "x"`']],
  // 5
  [
    'a rule that no record keeps',
    'N551',
    ['| V1 | Claim | `to >= from` |', '| V1 | Claim | ⟦`to >= from and to < from`⟧ |'],
  ],
  [
    'a rule against the field’s own range',
    'N551',
    ['| V8 | Line | `date <= today()` |', '| V8 | Line | ⟦`amount > 60000`⟧ |'],
    ['{date} is in the future', 'It is in the future'],
  ],
  ['a rule that no record breaks', 'N552', ['| V1 | Claim | `to >= from` |', '| V1 | Claim | ⟦`size(purpose) > 2`⟧ |']],
  [
    'a rule about a state that it never sees',
    'N552',
    [
      '| V7 | Claim create | `count(Claim where owner == this.owner and status == "draft") <= MAX_DRAFTS` |',
      '| V7 | Claim create | ⟦`status == "draft"`⟧ |',
    ],
  ],
  [
    'two rules that exclude each other',
    'N553',
    [
      '| V8 | Line | `date <= today()` | IN_THE_FUTURE |',
      '| V8 | Line | `date <= today()` | IN_THE_FUTURE |\n| V9 | Line | ⟦`date > today() + 1 day`⟧ | IN_THE_FUTURE |',
    ],
    [
      '| IN_THE_FUTURE | 422 | {date} is in the future. | V8 |',
      '| IN_THE_FUTURE | 422 | {date} is in the future. | V8, V9 |',
    ],
  ],
  [
    'a rule that another one implies',
    'N554',
    [
      '| V8 | Line | `date <= today()` | IN_THE_FUTURE |',
      '| V8 | Line | `date <= today()` | IN_THE_FUTURE |\n| V9 | Line | ⟦`date <= today() + 1 day`⟧ | IN_THE_FUTURE |',
    ],
    [
      '| IN_THE_FUTURE | 422 | {date} is in the future. | V8 |',
      '| IN_THE_FUTURE | 422 | {date} is in the future. | V8, V9 |',
    ],
  ],
  [
    'a rule on two entities',
    'N502',
    ['| V5 | Claim create, Claim update, Claim submit |', '| V5 | ⟦Claim create, Line⟧ |'],
  ],
  ['a rule of unlike values', 'N062', ['`to >= from`', '`⟦to >= purpose⟧`']],
  // 6
  [
    'a column of no role',
    'N027',
    [
      '| may | owner | line_manager | employee | director | finance | others |',
      '| may | owner | ⟦line_mnager⟧ | employee | director | finance | others |',
    ],
  ],
  [
    'a permission twice',
    'N610',
    [
      '| create, update | no | yes | no |\n\n#### Category',
      '| create, update | no | yes | no |\n| ⟦update⟧ | no | yes | no |\n\n#### Category',
    ],
  ],
  [
    'a relationship before there is a record',
    'N612',
    ['| create | | | yes | no | no | no |', '| create | ⟦yes⟧ | | yes | no | no | no |'],
  ],
  [
    'a role and a field that mean others',
    'N614',
    [
      '| admin | assigned | | looks after people and roles |',
      '| admin | assigned | | looks after people and roles |\n⟦| approver | assigned | | |⟧',
    ],
  ],
  [
    'a cell that never says yes',
    'N656',
    ['| delete | `status == "draft"` |', '| delete | ⟦`status == "draft" and status == "paid"`⟧ |'],
  ],
  [
    'a cell that another row makes pointless',
    'N657',
    ['| read booking | no | no | no | no | yes | no |', '| read booking | no | no | ⟦yes⟧ | no | yes | no |'],
  ],
  [
    'a role that is never held',
    'N658',
    [
      '| line_manager | `owner.supervisor == user` | Claim | |',
      '⟦| line_manager | `owner == user and owner != user` | Claim | |⟧',
    ],
  ],
  [
    'a role that is never held on one of its entities',
    'N658',
    [
      '| line_manager | `owner.supervisor == user` | Claim | |',
      '| line_manager | `owner.supervisor == user` | Claim | |\n| line_manager | ⟦`supervisor == user and supervisor != user`⟧ | User | |',
    ],
  ],
  [
    'a missing cell',
    'N048',
    ['| delete | no | no | no | no |\n| read cost_centre', '| delete | no | ⟦⟧ | no | no |\n| read cost_centre'],
  ],
  // 7
  [
    'a secret in an address',
    'N706',
    ['POST {LEDGER_URL}/bookings', 'POST {LEDGER_URL}/bookings?key={⟦LEDGER_TOKEN⟧}'],
    ['| headers | authorization: Bearer {LEDGER_TOKEN} |\n', ''],
  ],
  ['a call by an event that there is not', 'N703', ['| when | Claim pay |', '| when | Claim ⟦pya⟧ |']],
  [
    'no answer to failure',
    'N048',
    ['| retry | 5 times, from 2 s, doubling |\n| fails | none |', '| retry | 5 times, from 2 s, doubling |'],
    ['#### notify_manager', '#### ⟦notify_manager⟧'],
  ],
  ['a body that is no JSON', 'N708', ['{ "to": "{owner.supervisor.email}",', '⟦{ "to": {owner.supervisor.email},⟧']],
  [
    'an answer that nothing reads',
    'N751',
    ['| then | `booking = response.reference` |\n', ''],
    ['| answer | reference text |', '⟦| answer | reference text |⟧'],
  ],
  // 8
  [
    'an error that nothing raises',
    'N805',
    ['| RECEIPT_MISSING | 422 |', '| ⟦UNHEARD_OF⟧ | 422 | Never. | |\n| RECEIPT_MISSING | 422 |'],
  ],
  [
    'an error that is not in the catalogue',
    'N806',
    ['`to >= from` | ENDS_BEFORE_START |', '`to >= from` | ⟦ENDS_TOO_EARLY⟧ |'],
    ['| ENDS_BEFORE_START | 422 | The last day ({to}) is before the first ({from}). | V1 |\n', ''],
    ['today() - 1 day) | ENDS_BEFORE_START |', 'today() - 1 day) | ENDS_TOO_EARLY |'],
  ],
  [
    'a clause that raises it too',
    'N804',
    ['`project == null or project.open` | PROJECT_CLOSED |', '`project == null or project.open` | TOO_LATE |'],
    ['| PROJECT_CLOSED | 422 | This project is closed. | V5 |\n', ''],
    ['where not open)) | PROJECT_CLOSED |', 'where not open)) | TOO_LATE |'],
    [
      '| TOO_LATE | 422 | Expenses are claimed within {FILING_PERIOD}. | V4 |',
      '| TOO_LATE | 422 | Expenses are claimed within {FILING_PERIOD}. | ⟦V4⟧ |',
    ],
  ],
  ['a placeholder that there is not', 'N055', ['{date} is in the future.', '{⟦datum⟧} is in the future.']],
  ['another status of a standard error', 'N808', ['| NOT_FOUND | 404 |', '| NOT_FOUND | ⟦410⟧ |']],
  // 9
  [
    'an address that nothing reads',
    'N903',
    ['| MAIL_URL | env MAIL_URL | |', '| MAIL_URL | env MAIL_URL | |\n⟦| FAX_URL | env FAX_URL | |⟧'],
  ],
  ['a unit that does not fit', 'N901', ['| SESSION_LENGTH | 12 hours | |', '| SESSION_LENGTH | ⟦12 MB⟧ | |']],
  [
    'a constant of another type',
    'N062',
    [
      '| MANAGER_LIMIT | 2500 EUR | above it a director decides |',
      '| MANAGER_LIMIT | 30 days | above it a director decides |',
    ],
    [
      '| needs_exception | boolean | = total > MANAGER_LIMIT | |',
      '| needs_exception | boolean | = ⟦total > MANAGER_LIMIT⟧ | |',
    ],
  ],
];

const READING_ROOM: readonly Plant[] = [
  [
    'an action that nobody takes',
    'N220',
    ['| actions | create |', '| actions | ⟦create⟧ |'],
    ['| read, create | yes |', '| read | yes |\n| create | no |'],
    ['### Booking\n', '### Booking\n\n> allow N351: they come from elsewhere\n'],
    ['### Permissions\n\n#### Booking', '### Permissions\n\n#### Booking'],
  ],
  [
    'an entity that nobody reads',
    'N352',
    ['### Booking', '### ⟦Booking⟧'],
    ['| read, create | yes |', '| read | no |\n| create | yes |'],
    [
      '| kind | calendar of Booking by day |\n| for | everyone |\n| actions | create |',
      '| kind | page |\n| for | everyone |',
    ],
  ],
  [
    'a constant that nothing uses',
    'N903',
    [
      '## 9. Business constants and limits\n\nnone',
      '## 9. Business constants and limits\n\n| name | value |\n| --- | --- |\n⟦| SPARE | 3 |⟧',
    ],
  ],
  ['unlike values', 'N060', ['| name | text | ..40 |', '| name | text | ..40, default ⟦3⟧ |']],
  ['a calendar by what is no date', 'N210', ['calendar of Booking by day', '⟦calendar of Booking by name⟧']],
];

function read(name: string): string {
  return readFileSync(new URL(`../../../../../examples/${name}/spec.md`, import.meta.url), 'utf8');
}

/** The codes found, with their lines; disclosures are listed separately (6). */
function found(text: string): readonly string[] {
  return checkText(text)
    .diagnostics.filter(({ severity }) => severity !== 'disclosure')
    .map(({ code, span }) => `${code} line ${lineOf(text, span.start)}`);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function plant(document: string, changes: readonly Change[]): { text: string; line: number } {
  let text = document;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`The document has no “${from}”.`);
    text = text.replace(from, () => to);
  }
  const line = lineOf(text, text.indexOf('⟦'));
  return { text: text.replaceAll(/[⟦⟧]/g, ''), line };
}

test.each(exampleDocuments().map(({ name, files }) => [name, files[0]?.text ?? '']))(
  'without a plant %s has only gaps',
  (_, text) => {
    const { diagnostics } = checkText(text);
    expect(diagnostics.filter(({ severity }) => severity !== 'disclosure' && severity !== 'gap')).toEqual([]);
  },
);

describe.each([
  ['expenses', EXPENSES],
  ['reading-room', READING_ROOM],
] as const)('planted into %s', (name, plants) => {
  const document = read(name);
  const clean = checkText(document).diagnostics.filter(({ severity }) => severity !== 'disclosure');

  const cases = plants.map(([contradiction, code, ...changes]) => ({ contradiction, code, changes }));

  describe.each(tiersOf(cases, 5))('%s', (_tier, part, tags) => {
    test.each(part)('$contradiction', { tags }, ({ code, changes }) => {
      const { text, line } = plant(document, changes);
      const open = new Set(clean.map(({ clause }) => clause));
      const before = checkText(text)
        .diagnostics.filter(({ code: own, clause }) => own === 'N048' && open.has(clause))
        .map(({ span }) => `N048 line ${lineOf(text, span.start)}`);
      const rest = [...found(text)];
      for (const gap of before) rest.splice(rest.indexOf(gap), 1);
      expect(rest).toEqual([`${code} line ${line}`]);
    });
  });
});
