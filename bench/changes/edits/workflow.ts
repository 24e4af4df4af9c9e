import { add, all, type Edit, field, replace } from '../edit.ts';

const RENAMED_CONFIRMED = all(
  replace('| confirmed | | |', '| accepted | | |'),
  replace('| confirm | entered | confirmed |', '| confirm | entered | accepted |'),
  replace('| ship | confirmed |', '| ship | accepted |'),
  replace('| cancel | entered, confirmed |', '| cancel | entered, accepted |'),
);
const STATES_WITH_WAS = replace(
  '| state | kind | meaning |\n| --- | --- | --- |\n| entered | initial | |\n| accepted | | |\n| shipped | final | |\n| cancelled | final | |',
  '| state | kind | was |\n| --- | --- | --- |\n| entered | initial | |\n| accepted | | confirmed |\n| shipped | final | |\n| cancelled | final | |',
);
const WITHOUT_CONFIRMED = all(
  replace('| confirmed | | |\n', ''),
  replace('| confirm | entered | confirmed | clerk | none | none | none | none |\n', ''),
  replace('| ship | confirmed |', '| ship | entered |'),
  replace('| cancel | entered, confirmed |', '| cancel | entered |'),
  replace('| actions | create, confirm, ship, cancel |', '| actions | create, ship, cancel |'),
);
const CLOSED = all(
  replace('| shipped | final | |\n| cancelled | final | |', '| closed | final | |'),
  replace('| ship | confirmed | shipped |', '| ship | confirmed | closed |'),
  replace('| cancel | entered, confirmed | cancelled |', '| cancel | entered, confirmed | closed |'),
);

/** States, events, numbers and timers. */
export const WORKFLOW_EDITS: readonly Edit[] = [
  {
    number: '50',
    title: 'add a state in the middle',
    product: 'shop',
    first: all(
      replace('| shipped | final | |', '| packed | | |\n| shipped | final | |'),
      replace(
        '| ship | confirmed |',
        '| pack | confirmed | packed | clerk | none | none | none | none |\n| ship | packed |',
      ),
    ),
    becomes: 'applied',
    says: [/4\.Order\.status\.ship/],
  },
  {
    number: '51',
    title: 'remove a state that records are in',
    product: 'shop',
    first: WITHOUT_CONFIRMED,
    becomes: 'refused',
    stated: all(
      WITHOUT_CONFIRMED,
      field('Order', 'status', 'status | state | from if status == "confirmed" then "entered" else status | |'),
    ),
    changes: ['order.status'],
    right: `(select bool_and(c.status = replace(f.status, 'confirmed', 'entered')) from product."order" c join former."order" f using (id))`,
  },
  {
    number: '52',
    title: 'merge two states',
    product: 'shop',
    first: CLOSED,
    becomes: 'refused',
    stated: all(
      CLOSED,
      field(
        'Order',
        'status',
        'status | state | from if status == "shipped" or status == "cancelled" then "closed" else status | |',
      ),
    ),
    changes: ['order.status'],
    right: `(select bool_and(c.status = case when f.status in ('shipped', 'cancelled') then 'closed' else f.status end) from product."order" c join former."order" f using (id))`,
  },
  {
    number: '53',
    title: 'rename a state with `was`',
    product: 'shop',
    first: all(RENAMED_CONFIRMED, STATES_WITH_WAS),
    becomes: 'applied',
    changes: ['order.status'],
    right: `(select bool_and(c.status = replace(f.status, 'confirmed', 'accepted')) from product."order" c join former."order" f using (id))`,
  },
  {
    number: '54',
    title: 'rename a state without `was`',
    product: 'shop',
    first: RENAMED_CONFIRMED,
    becomes: 'refused',
    stated: all(RENAMED_CONFIRMED, STATES_WITH_WAS),
    changes: ['order.status'],
    right: `(select bool_and(c.status = replace(f.status, 'confirmed', 'accepted')) from product."order" c join former."order" f using (id))`,
  },
  {
    number: '55',
    title: 'another initial state',
    product: 'shop',
    first: all(
      replace('| entered | initial | |', '| draft | initial | |\n| entered | | |'),
      replace(
        '| confirm | entered |',
        '| enter | draft | entered | clerk | none | none | none | none |\n| confirm | entered |',
      ),
    ),
    becomes: 'applied',
    back: 'open',
  },
  {
    number: '56',
    title: 'strand records in a state that nothing leads out of',
    product: 'shop',
    first: all(
      replace('| ship | confirmed | shipped |', '| ship | entered | shipped |'),
      replace('| cancel | entered, confirmed |', '| cancel | entered |'),
    ),
    becomes: 'invalid',
    stated: all(
      replace('| confirmed | | |', '| confirmed | final | |'),
      replace('| ship | confirmed | shipped |', '| ship | entered | shipped |'),
      replace('| cancel | entered, confirmed |', '| cancel | entered |'),
    ),
  },
  {
    number: '57',
    title: 'remove an event that has happened',
    product: 'expenses',
    first: all(
      replace('| withdraw | draft, submitted, rejected | withdrawn | owner | none | none | none | none |\n', ''),
      replace('submit, withdraw, approve,', 'submit, approve,'),
    ),
    becomes: 'applied',
    says: [/4\.Claim\.status\.withdraw is gone/],
  },
  {
    number: '58',
    title: 'another form of numbers',
    product: 'expenses',
    first: field('Claim', 'number', 'number | number CL-{yyyy}-{mm}-{0000} | | |'),
    becomes: 'applied',
    says: [/3\.Claim\.number.*CL-/],
  },
  {
    number: '58b',
    title: 'fewer digits of numbers',
    product: 'expenses',
    first: field('Claim', 'number', 'number | number EX-{yyyy}-{000} | | |'),
    becomes: 'applied',
    says: [/3\.Claim\.number/],
  },
  {
    number: '58c',
    title: 'numbers without the year',
    product: 'expenses',
    first: field('Claim', 'number', 'number | number EX-{00000} | | |'),
    becomes: 'applied',
    says: [/3\.Claim\.number.*EX-00001/],
  },
  {
    number: '68',
    title: 'a timer comes at once',
    product: 'expenses',
    first: replace('| DRAFT_KEPT | 180 days |', '| DRAFT_KEPT | 0 days |'),
    becomes: 'applied',
    says: [/4\.Claim\.status\.lapse.*due at once for \d+ records.*[0-9a-f]{8}-/],
  },
  {
    number: '77',
    title: 'back: a new field with a default',
    product: 'expenses',
    first: add('Claim', 'priority | integer | default 3 | |'),
    becomes: 'applied',
    back: 'open',
  },
  {
    number: '78',
    title: 'back: a new field that people have written',
    product: 'expenses',
    first: add('Claim', 'cost_code | text | optional, ..20 | |'),
    becomes: 'applied',
    writes: { cost_code: 'A1' },
    back: 'closed',
  },
  {
    number: '79',
    title: 'back: a renamed field',
    product: 'expenses',
    first: all(replace(/\bpurpose\b/g, 'reason'), field('Claim', 'reason', 'reason | text | 3..120, was purpose | |')),
    becomes: 'applied',
    back: 'open',
  },
  {
    number: '80',
    title: 'back: a renamed state',
    product: 'shop',
    first: all(RENAMED_CONFIRMED, STATES_WITH_WAS),
    becomes: 'applied',
    changes: ['order.status'],
    back: 'open',
  },
  {
    number: '80b',
    title: 'back: a longer text that people have written',
    product: 'expenses',
    first: field('Claim', 'purpose', 'purpose | text | 3..200 | |'),
    becomes: 'applied',
    writes: { purpose: 'long '.repeat(30).trim() },
    back: 'closed',
  },
];
