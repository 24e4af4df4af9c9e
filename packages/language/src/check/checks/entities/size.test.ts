import { expect, test } from 'vitest';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

/** 3, `size`: the lists and queries that read all records of an entity that is stated to have many. */

interface Parts {
  readonly size?: string;
  /** Rows of the list of tickets. */
  readonly list?: string;
  /** A rule of tickets. */
  readonly rule?: string;
  /** The query of a tile. */
  readonly tile?: string;
}

const tickets = ({ size = 'about 3,000,000', list = '', rule, tile }: Parts): string =>
  documentOf({
    screens: `### Tickets \`/tickets\`

| part | is |
| --- | --- |
| kind | list of Ticket |
| for | clerk |
| columns | subject, status |
${list}
${
  tile === undefined
    ? ''
    : `### Overview \`/overview\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | clerk |

| tile | shows | as |
| --- | --- | --- |
| all | \`${tile}\` | number |`
}`,
    entities: `### Firm

| field | type | rules |
| --- | --- | --- |
| name | text | |
| town | text | |
| number | integer | unique |
| account | User | optional |

| setting | is |
| --- | --- |
| size | 500,000 |

### Customer

| field | type | rules |
| --- | --- | --- |
| name | text | |
| city | text | |
| firm | Firm | |
| account | User | optional |
| nickname | text | optional, = name |

### Ticket

| field | type | rules |
| --- | --- | --- |
| subject | text | |
| customer | Customer | |
| priority | enum(low, high) | |
| due | date | indexed |
| minutes | integer | |
| late | boolean | = due < today() |
| status | state | |

| setting | is |
| --- | --- |
| size | ${size} |`,
    states: `### Ticket.status

| state | kind |
| --- | --- |
| open | initial |
| closed | final |

| event | from | to | by |
| --- | --- | --- | --- |
| close | open | closed | clerk |`,
    rules:
      rule === undefined
        ? 'none'
        : `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Ticket create | \`${rule}\` | TOO_MANY |`,
    errors:
      rule === undefined
        ? 'none'
        : '| code | status | message | when |\n| --- | --- | --- | --- |\n| TOO_MANY | 422 | Too many. | V1 |',
    roles: `### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Customer, Firm, Ticket

| may | clerk | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |`,
  });

test.each<[string, Parts, readonly string[]]>([
  ['a list in the order of the time', {}, []],
  ['an order by a column', { list: '| order | subject |' }, []],
  ['an order by what is referred to', { list: '| order | customer.name |' }, []],
  ['an order that is worked out', { list: '| order | late |' }, ['N384 order late']],
  ['an order that is worked out, of few records', { list: '| order | late |', size: '9,000' }, []],
  [
    'filters by a state, a reference, a text and an indexed field',
    { list: '| filters | status, customer, subject, due |' },
    [],
  ],
  [
    'filters by what no index holds',
    { list: '| filters | priority, late |' },
    ['N384 filters priority', 'N384 filters late'],
  ],
  ['a filter by a field of few customers', { list: '| filters | customer.city |' }, []],
  ['a search in texts', { list: '| search | subject, customer.name |' }, []],
  ['a condition that an index holds', { list: '| where | `status == "open" and minutes > 5` |' }, []],
  [
    'one of two, of which an index holds only one',
    { list: '| where | `status == "open" or minutes > 5` |' },
    ['N384 where '],
  ],
  ['a condition that no index holds', { list: '| where | `minutes > 5` |' }, ['N384 where ']],
  ['a rule that counts some', { rule: 'count(Ticket where customer == this.customer) < 5' }, []],
  ['a rule that counts all', { rule: 'count(Ticket where minutes > 5) < 5' }, ['N385 rule']],
  ['a rule that looks behind a reference', { rule: 'count(Ticket where customer.city == "Rome") < 5' }, []],
  [
    'a rule that looks behind one for what is worked out there',
    { rule: 'count(Ticket where customer.nickname == "R") < 5' },
    ['N385 rule'],
  ],
  [
    'a rule that looks behind one in an order',
    { rule: 'count(Ticket where customer.city > "Rome") < 5' },
    ['N385 rule'],
  ],
  ['a condition that reads through a reference', { list: '| where | `customer.account == user` |' }, []],
  ['one that reads through two', { list: '| where | `customer.firm.account == user` |' }, []],
  [
    'one that reads through a reference to many, by what has no index',
    { list: '| where | `customer.firm.town == "Rome"` |' },
    ['N384 where '],
  ],
  ['one that reads through it, by what has one', { list: '| where | `customer.firm.number == 5` |' }, []],
  [
    'one of two that read through references',
    { list: '| where | `customer.account == user or customer.firm.account == user` |' },
    ['N384 where '],
  ],
  [
    'one that compares with what the record itself leads to',
    { list: '| where | `customer.firm.town == customer.city` |' },
    ['N384 where '],
  ],
  ['a rule that counts the others', { rule: 'count(Customer) < 5' }, []],
  ['a tile of all', { tile: 'sum(Ticket.minutes)' }, ['N385 tile']],
  ['a tile of those of a state', { tile: 'sum(Ticket.minutes where status == "open")' }, []],
])('3: %s', (_, parts, expected) => {
  const { diagnostics } = checkText(tickets(parts));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  const found = diagnostics.flatMap(({ code, details }) => {
    if (code === 'N384' && 'isWorkedOut' in details) return [`${code} ${details.part} ${details.path}`];
    return code === 'N385' && 'where' in details ? [`${code} ${details.where}`] : [];
  });
  expect(found).toEqual(expected);
});

test.each(['many', 'about', '3.000', '0', 'about 3,00', '3 million'])('3: “%s” is no size', (size) => {
  expect(checkText(tickets({ size })).diagnostics.map(({ code }) => code)).toContain('N313');
});
