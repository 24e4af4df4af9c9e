import { expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import type { PointName } from '../points.ts';
import type { Plan } from '../plan/plan.ts';
import { differencesOf } from './differences-of.ts';

const BASE: Readonly<Partial<Record<PointName, string>>> = {
  screens: `### Jobs \`/jobs\`

| part | is |
| --- | --- |
| kind | list of Job |
| for | member |
| where | \`rush or size > 3\` |
| columns | name, size |
| filters | colour |`,
  entities: `### Job

| field | type | rules |
| --- | --- | --- |
| number | number J-{0000} | |
| name | text | 1..40 |
| note | text | optional, ..120 |
| size | integer | 0..100 |
| weight | integer | optional, 0..50000 |
| colour | enum(red, green, blue) | |
| rush | boolean | default false |
| owner | User | |
| wide | boolean | = size > LIMIT |
| status | state | |

| setting | is |
| --- | --- |
| delete | soft |
| history | kept |

### Bin

| field | type | rules |
| --- | --- | --- |
| code | text | unique, 1..10 |`,
  states: `### Job.status

| state | kind | meaning |
| --- | --- | --- |
| open | initial | |
| held | | |
| done | final | |

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
| hold | open | held | holder | \`size > 2\` | none | none | none |
| finish | open, held | done | chief | none | note | none | none |
| lapse | open | done | after KEPT | none | none | none | none |`,
  rules: `| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Job | \`size < 90\` | TOO_BIG |`,
  roles: `### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| holder | \`owner == user\` | Job |
| chief | assigned | |
| clerk | assigned | |

### Permissions

#### Job

| may | member | holder | chief | clerk |
| --- | --- | --- | --- | --- |
| read | \`not wide\` | yes | yes | \`status == "open"\` |
| create | yes | no | no | no |
| update | no | \`size < 10 and not rush\` | yes | no |
| delete, restore, export, import, history | no | no | yes | no |
| read note | no | yes | yes | no |

#### Bin

| may | member | holder | chief | clerk |
| --- | --- | --- | --- | --- |
| read, create, update, delete, export, import | yes | no | yes | no |

#### User

| may | member | holder | chief | clerk |
| --- | --- | --- | --- | --- |
| read | yes | no | yes | no |`,
  calls: `### Answered

none

### Made

#### tell

| part | is |
| --- | --- |
| when | Job finish |
| request | POST https://example.com/jobs |
| expects | 2xx within 5 s |
| retry | 5 times, from 2 s, doubling |
| fails | none |

\`\`\`json
{ "name": "{name}" }
\`\`\`

### Mails

#### tell_desk

| part | is |
| --- | --- |
| when | Job finish |
| to | "desk@example.com" |
| subject | {name} is done |
| fails | none |

\`\`\`markdown
Look at {name}.
\`\`\`

### Notices

#### note_desk

| part | is |
| --- | --- |
| when | Job finish |
| to | \`User where not disabled\` |
| subject | {name} has ended |
| link | https://example.com/ |

### Papers

#### job_sheet

| part | is |
| --- | --- |
| of | Job |
| for | member |
| title | Job {number} |

\`\`\`markdown
{name}
\`\`\``,
  errors: `| code | status | message | when |
| --- | --- | --- | --- |
| TOO_BIG | 422 | Too big. | V1 |`,
  constants: `| name | value |
| --- | --- |
| LIMIT | 20 |
| KEPT | 30 days |`,
};

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkText(text);
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

/** The document with some of its text replaced. */
function edited(edits: readonly (readonly [string, string])[]): Plan {
  let text = documentOf(BASE);
  for (const [was, is] of edits) {
    if (!text.includes(was)) throw new Error(`The document has no ${was}`);
    text = text.replace(was, is);
  }
  return planOf(text);
}

const FORMER = planOf(documentOf(BASE));

/** `effect clause` (of the API: its class), each with the words that its text or example has to have. */
type Case = readonly [
  name: string,
  edits: readonly (readonly [string, string])[],
  lines: readonly (readonly [string, string])[],
];

const CASES: readonly Case[] = [
  [
    'an entity that is gone',
    [
      [BIN_ENTITY(), ''],
      [BIN_RIGHTS(), ''],
    ],
    [
      ['lost 3.Bin', 'where its records go'],
      ['api-removed-without-deprecation 3.Bin', 'GET /api/bins'],
    ],
  ],
  [
    'an entity by another name',
    [
      ['### Bin', '### Box (was: Bin)'],
      ['#### Bin', '#### Box'],
    ],
    [['compatible 3.Box', '`Box` was `Bin`']],
  ],
  [
    'a field that is gone',
    [
      ['| note | text | optional, ..120 |\n', ''],
      ['| note | none | none |', '| none | none | none |'],
      ['| read note | no | yes | yes | no |\n', ''],
    ],
    [['lost 3.Job.note', 'where its values go']],
  ],
  [
    'a field that is gone, as is stated',
    [
      ['| note | text | optional, ..120 |\n', ''],
      ['| note | none | none |', '| none | none | none |'],
      ['| read note | no | yes | yes | no |\n', ''],
      ['### Bin', '#### Gone\n\n| field |\n| --- |\n| note |\n\n### Bin'],
    ],
    [['behaviour 3.Job.note', 'gone with its values, as `Gone` states']],
  ],
  [
    'a field that is erased with its person, unless something holds it',
    [
      ['| note | text | optional, ..120 |', '| note | text | optional, ..120, erased with created_by |'],
      ['| history | kept |', '| history | kept |\n| kept while | rush |'],
      ['| read | yes | no | yes | no |', '| read | yes | no | yes | no |\n| erase | no | no | yes | no |'],
    ],
    [
      ['behaviour 3.Job.note', 'is emptied (`with created_by`) when its person is erased; formerly it was kept'],
      ['behaviour 3.Job.settings.kept_while', 'a person is not erased while `rush`'],
    ],
  ],
  [
    'an entity that is gone, as is stated',
    [
      [BIN_ENTITY(), '### Gone\n\n| entity |\n| --- |\n| Bin |\n\n'],
      [BIN_RIGHTS(), ''],
    ],
    [['behaviour 3.Bin', 'gone with its records, as `Gone` states']],
  ],
  [
    'a field whose values another one gets',
    [
      [
        '| weight | integer | optional, 0..50000 |',
        '| kilos | decimal(8,3) | optional, 0..50, from if weight == null then null else weight / 1000 |',
      ],
    ],
    [
      ['compatible 3.Job.weight', '`Job.kilos`'],
      ['compatible 3.Job.kilos', 'by its `from`'],
    ],
  ],
  [
    'a from that exceeds its limit',
    [
      [
        '| weight | integer | optional, 0..50000 |',
        '| kilos | decimal(8,3) | optional, 0..40, from if weight == null then null else weight / 1000 |',
      ],
    ],
    [['stricter 3.Job.kilos', 'can exceed `0..40`']],
  ],
  [
    'a from that exceeds its limit, and leaves such records open',
    [
      [
        '| weight | integer | optional, 0..50000 |',
        '| kilos | decimal(8,3) | 0..40, from if weight == null then null else weight / 1000 else open |',
      ],
    ],
    [['behaviour 3.Job.kilos', 'can exceed `0..40`: such records are left without a value']],
  ],
  [
    'a from that may be null',
    [['| note | text | optional, ..120 |', '| note | text | ..120, from note |']],
    [['lost 3.Job.note', "can't be read"]],
  ],
  [
    'a from that is longer',
    [['| name | text | 1..40 |', '| name | text | 1..40, from name + "!" |']],
    [['stricter 3.Job.name', 'can exceed `1..40`']],
  ],
  [
    'a field of another type',
    [['| weight | integer | optional, 0..50000 |', '| weight | date | optional |']],
    [
      ['lost 3.Job.weight', 'was `integer`'],
      ['request-property-type-changed 3.Job.weight', 'is date, formerly integer'],
    ],
  ],
  [
    'a field that is new and required',
    [['| rush | boolean', '| place | text | 1..9 |\n| rush | boolean']],
    [
      ['stricter 3.Job.place', 'new and required'],
      ['new-required-request-property 3.Job.place', 'POST /api/jobs'],
    ],
  ],
  [
    'a field that is new and optional',
    [['| rush | boolean', '| place | text | optional |\n| rush | boolean']],
    [['compatible 3.Job.place', 'is new']],
  ],
  [
    'an order by hand',
    [
      [
        '| weight | integer | optional, 0..50000 |',
        '| weight | integer | optional, 0..50000 |\n| rank | decimal(12, 6) | optional |',
      ],
      ['| history | kept |', '| history | kept |\n| order by hand | rank |'],
    ],
    [
      ['compatible 3.Job', 'an order by hand, in `rank`'],
      ['compatible 3.Job.rank', 'is new'],
    ],
  ],
  [
    'a tighter length',
    [['| note | text | optional, ..120 |', '| note | text | optional, ..20 |']],
    [
      ['stricter 3.Job.note', 'note of 21 characters'],
      ['request-property-max-length-decreased 4.Job.status.finish', 'at most 20'],
    ],
  ],
  [
    'a wider range',
    [['| size | integer | 0..100 |', '| size | integer | 0..200 |']],
    [['compatible 3.Job.size', 'at most 200']],
  ],
  [
    'a field by another name, for programs that use it',
    [
      ['| note | text | optional, ..120 |', '| remark | text | optional, ..120, was note |'],
      ['| note | none | none |', '| remark | none | none |'],
      ['| read note |', '| read remark |'],
    ],
    [
      ['compatible 3.Job.remark', '`Job.remark` was `note`'],
      ['request-parameter-removed 3.Job.remark', 'it is called `remark` now'],
      ['response-required-property-removed 3.Job.remark', 'it is called `remark` now'],
    ],
  ],
  [
    'a field that is required of new values',
    [['| weight | integer | optional, 0..50000 |', '| weight | integer | 0..50000, required for new |']],
    [
      ['behaviour 3.Job.weight', 'asks of new values: that there is one, `0..50000`'],
      ['request-property-became-required 3.Job.weight', 'POST'],
    ],
  ],
  [
    'a field that is limited for new values',
    [['| name | text | 1..40 |', '| name | text | 1.., ..20 for new |']],
    [
      ['behaviour 3.Job.name', 'asks of new values: `1..20`'],
      ['request-property-max-length-decreased 3.Job.name', 'POST'],
    ],
  ],
  [
    'a reference to fewer records',
    [['| owner | User | |', '| owner | User | among User where not disabled |']],
    [['stricter 3.Job.owner', 'refer to fewer records: `not disabled`; User.disabled']],
  ],
  [
    'a field that is required',
    [['| weight | integer | optional, 0..50000 |', '| weight | integer | 0..50000 |']],
    [
      ['stricter 3.Job.weight', 'is required'],
      ['request-property-became-required 3.Job.weight', 'POST'],
    ],
  ],
  [
    'a choice that is gone',
    [['enum(red, green, blue)', 'enum(red, green)']],
    [
      ['lost 3.Job.colour', '`blue` is gone'],
      ['request-property-enum-value-removed 3.Job.colour', '`blue`'],
    ],
  ],
  [
    'a choice more',
    [['enum(red, green, blue)', 'enum(red, green, blue, grey)']],
    [
      ['compatible 3.Job.colour', '`grey`'],
      ['response-property-enum-value-added 3.Job.colour', '`grey`'],
    ],
  ],
  [
    'a text that becomes a choice',
    [['| name | text | 1..40 |', '| name | enum(a, b) | |']],
    [['stricter 3.Job.name', 'none of its choices']],
  ],
  [
    'fewer digits than values have',
    [['| size | integer | 0..100 |', '| size | decimal(3, 1) | 0..99 |']],
    [['stricter 3.Job.size', '2 digits before the point']],
  ],
  [
    'what is deleted softly no longer',
    [
      ['| delete | soft |', '| delete | never |'],
      ['| delete, restore, export, import, history |', '| export, import, history |'],
    ],
    [['lost 3.Job', 'has no place']],
  ],
  [
    'a computed field that is stored',
    [['| wide | boolean | = size > LIMIT |', '| wide | boolean | default false |']],
    [['compatible 3.Job.wide', 'keep what it came to']],
  ],
  [
    'a part of a screen that is new',
    [['| filters | colour |', '| filters | colour |\n| page size | 9 |']],
    [['compatible 2.jobs.page_size', 'is new']],
  ],
  ['unique', [['| name | text | 1..40 |', '| name | text | unique, 1..40 |']], [['stricter 3.Job.name', 'unique']]],
  ['a number by another form', [['number J-{0000}', 'number K-{0000}']], [['behaviour 3.Job.number', 'K-{0000}']]],
  [
    'a state that is gone',
    [
      ['| held | | |\n', ''],
      ['| hold | open | held | holder', '| hold | open | done | holder'],
      ['open, held | done', 'open | done'],
    ],
    [['lost 4.Job.status.held', '`held`']],
  ],
  [
    'a state by another name',
    [
      [
        '| state | kind | meaning |\n| --- | --- | --- |',
        '| state | kind | meaning | was |\n| --- | --- | --- | --- |',
      ],
      ['| open | initial | |', '| open | initial | | |'],
      ['| held | | |', '| kept | | | held |'],
      ['| done | final | |', '| done | final | | |'],
      ['open | held | holder', 'open | kept | holder'],
      ['open, held |', 'open, kept |'],
    ],
    [['compatible 4.Job.status.kept', 'was `held`']],
  ],
  [
    'a role that is gone',
    [
      ['| clerk | assigned | |\n', ''],
      [
        ' | clerk |\n| --- | --- | --- | --- | --- |\n| read | `not wide` | yes | yes | `status == "open"` |',
        ' |\n| --- | --- | --- | --- |\n| read | `not wide` | yes | yes |',
      ],
      ['| create | yes | no | no | no |', '| create | yes | no | no |'],
      ['and not rush` | yes | no |', 'and not rush` | yes |'],
      ['import, history | no | no | yes | no |', 'import, history | no | no | yes |'],
      ['| read note | no | yes | yes | no |', '| read note | no | yes | yes |'],
      [' | clerk |\n| --- | --- | --- | --- | --- |\n| read, create', ' |\n| --- | --- | --- | --- |\n| read, create'],
      ['import | yes | no | yes | no |', 'import | yes | no | yes |'],
      [' | clerk |\n| --- | --- | --- | --- | --- |\n| read |', ' |\n| --- | --- | --- | --- |\n| read |'],
      ['| read | yes | no | yes | no |', '| read | yes | no | yes |'],
    ],
    [['lost 6.clerk', 'is gone']],
  ],
  ['a wider cell', [['| read | `not wide`', '| read | `not wide or rush`']], [['wider 6.Job.read.member', 'rush']]],
  [
    'a narrower cell',
    [['`size < 10 and not rush`', '`size < 10 and not rush and size > 4`']],
    [['narrower 6.Job.update.holder', 'size = ']],
  ],
  [
    'a cell for everyone of a role',
    [['| create | yes | no | no | no |', '| create | yes | no | yes | no |']],
    [['wider 6.Job.create.chief', 'any record']],
  ],
  [
    'a cell through a constant',
    [['| LIMIT | 20 |', '| LIMIT | 30 |']],
    [
      ['wider 6.Job.read.member', 'size = 21'],
      ['behaviour 3.Job.wide', 'size = 21'],
      ['behaviour 9.LIMIT', '`30`'],
    ],
  ],
  [
    'a row of a field that is gone',
    [['| read note | no | yes | yes | no |\n', '']],
    [['wider 6.Job.read.member', 'read `Job.note`']],
  ],
  [
    'a role that more hold',
    [['| holder | `owner == user` | Job |', '| holder | `owner == user or rush` | Job |']],
    [['wider 6.holder', 'rush']],
  ],
  [
    'an event for another role',
    [['| finish | open, held | done | chief |', '| finish | open, held | done | chief, clerk |']],
    [['wider 4.Job.status.finish', '`clerk`']],
  ],
  ['a guard that allows less', [['`size > 2`', '`size > 3`']], [['narrower 4.Job.status.hold', 'size = 3']]],
  [
    'an event from another state',
    [['| hold | open | held', '| hold | open, held | held']],
    [['wider 4.Job.status.hold', 'status is held']],
  ],
  [
    'a timer that comes sooner',
    [['| KEPT | 30 days |', '| KEPT | 10 days |']],
    [['behaviour 4.Job.status.lapse', 'sooner']],
  ],
  ['a rule that refuses more', [['`size < 90`', '`size < 50`']], [['stricter 5.V1', 'size = ']]],
  ['a rule in other words', [['`size < 90`', '`not (size >= 90)`']], [['compatible 5.V1', 'is written otherwise']]],
  ['a screen that is gone', [[SCREEN(), 'none']], [['lost 2.jobs', 'views that people saved']]],
  ['a screen for more people', [['| for | member |', '| for | everyone |']], [['wider 2.jobs', 'everyone']]],
  ['a screen that lists less', [['`rush or size > 3`', '`rush`']], [['behaviour 2.jobs', 'fewer records']]],
  [
    'a filter that is gone',
    [['| filters | colour |', '| filters | name |']],
    [['behaviour 2.jobs', 'no longer filters by `colour`']],
  ],
  ['a call that is gone', [[CALL(), 'none']], [['lost 7.tell', 'wait fail']]],
  [
    'a call to elsewhere',
    [['https://example.com/jobs', 'https://example.org/jobs']],
    [['behaviour 7.tell', 'https://example.org']],
  ],
  ['a mail with other words', [['Look at {name}.', 'See {name}.']], [['behaviour 7.tell_desk', 'has other words']]],
  [
    'a mail with another subject',
    [['| subject | {name} is done |', '| subject | Done |']],
    [['behaviour 7.tell_desk', 'has another subject']],
  ],
  [
    'a mail to others',
    [['| to | "desk@example.com" |', '| to | "shed@example.com" |']],
    [['behaviour 7.tell_desk', 'the mail `tell_desk` goes to others']],
  ],
  [
    'a mail for fewer',
    [['| Job finish |\n| to |', '| Job finish if name == "x" |\n| to |']],
    [['behaviour 7.tell_desk', 'is sent for fewer records']],
  ],
  [
    'a mail that is called otherwise',
    [['#### tell_desk', '#### ask_desk (was: tell_desk)']],
    [['compatible 7.ask_desk', 'was `tell_desk`']],
  ],
  ['a mail that is gone', [['#### tell_desk', '#### tell_shed']], [['lost 7.tell_desk', 'mails of it that wait fail']]],
  [
    'a notice that leads elsewhere',
    [['| link | https://example.com/ |\n', '']],
    [['behaviour 7.note_desk', 'the notice `note_desk` leads elsewhere']],
  ],
  [
    'a notice that is necessary',
    [['| link | https://example.com/ |', '| link | https://example.com/ |\n| necessary | yes |']],
    [['behaviour 7.note_desk', 'nobody can turn it off any more']],
  ],
  [
    'a notice that is gone',
    [['#### note_desk', '#### note_shed']],
    [['lost 7.note_desk', 'it disappears from the inboxes']],
  ],
  [
    'a paper with other words',
    [['```markdown\n{name}\n```', '```markdown\n{number}\n```']],
    [['behaviour 7.job_sheet', 'the paper `job_sheet` has other words']],
  ],
  [
    'a paper for others as well',
    [['| for | member |\n| title', '| for | member, chief |\n| title']],
    [['wider 7.job_sheet', 'may be made by others as well']],
  ],
  [
    'a paper for fewer',
    [['| for | member |\n| title', '| for | chief |\n| title']],
    [['narrower 7.job_sheet', 'may not be made any more by some']],
  ],
  ['a paper that is gone', [['#### job_sheet', '#### job_card']], [['breaking 7.job_sheet', '`job_sheet` is gone']]],
  [
    'a paper of another size',
    [['| title | Job', '| size | A5 |\n| title | Job']],
    [['behaviour 7.job_sheet', 'has another size']],
  ],
  [
    'an error of another status',
    [['| TOO_BIG | 422 |', '| TOO_BIG | 409 |']],
    [['response-non-success-status-changed 8.TOO_BIG', '409']],
  ],
];

function BIN_ENTITY(): string {
  return `### Bin

| field | type | rules |
| --- | --- | --- |
| code | text | unique, 1..10 |`;
}

function BIN_RIGHTS(): string {
  return `#### Bin

| may | member | holder | chief | clerk |
| --- | --- | --- | --- | --- |
| read, create, update, delete, export, import | yes | no | yes | no |`;
}

function SCREEN(): string {
  return (BASE.screens ?? '').trim();
}

function CALL(): string {
  return (BASE.calls ?? '').split('### Made\n\n')[1] ?? '';
}

test.each(CASES)('%s', (_, edits, lines) => {
  const found = differencesOf(FORMER, edited(edits));
  const said = found.map(({ effect, clause, apiClass, text, example }) => ({
    head: [`${effect} ${clause}`, ...(apiClass === null ? [] : [`${apiClass} ${clause}`])],
    words: `${text}; ${example.join(', ')}`,
  }));
  for (const [head, words] of lines)
    expect(
      said.some((line) => line.head.includes(head) && line.words.includes(words)) ? '' : said,
      `${head}: ${words}`,
    ).toBe('');
});

test('each difference has its places in both documents', () => {
  const found = differencesOf(FORMER, edited([['enum(red, green, blue)', 'enum(red, green)']]));
  expect(found[0]).toMatchObject({ effect: 'lost', formerPlace: { file: 'spec.md' }, newPlace: { file: 'spec.md' } });
});
