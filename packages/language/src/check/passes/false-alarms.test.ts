import { expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** Places of the library's document, each with its replacement. */
type Changes = readonly (readonly [from: string, to: string])[];

const codesOf = (changes: Changes): readonly string[] =>
  checkText(changes.reduce((text, [from, to]) => changed(text, from, to), LIBRARY)).problems;

const ROLES = '| librarian | assigned | | |';
const STAFF = `${ROLES}\n| head | assigned | | |\n| staff | \`user is librarian or user is head\` | | |\n| desk | \`user is staff\` | | |`;
const DELETE = '| delete | | no | yes | no |';
const HEADS =
  '| may | in state | borrower | librarian | others |\n| --- | --- | --- | --- | --- |\n| read | | yes | yes | no |';
const EVENTS = '| lose | lent | lost | librarian | none | none | none | none |';
const DUE = '| due | date | | |';
const OPTIONAL_DUE: Changes = [
  ['| returned_on | date | optional | |', '| returned_on | date | optional | |\n| until | date | optional | |'],
];
const HELD: Changes = [
  [
    '| returned_on | date | optional | |',
    '| returned_on | date | optional | |\n| held | boolean | default false | |\n| why | text | when held | |\n| late | boolean | default false | |\n| excuse | text | when late | |',
  ],
];
const hold = (when: string, asks: string): string =>
  `| hold | lent | same | librarian | \`${when}\` | ${asks} | \`held = true\` | none |`;
const FORMED = '| V2 | Loan |';
const NOTICE = `### Notice

| field | type | rules |
| --- | --- | --- |
| text | text | |
| sent_at | datetime | by system |
| read_at | datetime | optional, default now() |

## 4. States and transitions

### Notice

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
| send_notice | new | same | librarian | | text | \`sent_at = now()\` | |
`;
const NOTICES = (create: string): string => `#### Notice

| may | librarian | others |
| --- | --- | --- |
| read | yes | no |
| create | ${create} | no |
| update, delete | no | no |

#### Loan`;

test.each<[string, Changes, readonly string[]]>([
  [
    'N660: a role that is given by others, by any of them',
    [
      [ROLES, STAFF],
      [
        HEADS,
        HEADS.replace('others |', 'desk | others |')
          .replace('| --- |', '| --- | --- |')
          .replace('| yes | no |', '| no | yes | no |'),
      ],
      ['| create | | | yes |', '| create | | | yes | no |'],
      ['| update | lent | yes | yes | no |', '| update | lent | yes | no | yes | no |'],
      ['| update | any except lent | no | yes | no |', '| update | any except lent | no | no | yes | no |'],
      [DELETE, '| delete | | no | no | yes | no |'],
    ],
    [],
  ],
  [
    'N064: what a timer’s own guard says is there',
    [
      ...OPTIONAL_DUE,
      [EVENTS, `${EVENTS}\n| forget | lent | lost | at until + 1 day | \`until != null\` | none | none | none |`],
    ],
    [],
  ],
  [
    'N064: a time is empty with its date, and the timer waits',
    [...OPTIONAL_DUE, [EVENTS, `${EVENTS}\n| forget | lent | lost | at until + 1 day | none | none | none | none |`]],
    [],
  ],
  [
    'N064: but what a condition within a time reads may be missing',
    [
      ...OPTIONAL_DUE,
      [
        EVENTS,
        `${EVENTS}\n| forget | lent | lost | at if until > due then until else due | none | none | none | none |`,
      ],
    ],
    ['N064 until'],
  ],
  [
    'N064: in a rule on an event, what the event asks for and sets is there',
    [
      ...OPTIONAL_DUE,
      [
        '| bring_back | lent | returned | borrower, librarian | `due != today()` | none |',
        '| bring_back | lent | returned | borrower, librarian | `due != today()` | until |',
      ],
      [FORMED, '| V3 | Loan bring_back | `until > today() and returned_on <= until` | IN_THE_FUTURE |\n| V2 | Loan |'],
      ['is in the future. | V2 |', 'is in the future. | V2, V3 |'],
    ],
    [],
  ],
  [
    'N064: but not in one that is judged on other events too',
    [
      ...OPTIONAL_DUE,
      [
        '| bring_back | lent | returned | borrower, librarian | `due != today()` | none |',
        '| bring_back | lent | returned | borrower, librarian | `due != today()` | until |',
      ],
      [FORMED, '| V3 | Loan bring_back, Loan lose | `until > today()` | IN_THE_FUTURE |\n| V2 | Loan |'],
      ['is in the future. | V2 |', 'is in the future. | V2, V3 |'],
    ],
    ['N064 until'],
  ],
  [
    'N324: an event from `new` that people take creates what nobody creates otherwise',
    [
      ['## 4. States and transitions\n', NOTICE],
      ['#### Loan', NOTICES('no')],
    ],
    [],
  ],
  [
    'N324: a `create` cell beside it lets nobody, and says which event does',
    [
      ['## 4. States and transitions\n', NOTICE],
      ['#### Loan', NOTICES('yes')],
    ],
    ['N324 | text | text | |', 'N324 | sent_at | datetime | by system |'],
  ],
  [
    'N721: what a call refuses needs none of its parameters',
    [
      [
        '### Answered\n\nnone',
        '### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| `DELETE /old/{id}` | everyone | refuse GONE | none |',
      ],
      ['| FORBIDDEN | 403', '| GONE | 410 | This is gone. | |\n| FORBIDDEN | 403'],
    ],
    [],
  ],
  [
    'N066: a bound of a field says that it is not zero',
    [[DUE, `${DUE}\n| pages | integer | 1.. | |\n| rate | decimal(8, 2) | \`= 100 / pages\` | |`]],
    [],
  ],
  [
    'N066: but one that reaches zero does not',
    [[DUE, `${DUE}\n| pages | integer | 0.. | |\n| rate | decimal(8, 2) | \`= 100 / pages\` | |`]],
    ['N066 pages'],
  ],
  [
    'N451: an asked field with `when` is there before the effect that makes its condition true',
    [...HELD, [EVENTS, `${EVENTS}\n${hold('not held', 'why')}`]],
    [],
  ],
  [
    'N451: and a condition is not yet judged on what has just been asked',
    [...HELD, [EVENTS, `${EVENTS}\n${hold('late and excuse == null', 'late')}`]],
    [],
  ],
  [
    'N456: so that an example may begin without the field',
    [
      ...HELD,
      [
        EVENTS,
        `${EVENTS}\n${hold('not held', 'why')}\n\n### Examples\n\n| given | who | does | then |\n| --- | --- | --- | --- |\n| \`Loan where status == "lent" and not held\` | librarian | \`hold(why: "x")\` | \`held\` |`,
      ],
    ],
    [],
  ],
  [
    'N451: but nothing is asked that would change it here',
    [...HELD, [EVENTS, `${EVENTS}\n${hold('late and excuse == null', 'why')}`]],
    ['N451 late and excuse == null'],
  ],
])('%s', (_, changes, expected) => {
  expect(codesOf(changes)).toEqual(expected);
});
