import { add, all, type Edit, field, replace } from '../edit.ts';

const shop = (number: string, title: string, first: Edit['first'], more: Partial<Edit> = {}): Edit => ({
  number,
  title,
  product: 'shop',
  first,
  becomes: 'applied',
  ...more,
});
const NEVER_DELETED = all(
  replace('| title | {name} |\n\n### Warehouse', '| title | {name} |\n| delete | never |\n\n### Warehouse'),
  replace(
    '| read, create, update | yes | yes | no |\n| delete | no | yes | no |',
    '| read, create, update | yes | yes | no |',
  ),
);

/** Fields of each kind that are added, removed, or have other rules. */
export const FURTHER_FIELD_EDITS: readonly Edit[] = [
  shop('101', 'a new date', add('Customer', 'born | date | optional | |')),
  shop('102', 'a new instant with a default of the moment', add('Order', 'received | datetime | default now() | |'), {
    right: `(select count(distinct received) = 1 and bool_and(received is not null) from product."order")`,
    back: 'closed',
  }),
  shop('103', 'a new yes or no', add('Customer', 'active | boolean | default true | |'), {
    right: `(select bool_and(active) from product.customer)`,
  }),
  shop('104', 'a new list of references', add('Customer', 'tags | many Tag | | |'), {
    right: `(select bool_and(tags = '{}') from product.customer)`,
  }),
  shop('105', 'a new web address', add('Supplier', 'website | url | optional | |')),
  shop('106', 'a new share with a default', add('Product', 'margin | percent | default 5 % | |'), {
    right: `(select count(distinct margin) = 1 from product.product)`,
  }),
  shop('107', 'a new span of time', add('Product', 'lead | duration | optional | |')),
  shop('108', 'a new time of day', add('Warehouse', 'opens | time | optional | |')),
  shop('109', 'a new slug', add('Supplier', 'address | slug of name | | |'), {
    right: `(select count(distinct address) = count(*) from product.supplier)`,
    back: 'closed',
  }),
  shop('110', 'a new computed field', add('Order', 'pieces | integer | = sum(lines.quantity) | |')),
  shop('111', 'a new choice with a default', add('Customer', 'language | enum(nl, en) | default nl | |'), {
    right: `(select bool_and(language = 'nl') from product.customer)`,
  }),
  shop(
    '112',
    'remove a computed field',
    all(
      field('Order', 'total'),
      replace('| columns | number, customer.name, status, total |', '| columns | number, customer.name, status |'),
    ),
  ),
  shop(
    '113',
    'rename a choice with `was`',
    field('Product', 'colour', 'colour | enum(crimson was red, green, blue) | optional | |'),
    {
      changes: ['product.colour'],
      right: `(select bool_and(c.colour is not distinct from replace(f.colour, 'red', 'crimson')) from product.product c join former.product f using (id))`,
    },
  ),
  shop(
    '114',
    'swap two names with `was`',
    all(
      field('Customer', 'street', 'city | text | optional, ..80, was street | |'),
      replace('| city | text | optional, ..80 | |', '| street | text | optional, ..80, was city | |'),
    ),
    {
      changes: ['customer.street', 'customer.city'],
      right: `(select bool_and(c.street is not distinct from f.city and c.city is not distinct from f.street) from product.customer c join former.customer f using (id))`,
    },
  ),
  shop('115', 'an index', field('Customer', 'email', 'email | email | optional, indexed | |')),
  shop('116', 'unique e-mail addresses', field('Customer', 'email', 'email | email | optional, unique | |'), {
    says: [/3\.Customer\.email/],
  }),
  shop('117', 'whole number to text', field('Product', 'weight', 'weight | text | optional | |'), {
    becomes: 'refused',
    stated: field(
      'Product',
      'weight',
      'weight | text | optional, from if weight == null then null else text(weight) + " g" | |',
    ),
    changes: ['product.weight'],
    right: `(select bool_and(c.weight is not distinct from f.weight || ' g') from product.product c join former.product f using (id))`,
  }),
  shop('118', 'choice to text', field('Product', 'colour', 'colour | text | optional | |')),
  shop('119', 'text to formatted text', field('Note', 'text', 'text | markdown | 1..500 | |')),
  shop('120', 'a list of references that may not be empty', field('Product', 'tags', 'tags | many Tag | 1.. | |'), {
    becomes: 'refused',
    people: `update product.product set tags = array[(select id from product.tag order by name limit 1)] where tags = '{}'`,
    stated: field('Product', 'tags', 'tags | many Tag | 1.. | |'),
    changes: ['product.tags'],
    backChanges: ['product.tags'],
  }),
  shop('121', 'more entries of an owned list', field('Order', 'lines', 'lines | list of OrderLine | 3..50 | |')),
  shop('122', 'a tighter range', field('Order', 'discount', 'discount | integer | default 0, 0..20 | |'), {
    becomes: 'refused',
    stated: field('Order', 'discount', 'discount | integer | default 0, 0..20, from least(discount, 20) | |'),
    changes: ['order.discount'],
    right: `(select bool_and(c.discount = least(f.discount, 20)) from product."order" c join former."order" f using (id))`,
  }),
  shop('123', 'a range that all values are within', field('Product', 'price', 'price | money | 1.. | |')),
  shop(
    '124',
    'a pattern that all values match',
    field('Warehouse', 'code', 'code | text | unique, 1..8, matches /^W[0-9]+$/ | |'),
  ),
  shop(
    '125',
    'a pattern that some values do not match',
    field('Supplier', 'country', 'country | text | ..2, matches /^(NL\\|BE)$/ | |'),
    {
      becomes: 'refused',
      stated: field(
        'Supplier',
        'country',
        'country | text | ..2, matches /^(NL\\|BE)$/, from if country == "DE" then "NL" else country | |',
      ),
      changes: ['supplier.country'],
      right: `(select bool_and(c.country = replace(f.country, 'DE', 'NL')) from product.supplier c join former.supplier f using (id))`,
    },
  ),
  shop(
    '126',
    'deleted with what it refers to',
    field('Product', 'supplier', 'supplier | Supplier | optional, cascade | |'),
  ),
  shop('127', 'never deleted', NEVER_DELETED),
  shop(
    '128',
    'a history is kept no longer',
    replace('| title | {number} |\n| history | kept |\n| delete | never |', '| title | {number} |\n| delete | never |'),
    {
      becomes: 'invalid',
      stated: all(
        replace(
          '| title | {number} |\n| history | kept |\n| delete | never |',
          '| title | {number} |\n| delete | never |',
        ),
        replace('| read, create, update, history | yes | yes | no |', '| read, create, update | yes | yes | no |'),
      ),
    },
  ),
  shop('129', 'another title of records', replace('| title | {sku} |', '| title | {sku} {name} |'), {
    says: [/3\.Product\.settings\.title/],
  }),
  shop('130', 'a field that never changes', field('Customer', 'since', 'since | date | optional, once | |')),
  shop(
    '131',
    'a narrower choice of references',
    field('OrderLine', 'product', 'product | Product | among Product where active | |'),
  ),
  shop('132', 'another default', field('Order', 'discount', 'discount | integer | default 5, 0..50 | |')),
  shop('133', 'numbers within a year', field('Invoice', 'number', 'number | number INV-{yyyy}-{00000} | | |'), {
    says: [/3\.Invoice\.number: the next number is INV-\d{4}-00001/],
  }),
  shop('134', 'asked of some records alone', field('Customer', 'since', 'since | date | optional, when vip | |'), {
    becomes: 'refused',
    people: `update product.customer set since = null where not vip`,
    stated: field('Customer', 'since', 'since | date | optional, when vip | |'),
    changes: ['customer.since'],
    backChanges: ['customer.since'],
  }),
  shop('135', 'out of what it refers to', add('Order', 'destination | text | optional, ..80, from customer.city | |'), {
    right: `(select bool_and(o.destination is not distinct from c.city) from product."order" o join product.customer c on c.id = o.customer where o.id in (select id from former."order"))`,
  }),
  shop('136', 'out of an owned list', add('Order', 'pieces | integer | default 0, from sum(lines.quantity) | |'), {
    right: `(select bool_and(o.pieces = (select sum(quantity) from product.order_line l where l._parent = o.id)) from product."order" o where o.id in (select id from former."order"))`,
  }),
  shop(
    '137',
    'two conversions that read each other',
    all(
      field('Customer', 'street', 'street | text | optional, ..80, from city | |'),
      replace('| city | text | optional, ..80 | |', '| city | text | optional, ..80, from street | |'),
    ),
    {
      changes: ['customer.street', 'customer.city'],
      right: `(select bool_and(c.street is not distinct from f.city and c.city is not distinct from f.street) from product.customer c join former.customer f using (id))`,
    },
  ),
];
