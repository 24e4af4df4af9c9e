import { add, all, type Edit, field, removeSection, replace, rowBefore } from '../edit.ts';

type More = Partial<Edit>;
const edit =
  (product: Edit['product']) =>
  (number: string, title: string, first: Edit['first'], more: More = {}): Edit => ({
    number,
    title,
    product,
    first,
    becomes: 'applied',
    ...more,
  });
const shop = edit('shop');
const expenses = edit('expenses');
const CLOSED = all(
  replace(
    '| state | kind | meaning |\n| --- | --- | --- |\n| entered | initial | |\n| confirmed | | |\n| shipped | final | |\n| cancelled | final | |',
    '| state | kind | was |\n| --- | --- | --- |\n| entered | initial | |\n| confirmed | | |\n| closed | final | shipped and cancelled |',
  ),
  replace('| ship | confirmed | shipped |', '| ship | confirmed | closed |'),
  replace('| cancel | entered, confirmed | cancelled |', '| cancel | entered, confirmed | closed |'),
);
const NEVER = all(
  replace('| delete | soft |', '| delete | never |'),
  replace('| delete | `status == "draft"` | no | no | no | no | no |\n| restore | no | no | no | no | no | no |\n', ''),
  replace('| actions | edit, delete, submit,', '| actions | edit, submit,'),
);
const SALE = all(replace(/\bOrder\b/g, 'Sale'), replace('### Sale\n', '### Sale (was: Order)\n'));

/** Renames of things other than fields, and changes of behaviour. */
export const FURTHER_BEHAVIOUR_EDITS: readonly Edit[] = [
  shop('141', 'rename an entity with lists, states and numbers', SALE, {
    right: `(select count(*) from product.sale) = (select count(*) from former."order")`,
  }),
  shop(
    '142',
    'rename an owned entity',
    all(replace(/\bOrderLine\b/g, 'Item'), replace('### Item\n', '### Item (was: OrderLine)\n')),
  ),
  shop(
    '143',
    'rename an entity and a field of it',
    all(
      replace('### Supplier\n', '### Vendor (was: Supplier)\n'),
      replace('#### Supplier\n', '#### Vendor\n'),
      replace('| supplier | Supplier |', '| supplier | Vendor |'),
      field('Vendor', 'country', 'land | text | ..2, was country | |'),
    ),
  ),
  shop('144', 'merge two states with `was`', CLOSED, {
    changes: ['order.status'],
    back: 'closed',
    right: `(select bool_and(c.status = case when f.status in ('shipped', 'cancelled') then 'closed' else f.status end) from product."order" c join former."order" f using (id))`,
  }),
  shop(
    '145',
    'rename an event with `was`',
    all(
      replace(
        '| event | from | to | by | when | asks | then | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n| confirm |',
        '| event | from | to | by | was |\n| --- | --- | --- | --- | --- |\n| accept |',
      ),
      replace(
        '| accept | entered | confirmed | clerk | none | none | none | none |',
        '| accept | entered | confirmed | clerk | confirm |',
      ),
      replace(
        '| ship | confirmed | shipped | clerk | none | none | none | none |',
        '| ship | confirmed | shipped | clerk | |',
      ),
      replace(
        '| cancel | entered, confirmed | cancelled | clerk | none | none | none | none |',
        '| cancel | entered, confirmed | cancelled | clerk | |',
      ),
      replace('| actions | create, confirm, ship, cancel |', '| actions | create, accept, ship, cancel |'),
    ),
  ),
  expenses(
    '146',
    'rename a call with `was`',
    replace('#### notify_manager', '#### tell_manager (was: notify_manager)'),
    {
      right: `(select count(*) from nonet.outbound_call where call = 'tell_manager' and state = 'waiting') = 8`,
    },
  ),
  expenses(
    '147',
    'rename a screen with `was`',
    replace('### My claims `/claims`', '### Claims of mine `/claims-of-mine` (was: My claims)'),
    {
      right: `(select count(*) from nonet.saved_view where screen = 'claims_of_mine') = 40`,
    },
  ),
  shop(
    '148',
    'a state aside',
    all(
      replace('| shipped | final | |', '| held | | |\n| shipped | final | |'),
      replace(
        '| ship | confirmed |',
        '| hold | confirmed | held | clerk | none | none | none | none |\n| go_on | held | confirmed | clerk | none | none | none | none |\n| ship | confirmed |',
      ),
    ),
  ),
  shop(
    '149',
    'a guard of an event',
    replace(
      '| ship | confirmed | shipped | clerk | none |',
      '| ship | confirmed | shipped | clerk | `total > 0 EUR` |',
    ),
    {
      becomes: 'applied',
      says: [/4\.Order\.status\.ship/],
    },
  ),
  shop(
    '150',
    'a timer',
    replace(
      '| ship | confirmed |',
      '| expire | entered | cancelled | after 30 days | none | none | none | none |\n| ship | confirmed |',
    ),
    {
      says: [/4\.Order\.status\.expire.*is due at once for \d+ records/],
    },
  ),
  shop(
    '151',
    'a rule that some records break',
    all(
      replace(
        '## 5. Validation rules\n\nnone',
        '## 5. Validation rules\n\n| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Order | `discount <= 30` | TOO_CHEAP |',
      ),
      replace(
        '## 8. Error catalogue\n\nnone',
        '## 8. Error catalogue\n\n| code | status | message | when |\n| --- | --- | --- | --- |\n| TOO_CHEAP | 422 | That is too cheap. | V1 |',
      ),
    ),
    { says: [/5\.V1: \d+ records of Order .* break this rule/] },
  ),
  expenses(
    '152',
    'a rule is gone',
    all(
      replace(/^\| V7 \|.*\n/gm, ''),
      replace(/^\| TOO_MANY_DRAFTS \|.*\n/gm, ''),
      replace(/^\| MAX_DRAFTS \|.*\n/gm, ''),
    ),
    {
      says: [/5\.V7 is gone/],
    },
  ),
  expenses(
    '153',
    'another message',
    replace('Nobody is set as your manager. Ask an administrator.', 'You have no manager. Ask an administrator.'),
    {
      says: [/8\.NO_MANAGER/],
    },
  ),
  expenses('154', 'another code of an error', replace(/\bNO_MANAGER\b/g, 'WITHOUT_MANAGER'), {
    says: [/8\.WITHOUT_MANAGER/],
  }),
  expenses(
    '155',
    'another limit of requests',
    replace('| REQUESTS_PER_MINUTE | 600 per minute |', '| REQUESTS_PER_MINUTE | 500 per minute |'),
    {
      says: [/9\.REQUESTS_PER_MINUTE/],
    },
  ),
  expenses(
    '156',
    'a narrower permission',
    replace('| export | yes | no | no | no | yes | no |', '| export | no | no | no | no | yes | no |'),
    {
      says: [/6\.Claim\.export/],
    },
  ),
  expenses(
    '157',
    'a field that fewer read',
    replace('| read cost_centre | no | yes | yes | no |', '| read cost_centre | no | yes | no | no |'),
    {
      says: [/6\.User\.cost_centre\.read/],
    },
  ),
  shop(
    '158',
    'a new role',
    all(
      replace('| boss | assigned |', '| boss | assigned |\n| auditor | assigned |'),
      replace(
        '#### Order\n\n| may | clerk | boss | others |\n| --- | --- | --- | --- |\n| read, create, update, history | yes | yes | no |',
        '#### Order\n\n| may | clerk | boss | auditor | others |\n| --- | --- | --- | --- | --- |\n| read, history | yes | yes | yes | no |\n| create, update | yes | yes | no | no |',
      ),
    ),
    { says: [/6\..*auditor/] },
  ),
  expenses(
    '159',
    'fewer retries of a call',
    replace('| retry | 5 times, from 2 s, doubling |', '| retry | 3 times, from 2 s, doubling |'),
    {
      says: [/7\.notify_manager\.retry/],
    },
  ),
  expenses(
    '160',
    'a new screen',
    replace(
      '### Trips `/trips`',
      '### All claims `/all-claims`\n\n| part | is |\n| --- | --- |\n| kind | list of Claim |\n| for | finance |\n| columns | number, purpose |\n\n### Trips `/trips`',
    ),
  ),
  expenses(
    '161',
    'another column of a list',
    replace(
      '| columns | number, purpose, total, status, submitted_at |',
      '| columns | number, total, status, submitted_at |',
    ),
  ),
  expenses('162', 'a tile is gone', replace(/^\| Paid by month \|.*\n/gm, '')),
  shop('163', 'another zone of time', replace('| TIME_ZONE | "Europe/Amsterdam" |', '| TIME_ZONE | "Asia/Tokyo" |'), {
    says: [/dates and times of day are read in Asia\/Tokyo/],
  }),
  expenses('164', 'no longer deleted softly', NEVER, {
    becomes: 'refused',
    people: `update product.claim set _deleted_at = null`,
    stated: NEVER,
    changes: ['claim._deleted_at'],
    backChanges: ['claim._deleted_at'],
  }),
  expenses('165', 'a limit of a list by a constant', replace('| MAX_LINES | 100 |', '| MAX_LINES | 50 |')),
  expenses(
    '166',
    'a new entity with records of the document',
    replace(
      '### Category\n',
      '### Currency\n\n| field | type | rules | meaning |\n| --- | --- | --- | --- |\n| code | text | unique, 3..3 | |\n\n#### Records\n\n| code |\n| --- |\n| EUR |\n| USD |\n\n### Category\n',
    ),
    {
      right: `(select count(*) from product.currency) = 2`,
    },
  ),
  expenses(
    '167',
    'a rule and a field at once',
    all(
      add('Claim', 'cost_code | text | optional, ..20 | |'),
      rowBefore('V8 | Line | `date <= today()` | IN_THE_FUTURE', 'V9 | Claim submit | `cost_code != null` | NO_CODE'),
      rowBefore(
        'NOT_FOUND | 404 | There is no such page or record, or it is not yours to see. | derived',
        'NO_CODE | 422 | Say the cost code. | V9',
      ),
    ),
    { becomes: 'applied', says: [/5\.V9: \d+ records of Claim .* break this rule/] },
  ),
  shop('168', 'remove a screen', removeSection('### Customers `/customers`')),
  expenses(
    '169',
    'another length of sessions',
    replace('| SESSION_LENGTH | 12 hours |', '| SESSION_LENGTH | 8 hours |'),
    { says: [/9\.SESSION_LENGTH/] },
  ),
];
