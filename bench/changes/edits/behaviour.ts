import { all, type Edit, type TextEdit, field, removeSection, replace, rowBefore } from '../edit.ts';

/** A column `was` of the table of roles, by their names. */
function rolesWere(was: Readonly<Record<string, string>>): TextEdit {
  const cell = (row: string, at: number) =>
    at < 2 ? ['was', '---'][at] : (was[row.split('|')[1]?.trim() ?? ''] ?? '');
  return (text) =>
    text.replace(/(?<=### Roles\n\n)(?:\|.*\n)+/, (table) =>
      table
        .trimEnd()
        .split('\n')
        .map((row, at) => `${row} ${cell(row, at)} |\n`)
        .join(''),
    );
}

const ROW_OF_USER = '| create, update, update roles, update email | no | no | yes | no |';

/** Rights, rules, calls, screens, constants: they change the meaning of stored records, and not the storage. */
export const BEHAVIOUR_EDITS: readonly Edit[] = [
  {
    number: '63',
    title: 'a rule that stored records break',
    product: 'expenses',
    first: all(
      rowBefore('V8 | Line | `date <= today()` | IN_THE_FUTURE', 'V9 | Claim | `days(from, to) <= 1` | TOO_LONG'),
      rowBefore(
        'NOT_FOUND | 404 | There is no such page or record, or it is not yours to see. | derived',
        'TOO_LONG | 422 | A trip is two days at most. | V9',
      ),
    ),
    becomes: 'applied',
    says: [/5\.V9: \d+ records of Claim .*[0-9a-f]{8}-.* break this rule/],
  },
  {
    number: '63b',
    title: 'a limit below what records have',
    product: 'expenses',
    first: replace('| MAX_LINES | 100 |', '| MAX_LINES | 2 |'),
    becomes: 'refused',
    stated: all(
      replace('| MAX_LINES | 100 |', '| MAX_LINES | 2 |'),
      replace('| lines | list of Line | 1..MAX_LINES |', '| lines | list of Line | 1..100 |'),
      rowBefore(
        'V8 | Line | `date <= today()` | IN_THE_FUTURE',
        'V9 | Claim | `date(created_at) < "2027-01-01" or count(lines) <= MAX_LINES` | TOO_MANY',
      ),
      rowBefore(
        'NOT_FOUND | 404 | There is no such page or record, or it is not yours to see. | derived',
        'TOO_MANY | 422 | A claim has {MAX_LINES} lines at most. | V9',
      ),
    ),
  },
  {
    number: '64',
    title: 'remove a role that people hold',
    product: 'expenses',
    first: all(
      replace('| admin | assigned | | looks after people and roles |\n', ''),
      removeSection('### People `/people`'),
      replace(
        '| may | employee | finance | admin | others |\n| --- | --- | --- | --- | --- |\n| read | yes | yes | yes | no |',
        '| may | employee | finance | others |\n| --- | --- | --- | --- |\n| read | yes | yes | no |',
      ),
      replace(ROW_OF_USER, '| create, update, update roles, update email | no | yes | no |'),
      replace(
        '| delete | no | no | no | no |\n| read cost_centre | no | yes | yes | no |',
        '| delete | no | no | no |\n| read cost_centre | no | yes | no |',
      ),
      replace('| Ada Admin | ada@example.com | admin | none | NL100 |\n', ''),
    ),
    becomes: 'refused',
    stated: all(
      replace('| admin | assigned | | looks after people and roles |\n', ''),
      replace(
        '### Permissions\n',
        '### Gone\n\n| role | meaning |\n| --- | --- |\n| admin | finance looks after people |\n\n### Permissions\n',
      ),
      removeSection('### People `/people`'),
      replace(
        '| may | employee | finance | admin | others |\n| --- | --- | --- | --- | --- |\n| read | yes | yes | yes | no |',
        '| may | employee | finance | others |\n| --- | --- | --- | --- |\n| read | yes | yes | no |',
      ),
      replace(ROW_OF_USER, '| create, update, update roles, update email | no | yes | no |'),
      replace(
        '| delete | no | no | no | no |\n| read cost_centre | no | yes | yes | no |',
        '| delete | no | no | no |\n| read cost_centre | no | yes | no |',
      ),
      replace('| Ada Admin | ada@example.com | admin | none | NL100 |\n', ''),
    ),
    changes: ['user.roles'],
    backChanges: ['user.roles'],
  },
  {
    number: '65',
    title: 'rename a role with `was`',
    product: 'shop',
    first: all(
      replace(
        '| role | is given to |\n| --- | --- |\n| clerk | assigned |\n| boss | assigned |',
        '| role | is given to | was |\n| --- | --- | --- |\n| clerk | assigned | |\n| chief | assigned | boss |',
      ),
      replace('| may | clerk | boss | others |', '| may | clerk | chief | others |'),
      (text) => text.replaceAll('| may | clerk | boss | others |', '| may | clerk | chief | others |'),
    ),
    becomes: 'applied',
    changes: ['user.roles'],
    right: `(select bool_and(c.roles = array_replace(f.roles, 'boss', 'chief')) from product."user" c join former."user" f using (id))`,
  },
  {
    number: '66',
    title: 'widen who may read',
    product: 'expenses',
    first: replace('| read | yes | `status != "draft"` | no |', '| read | yes | `status != "draft"` | yes |'),
    becomes: 'applied',
    says: [/6\.Claim\.read.*employee/],
  },
  {
    number: '67',
    title: 'an assigned role becomes a condition',
    product: 'expenses',
    first: all(
      replace('| director | assigned | | decides above', '| director | `user.supervisor == null` | | decides above'),
      replace('| director, manager | none | NL100 |', '| manager | none | NL100 |'),
    ),
    becomes: 'refused',
    stated: all(
      replace('| director | assigned | | decides above', '| director | `user.supervisor == null` | | decides above'),
      rolesWere({ director: 'none' }),
      replace(
        '### Permissions\n',
        '### Gone\n\n| role | meaning |\n| --- | --- |\n| director | it follows from who has no supervisor |\n\n### Permissions\n',
      ),
      replace('| director, manager | none | NL100 |', '| manager | none | NL100 |'),
    ),
    changes: ['user.roles'],
    backChanges: ['user.roles'],
    says: [
      /6\.(?:roles\.)?director/,
      /role director is no longer assigned: \d+ users lose it|role director is no longer assigned: one user loses it/,
    ],
  },
  {
    number: '69',
    title: 'rename a call while requests wait',
    product: 'expenses',
    first: replace('#### notify_manager', '#### tell_manager'),
    becomes: 'refused',
    stated: replace('#### notify_manager', '#### tell_manager (was: notify_manager)'),
  },
  {
    number: '70',
    title: 'remove a call while requests wait',
    product: 'expenses',
    first: all(removeSection('#### notify_manager'), replace('| MAIL_URL | env MAIL_URL | |\n', '')),
    becomes: 'refused',
    stated: all(
      removeSection('#### notify_manager'),
      replace('| MAIL_URL | env MAIL_URL | |\n', ''),
      replace('## 8. ', '### Gone\n\n| call | meaning |\n| --- | --- |\n| notify_manager | |\n\n## 8. '),
    ),
    says: [/call notify_manager is gone: 8 requests that wait are cancelled/],
  },
  {
    number: '71',
    title: 'another address of a call while requests wait',
    product: 'expenses',
    first: replace('POST {MAIL_URL}/messages', 'POST {MAIL_URL}/notices'),
    becomes: 'applied',
    says: [/7\.notify_manager/],
  },
  {
    number: '72',
    title: 'remove a screen that people keep views of',
    product: 'expenses',
    first: removeSection('### My claims `/claims`'),
    becomes: 'refused',
    stated: all(
      removeSection('### My claims `/claims`'),
      replace('## 3. ', '### Gone\n\n| screen | meaning |\n| --- | --- |\n| My claims | |\n\n## 3. '),
    ),
    says: [/screen My claims is gone with 40 saved views/],
  },
  {
    number: '73',
    title: 'rename a screen that people keep views of',
    product: 'expenses',
    first: replace('### My claims `/claims`', '### Claims of mine `/claims-of-mine`'),
    becomes: 'refused',
    stated: replace('### My claims `/claims`', '### Claims of mine `/claims-of-mine` (was: My claims)'),
  },
  {
    number: '74',
    title: 'another currency',
    product: 'shop',
    first: replace('| CURRENCY | "EUR" |', '| CURRENCY | "USD" |'),
    becomes: 'refused',
    stated: all(
      replace('| CURRENCY | "EUR" |', '| CURRENCY | "USD" |'),
      field('Product', 'price', 'price | money | 0.., from price / 1 EUR * 2 USD, back price / 2 USD * 1 EUR | |'),
      field(
        'OrderLine',
        'amount',
        'amount | money | 0.., from amount / 1 EUR * 2 USD, back amount / 2 USD * 1 EUR | |',
      ),
    ),
    changes: ['product.price', 'order_line.amount'],
    right: `(select bool_and(c.price = f.price * 2) from product.product c join former.product f using (id))`,
  },
  {
    number: '74b',
    title: 'another currency with other places',
    product: 'shop',
    first: replace('| CURRENCY | "EUR" |', '| CURRENCY | "JPY" |'),
    becomes: 'refused',
    stated: all(
      replace('| CURRENCY | "EUR" |', '| CURRENCY | "JPY" |'),
      field('Product', 'price', 'price | money | 0.., from round(price / 1 EUR * 160) * 1 JPY | |'),
      field('OrderLine', 'amount', 'amount | money | 0.., from round(amount / 1 EUR * 160) * 1 JPY | |'),
    ),
    changes: ['product.price', 'order_line.amount'],
    right: `(select bool_and(c.price = round(f.price * 160)) from product.product c join former.product f using (id))`,
  },
  {
    number: '75',
    title: 'another zone of time',
    product: 'expenses',
    first: replace('| TIME_ZONE | "Europe/Amsterdam" |', '| TIME_ZONE | "America/New_York" |'),
    becomes: 'applied',
    says: [/dates and times of day are read in America\/New_York/, /Claim\.paid_at: \d+ records.* another day/],
  },
  {
    number: '76',
    title: 'another language',
    product: 'expenses',
    first: replace('| LOCALE | "en" |', '| LOCALE | "nl" |'),
    becomes: 'applied',
  },
  {
    number: '88',
    title: 'other Records of the document',
    product: 'expenses',
    first: replace('| Meals | 75 | 15 | true |', '| Meals | 90 | 15 | true |\n| Training | 900 | 25 | true |'),
    becomes: 'applied',
    changes: ['category.limit_per_day'],
    right: `(select limit_per_day from product.category where name = 'Meals') = 90 and exists (select from product.category where name = 'Training')`,
  },
];
