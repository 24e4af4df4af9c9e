import { describe, expect, test } from 'vitest';
import { checkMarked } from '../../fixtures/harness.ts';

const FIELDS = '| field | type | rules |\n| --- | --- | --- |\n';
/** Point 3 with one entity `Thing` that has these rows (and a title). */
const fields = (rows: string, more = ''): string => `### Thing\n\n${FIELDS}| title | text | |\n${rows}\n\n${more}`;
const week = (rows: string): string =>
  `### Day\n\n${FIELDS}| weekday | enum(monday, sunday) | |\n| mood | enum(monday, blue) | |\n| from_time | time | |\n| to_time | time | |\n| perhaps | time | optional |\n\n### Closed\n\n${FIELDS}| day | date | |\n\n${fields('| days | list of Day | |\n| closed | list of Closed | |', settings(rows))}`;
const settings = (row: string): string => `| setting | is |\n| --- | --- |\n${row}\n`;

/** Rule, point 3 with `⟦…⟧` around what is wrong, the codes in the order of the text. */
const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['an unknown type', fields('| a | ⟦string⟧ | |'), ['N301']],
  ['an unknown entity', fields('| a | list of ⟦⟧Thnig | |').replace('list of ⟦⟧Thnig', '⟦list of Thnig⟧'), ['N301']],
  ['an unknown rule', fields('| a | text | ⟦mandatory⟧ |'), ['N302']],
  [
    'what is asked of new values',
    fields('| a | text | required for new, ..60, ..20 for new, matches /^A/ for new |'),
    [],
  ],
  ['what is asked of new values, and not asked', fields('| a | text | optional, ⟦required for new⟧ |'), ['N303']],
  ['a form of new values that have none', fields('| a | integer | matches ⟦/x/⟧ for new |'), ['N303']],
  ['bounds of new values that have none', fields('| a | boolean | ⟦..3⟧ for new |'), ['N303']],
  [
    'what may be empty because it is required for new',
    fields('| a | text | required for new |\n| b | text | = ⟦a⟧ |'),
    ['N322'],
  ],
  ['a list that `from` leaves open', fields('| a | many Thing | from b ⟦else open⟧ |'), ['N303']],
  ['a way back from a choice', fields('| a | enum(x, y) | from b, back if a == "x" then "z" else a |'), []],
  ['a way back by a name that there is not', fields('| a | text | from b, back ⟦c⟧ |'), ['N055']],
  ['a rule twice', fields('| a | text | optional, ⟦optional⟧ |'), ['N037']],
  ['a field twice', fields('| a | text | |\n| ⟦a⟧ | date | |'), ['N037']],
  ['an entity twice', `${fields('')}\n\n### ⟦Thing⟧\n\n${FIELDS}| b | text | |`, ['N037']],
  [
    'an entity that is not PascalCase, once',
    `### ⟦my_thing⟧\n\n${FIELDS}| b | text | |\n\n### Other\n\n${FIELDS}| c | my_thing | |`,
    ['N038'],
  ],
  ['a word that leaves something open as a field', fields('| ⟦tbd⟧ | text | |'), ['N038']],
  ['a reserved word as a field', fields('| ⟦user⟧ | text | |'), ['N038']],
  ['a field of every entity', fields('| ⟦created_at⟧ | datetime | |'), ['N309']],
  ['bounds on a boolean', fields('| a | boolean | ⟦1..2⟧ |'), ['N303']],
  ['bounds in the wrong order', fields('| a | text | ⟦20..1⟧ |'), ['N304']],
  ['bounds by an unknown constant', fields('| a | text | ⟦1..MOST⟧ |'), ['N304']],
  ['a percentage of what is none', fields('| a | integer | ⟦0 %..25 %⟧ |'), ['N304']],
  ['money for what is none', fields('| a | integer | ⟦1 EUR..⟧ |'), ['N304']],
  ['money in another currency', fields('| a | money in USD | ⟦1 EUR..⟧ |'), ['N304']],
  ['a length that is not whole', fields('| a | text | ⟦1.5..⟧ |'), ['N304']],
  ['unique on a boolean', fields('| a | boolean | ⟦unique⟧ |'), ['N303']],
  ['ignoring case on a number', fields('| a | integer | ⟦unique ignoring case⟧ |'), ['N303']],
  ['among on a text', fields('| a | text | among ⟦Thing where title == "x"⟧ |'), ['N303']],
  [
    'a field of the own record in an among, bare',
    fields(
      '| mine | text | |\n| a | Other | among Other where title == ⟦mine⟧ |',
      `### Other\n\n${FIELDS}| title | text | |`,
    ),
    ['N056'],
  ],
  [
    'an among whose record is called as the own one',
    fields('| a | Thing | among ⟦Thing as this where title == "x"⟧ |'),
    ['N078'],
  ],
  ['clearing a required reference', fields('| a | Thing | ⟦clear⟧ |'), ['N321']],
  ['a pattern with a look-around', fields('| a | text | matches /⟦(?=a)⟧/ |'), ['N308']],
  ['money without CURRENCY', fields('| a | ⟦money⟧ | |'), ['N305']],
  ['money in no currency', fields('| a | ⟦money in EURO⟧ | |'), ['N306']],
  ['a decimal without its size', fields('| a | ⟦decimal⟧ | |'), ['N306']],
  ['a file type that nobody knows', fields('| a | ⟦file(pdf, exe)⟧ | |'), ['N306']],
  ['a number without a counter', fields('| a | ⟦number X-{yyyy}⟧ | |'), ['N306']],
  ['a gapless number with hard delete', fields('| a | ⟦number X-{000}⟧ | |'), ['N320']],
  ['owning oneself', fields('| a | ⟦list of Thing⟧ | |'), ['N310']],
  ['a state field that point 4 does not know', fields('| ⟦a⟧ | state | |'), ['N312']],
  ['a computed field with a default', fields('| a | integer | default ⟦3⟧, = 1 + 1 |'), ['N319']],
  [
    'a computed value that may be null',
    fields('| a | date | |\n| b | Thing | optional |\n| c | date | = ⟦max(Thing.a)⟧ |'),
    ['N322'],
  ],
  [
    'two records with one unique value, whatever its letters',
    fields(
      '| code | text | unique ignoring case, optional |',
      '#### Records\n\n| title | code |\n| --- | --- |\n| A | x |\n| B | |\n| C | |\n⟦| D | X |⟧',
    ),
    ['N329'],
  ],
  [
    'a record for `dev` with what is unique together in another',
    fields(
      '| code | text | |',
      `${settings('| unique | title, code |')}\n#### Records\n\n| title | code |\n| --- | --- |\n| A | x |\n| A | y |\n\n#### Demo records\n\n| title | code |\n| --- | --- |\n⟦| A | x |⟧`,
    ),
    ['N329'],
  ],
  [
    'records beyond a length, a range and a pattern',
    fields(
      '| short | text | ..3, optional |\n| level | integer | 1..5, optional |\n| share | percent | ..50 %, optional |\n| code | text | matches /^[A-Z]+$/, optional |',
      '#### Records\n\n| title | short | level | share | code |\n| --- | --- | --- | --- | --- |\n| A | äöü | 5 | 50 % | X |\n⟦| B | äöüx | | | |⟧\n⟦| C | | 0 | | |⟧\n⟦| D | | | 51 % | |⟧\n⟦| E | | | | x |⟧',
    ),
    ['N330', 'N330', 'N330', 'N330'],
  ],
  [
    'records that lack what their fields ask for by a default',
    fields(
      '⟦| mail | email | default lowerAscii(title) |⟧\n| short | text | default title + "!", ..4 |',
      '#### Records\n\n| title | mail |\n| --- | --- |\n⟦| Abc | |⟧\n| A | a@example.com |\n⟦| Abcd | b@example.com |⟧\n⟦| B@EXAMPLE.com | |⟧',
    ),
    ['N337', 'N330', 'N330', 'N330'],
  ],
  [
    'a default that no record can have, reported once and not at each record',
    fields('⟦| level | integer | ..5, default 9 |⟧', '#### Records\n\n| title |\n| --- |\n| A |\n| B |'),
    ['N358'],
  ],
  [
    'records without the form of an address',
    fields(
      '| mail | email | optional |\n| site | url | optional |\n| call | phone | optional |',
      '#### Records\n\n| title | mail | site | call |\n| --- | --- | --- | --- |\n| A | a@example.com | https://example.com/ | +31 20 123 4567 |\n| B | ⟦a at example⟧ | | |\n\n#### Demo records\n\n| title | mail | site | call |\n| --- | --- | --- | --- |\n| C | | ⟦nowhere⟧ | |\n| D | | | ⟦later⟧ |',
    ),
    ['N315', 'N315', 'N315'],
  ],
  ['computed fields in a circle', fields('⟦| a | integer | = b + 1 |⟧\n| b | integer | = a - 1 |'), ['N318']],
  ['a default that reads itself', fields('⟦| a | integer | default a + 1 |⟧'), ['N335']],
  ['defaults in a circle', fields('⟦| a | integer | default b + 1 |⟧\n| b | integer | default a - 1 |'), ['N335']],
  [
    'a default by a computed field that reads itself',
    fields('⟦| a | integer | default b |⟧\n| b | integer | = a + 1 |'),
    ['N335'],
  ],
  ['a default that is too long', fields('⟦| a | text | ..3, default "long" |⟧'), ['N358']],
  ['a default beyond its range for new records', fields('⟦| a | percent | ..50 % for new, default 51 % |⟧'), ['N358']],
  ['a default that its pattern does not match', fields('⟦| a | text | matches /^[A-Z]+$/, default "a" |⟧'), ['N358']],
  [
    'defaults that keep to their rules',
    fields('| a | text | ..3, default "abc" |\n| b | integer | 1..5, default 5 |'),
    [],
  ],
  ['a default that is no address', fields('⟦| a | url | default "nowhere" |⟧'), ['N336']],
  [
    'a default that is no address in small letters, either',
    fields('| a | text | |\n⟦| b | email | default lowerAscii(a) |⟧'),
    ['N337'],
  ],
  [
    'a default that may be no address',
    fields('| a | text | |\n⟦| b | email | default if a == "x" then "a@example.com" else a |⟧'),
    ['N337'],
  ],
  [
    'defaults that are addresses, or made of what is stated',
    fields(
      '| a | url | |\n| b | url | default a |\n| c | url | default "https://example.com/" + code |\n| code | text | matches /^[0-9]+$/ |\n| d | phone | default code |',
    ),
    [],
  ],
  ['a default that reads the id', fields('⟦| a | text | default text(id) |⟧'), ['N335']],
  [
    'a default that reads its record',
    fields('⟦| a | integer | default count(Thing as t where t == this) |⟧'),
    ['N335'],
  ],
  [
    'a default that reads other values',
    fields('| a | integer | |\n| b | integer | default a + 1 |\n| c | integer | default b |'),
    [],
  ],
  [
    'a default that reads what may be empty',
    fields('| a | integer | optional |\n| b | integer | default ⟦a⟧ + 1 |'),
    ['N064'],
  ],
  ['a type in a default', fields('| a | integer | default ⟦"x"⟧ |'), ['N060']],
  ['an unknown name in a condition', fields('| a | text | when ⟦open⟧ |'), ['N055']],
  ['emphasis in an expression', fields('| a | integer | |\n| b | integer | = a⟦*a*⟧a |'), ['N026']],
  ['an unknown setting', fields('', settings('| ⟦deletion⟧ | soft |')), ['N029']],
  ['a computed field that is unique', fields('| a | integer | ⟦unique⟧, = 1 + 1 |'), ['N319']],
  [
    'unique together with what is computed',
    fields('| a | integer | = 1 + 1 |', settings('| unique | ⟦a⟧ |')),
    ['N313'],
  ],
  [
    'unique together with what changes by itself',
    fields('| a | text | |', settings('| unique | a, ⟦updated_at⟧ |')),
    ['N313'],
  ],
  ['a setting with another value', fields('', settings('| delete | ⟦gentle⟧ |')), ['N313']],
  ['a title with an unknown field', fields('', settings('| title | {⟦nmae⟧} |')), ['N055']],
  ['an order as requests write it', fields('', settings('| order | ⟦-title⟧ |')), ['N053']],
  ['an order by an unknown field', fields('', settings('| order | title desc, ⟦nmae⟧ |')), ['N314']],
  ['an order by hand that no number holds', fields('| a | text | |', settings('| order by hand | ⟦a⟧ |')), ['N313']],
  [
    'an order by hand in whole numbers, between which nothing comes',
    fields('| a | integer | |', settings('| order by hand | ⟦a⟧ |')),
    ['N313'],
  ],
  [
    'an order by hand that is worked out',
    fields('| a | decimal(8, 2) | = 1.5 |', settings('| order by hand | ⟦a⟧ |')),
    ['N313'],
  ],
  [
    'an order by hand that is given once',
    fields('| a | decimal(8, 2) | once |', settings('| order by hand | ⟦a⟧ |')),
    ['N313'],
  ],
  ['working time by weekdays alone', week('| working time | days (weekday) |'), []],
  [
    'days off of all kinds',
    week('| working time | days (weekday, from_time, to_time) |\n| days off | closed (day), Closed (day, day) |'),
    [],
  ],
  [
    'days off that point 9 does not state',
    week('| working time | days (weekday) |\n| days off | ⟦HOLIDAYS⟧ |'),
    ['N313'],
  ],
  ['working time of what is no list', week('| working time | ⟦title (weekday)⟧ |'), ['N313']],
  ['working time of all records of an entity', week('| working time | ⟦Day (weekday)⟧ |'), ['N313']],
  ['working time with a beginning alone', week('| working time | ⟦days (weekday, from_time)⟧ |'), ['N313']],
  ['working time with choices that are no weekdays', week('| working time | ⟦days (mood)⟧ |'), ['N313']],
  [
    'working time with an hour that may be empty',
    week('| working time | ⟦days (weekday, from_time, perhaps)⟧ |'),
    ['N313'],
  ],
  [
    'days off by what is no date',
    week('| working time | days (weekday) |\n| days off | closed (day), ⟦days (weekday)⟧ |'),
    ['N313'],
  ],
  ['days off by another constant', week('| working time | days (weekday) |\n| days off | ⟦OTHERS⟧ |'), ['N313']],
  ['days off without working time', week('| days off | ⟦closed (day)⟧ |'), ['N313']],
  ['comments on what is no entity', fields('', `### Remark\n\n${settings('| comments on | ⟦Thnig⟧ |')}`), ['N313']],
  ['comments on themselves', fields('', `### Remark\n\n${settings('| comments on | ⟦Remark⟧ |')}`), ['N313']],
  [
    'comments of two kinds on one entity',
    fields(
      '',
      `### Remark\n\n${settings('| comments on | Thing |')}\n### Note\n\n${settings('| comments on | ⟦Thing⟧ |')}`,
    ),
    ['N313'],
  ],
  [
    'comments whose text is of another type',
    fields(
      '',
      `### Remark\n\n${FIELDS}| text | ⟦integer⟧ | |\n| about | ⟦Remark⟧ | |\n\n${settings('| comments on | Thing |')}`,
    ),
    ['N307', 'N307'],
  ],
  [
    'comments with a shorter text and a field of their own',
    fields(
      '| comments (Talk) | all Remark by about | |',
      `### Remark\n\n${FIELDS}| text | markdown | ..500 |\n| internal | boolean | default false |\n\n${settings('| comments on | Thing |')}`,
    ),
    [],
  ],
  ['an order by hand', fields('| a | decimal(8, 2) | optional |', settings('| order by hand | a |')), []],
  ['unique over an unknown field', fields('', settings('| unique | title, ⟦nmae⟧ |')), ['N314']],
  ['an unknown part', fields('', '#### ⟦Recrods⟧\n'), ['N017']],
  ['an unknown table', fields('', '⟦| a | b |\n| --- | --- |\n| 1 | 2 |⟧\n'), ['N018']],
  ['an unknown column', `### Thing\n\n| field | type | ⟦colour⟧ |\n| --- | --- | --- |\n| a | text | red |`, ['N027']],
  ['a slip in a column is one error', `### Thing\n\n| field | ⟦tpye⟧ |\n| --- | --- |\n| a | text |`, ['N027']],
  ['a column that is needed', `### Thing\n\n| ⟦field⟧ | rules |\n| --- | --- |\n| a | |`, ['N028']],
  ['a code block', fields('', '⟦```\ncode\n```⟧\n'), ['N019']],
  [
    'a record without a required value',
    fields('| a | text | |', '#### Records\n\n| title | a |\n| --- | --- |\n| x | ⟦none⟧ |'),
    ['N317'],
  ],
  [
    'a record without a required column',
    fields('| a | text | |', '#### Records\n\n| title |\n| --- |\n⟦| x |⟧'),
    ['N317'],
  ],
  [
    'a record with a value of another type',
    fields('| a | date | |', '#### Records\n\n| title | a |\n| --- | --- |\n| x | ⟦soon⟧ |'),
    ['N315'],
  ],
  [
    'a record that refers to nothing',
    fields('| a | Thing | |', '#### Records\n\n| title | a |\n| --- | --- |\n| x | ⟦y⟧ |'),
    ['N316'],
  ],
  [
    'settings below the records',
    `### Thing\n\n${FIELDS}| title | text | |\n\n#### Records\n\n| title |\n| --- |\n| x |\n\n⟦| setting | is |\n| --- | --- |\n| history | kept |⟧\n`,
    ['N018'],
  ],
  [
    'records do not refer to demo records',
    fields(
      '| a | Thing | optional |',
      '#### Records\n\n| title | a |\n| --- | --- |\n| x | ⟦y⟧ |\n\n#### Demo records\n\n| title |\n| --- |\n| y |',
    ),
    ['N316'],
  ],
  [
    'a record that refers to a title which a computed text makes',
    fields(
      '| a | Thing | optional |\n| b | text | `= title + " " + title` |\n\n| setting | is |\n| --- | --- |\n| title | `{b}!` |',
      '#### Records\n\n| title | a |\n| --- | --- |\n| x | |\n| y | x x! |\n| z | ⟦x x⟧ |',
    ),
    ['N316'],
  ],
  [
    'a record that refers to a title of which a part is only known where the product runs',
    fields(
      '| a | Thing | optional |\n| b | integer | `= year(today())` |\n\n| setting | is |\n| --- | --- |\n| title | `{title} {b}!` |',
      '#### Records\n\n| title | a |\n| --- | --- |\n| x | |\n| y | x 2026! |\n| z | ⟦x 2026⟧ |',
    ),
    ['N316'],
  ],
  [
    'a record that refers to a title with a number of the day, which is not stated',
    fields(
      '| a | Thing | optional |\n| n | number T-{yyyy}-{00} | |\n\n| setting | is |\n| --- | --- |\n| title | `{n}, {title}` |\n| delete | soft |',
      '#### Records\n\n| title | a |\n| --- | --- |\n| x | |\n| y | ⟦T-2026-01, x⟧ |',
    ),
    ['N341'],
  ],
  [
    'a record that refers to a number of the day, which is stated, or to one without a day',
    fields(
      '| a | Thing | optional |\n| n | number T-{yyyy}-{00} | |\n| m | number M-{00} | |\n\n| setting | is |\n| --- | --- |\n| delete | soft |',
      '#### Records\n\n| title | n | a |\n| --- | --- | --- |\n| x | T-2026-01 | |\n| y | T-2026-02 | T-2026-01 |\n| z | T-2026-03 | M-01 |',
    ),
    [],
  ],
  ['a field that was something', fields('| c | text | was d |'), []],
  [
    'fields that are gone',
    fields('| c | text | |\n\n#### Gone\n\n| field | meaning |\n| --- | --- |\n| d | unread |'),
    [],
  ],
  [
    'a field that is gone, and there still',
    fields('| c | text | |\n\n#### Gone\n\n| field |\n| --- |\n| ⟦c⟧ |'),
    ['N331'],
  ],
  [
    'what is gone, and what something else was',
    fields('| c | text | was d |\n\n#### Gone\n\n| field |\n| --- |\n| ⟦d⟧ |'),
    ['N331'],
  ],
  ['what is gone twice', fields('| c | text | |\n\n#### Gone\n\n| field |\n| --- |\n| d |\n| ⟦d⟧ |'), ['N037']],
  ['a field that had several names', fields('| c | text | was d and e |'), []],
  ['two fields that are swapped', fields('| c | text | was d |\n| d | text | was c |'), []],
  ['names that move on', fields('| c | text | was d |\n| d | text | was e |'), []],
  ['a name that is given to something new', fields('| c | text | was d |\n| d | text | optional, was none |'), []],
  ['choices with former names', fields('| c | enum(a was b, d (Dee) was e and f, g) | |'), []],
  ['a former choice that is still stated', fields('| c | enum(a was ⟦b⟧, b) | |'), ['N094']],
  ['two choices of one former name', fields('| c | enum(a was b, d was ⟦b⟧) | |'), ['N094']],
  ['a former choice that is no name', fields('| c | enum(a was ⟦b!⟧) | |'), ['N038']],
  ['a former name that is no name', fields('| c | text | was ⟦D⟧ |'), ['N038']],
  ['a former name that is still stated', fields('| c | text | was ⟦d⟧ |\n| d | text | optional |'), ['N094']],
  ['a field that was what every record has', fields('| c | text | was ⟦created_at⟧ |'), ['N094']],
  ['its own former name', fields('| c | text | was ⟦c⟧ |'), ['N094']],
  ['two of one former name', fields('| c | text | was d |\n| e | text | was ⟦d⟧ |'), ['N094']],
  ['an entity that was another one', fields('| c | text | |').replace('### Thing', '### Thing (was: Item)'), []],
  [
    'an entity that has a label and was another one',
    fields('| c | text | |').replace('### Thing', '### Thing (Object) (was: Item)'),
    [],
  ],
  [
    'an entity that was one that there is',
    fields('| c | text | |').replace('### Thing', '### Thing (was: ⟦User⟧)'),
    ['N094'],
  ],
  ['ids of no kind', fields('| a | text | |', settings('| id | ⟦number⟧ |')), ['N313']],
  [
    'users are known by uuids',
    `### User\n\n${FIELDS}| a | text | optional |\n\n${settings('| id | ⟦integer⟧ |')}`,
    ['N313'],
  ],
  [
    'a record with an ill number',
    fields(
      '| a | text | |',
      `${settings('| id | integer |')}#### Records\n\n| id | title | a |\n| --- | --- | --- |\n| ⟦0⟧ | x | y |`,
    ),
    ['N315'],
  ],
  [
    'two entities with one path',
    `### Thing\n\n${FIELDS}| a | text | |\n\n### ⟦Other⟧\n\n${FIELDS}| a | text | |\n\n${settings('| path | things |')}`,
    ['N323'],
  ],
  ['a list of unknown references', fields('| a | ⟦many Thong⟧ | |'), ['N301']],
  ['a list of references without its entity', fields('| a | ⟦many⟧ | |'), ['N306']],
  ['a reversed list without its field', fields('| a | ⟦all Thing⟧ | |'), ['N306']],
  ['a reversed list by an unknown field', fields('| a | ⟦all Thing by thing⟧ | |'), ['N326']],
  [
    'a reversed list by a field that refers elsewhere',
    fields('| a | ⟦all Thing by holder⟧ | |\n| holder | User | |'),
    ['N326'],
  ],
  [
    'a reversed list by what is computed',
    fields('| a | ⟦all Thing by first⟧ | |\n| other | Thing | optional |\n| first | Thing | optional, = other |'),
    ['N326'],
  ],
  ['a tree of references to another entity', fields('| a | User | optional, ⟦tree⟧ |'), ['N303']],
  ['a tree of many references', fields('| a | many Thing | ⟦tree⟧ |'), ['N303']],
  ['a computed tree', fields('| a | Thing | optional |\n| b | Thing | optional, ⟦tree⟧, = a |'), ['N319']],
  ['two trees', fields('| a | Thing | optional, tree |\n| b | Thing | optional, ⟦tree⟧ |'), ['N339']],
  [
    'a field with the name of a tree’s list',
    fields('| a | Thing | optional, tree |\n| ⟦ancestors⟧ | text | |'),
    ['N339'],
  ],
  [
    'records of a tree that go round',
    fields(
      '| a | Thing | optional, tree |',
      '#### Records\n\n| title | a |\n| --- | --- |\n| x | y |\n| y | ⟦x⟧ |\n| z | x |',
    ),
    ['N340'],
  ],
  ['a reversed list by a value', fields('| a | ⟦all Thing by title⟧ | |'), ['N326']],
  [
    'rules that a list of references has not',
    fields('| a | many Thing | ⟦unique⟧, ⟦cascade⟧, matches ⟦/x/⟧ |'),
    ['N303', 'N303', 'N303'],
  ],
  [
    'a reversed list is read-only',
    fields('| of | Thing | optional |\n| a | all Thing by of | ⟦optional⟧, ⟦1..3⟧, ⟦clear⟧ |'),
    ['N303', 'N303', 'N303'],
  ],
  ['a computed list of references', fields('| a | many Thing | = ⟦b⟧ |\n| b | many Thing | |'), ['N303']],
  [
    'a record that refers to nothing, or twice, in a list',
    fields('| a | many Thing | |', '#### Records\n\n| title | a |\n| --- | --- |\n| x | ⟦x, y⟧ |\n| z | ⟦x, x⟧ |'),
    ['N316', 'N315'],
  ],
  [
    'signing in by what is not unique',
    `### User\n\n${FIELDS}| nick | text | |\n\n${settings('| sign in by | ⟦nick⟧ |')}`,
    ['N313'],
  ],
  [
    'signing in by no text',
    `### User\n\n${FIELDS}| n | integer | unique |\n\n${settings('| sign in by | ⟦n⟧ |')}`,
    ['N313'],
  ],
  ['a slug without its text', fields('| a | ⟦slug⟧ | |'), ['N306']],
  ['a slug of an unknown text', fields('| a | ⟦slug of name⟧ | |'), ['N306']],
  ['a slug of a number', fields('| a | ⟦slug of n⟧ | |\n| n | integer | |'), ['N306']],
  ['a slug of a computed text', fields('| a | ⟦slug of n⟧ | |\n| n | text | = title |'), ['N306']],
  ['a slug that may be empty', fields('| a | ⟦slug of n⟧ | |\n| n | text | optional |'), ['N306']],
  [
    'rules that a slug has not',
    fields('| a | slug of title | ⟦unique⟧, ⟦by system⟧, ⟦..20⟧ |'),
    ['N303', 'N303', 'N303'],
  ],
  [
    'rules that JSON and a secret have not',
    fields('| a | json | ⟦unique⟧, ⟦..3⟧ |\n| b | secret | ⟦unique⟧ |'),
    ['N303', 'N303', 'N303'],
  ],
  [
    'a secret in a title',
    fields('| a | secret | |', settings('| title | {title} {a} |')).replace('### Thing', '### ⟦Thing⟧'),
    ['N327'],
  ],
  ['a secret in a value that is worked out', fields('| a | secret | |\n⟦| b | text | = a |⟧'), ['N327']],
  [
    'a secret that is compared',
    fields(
      '| a | secret | |\n⟦| b | boolean | = a == "x" |⟧\n| c | secret | optional |\n| d | boolean | = c == null |',
    ),
    ['N327'],
  ],
  [
    'a record with ill values',
    fields(
      '| a | json | |\n| b | duration | |\n| c | slug of title | |',
      '#### Records\n\n| title | a | b | c |\n| --- | --- | --- | --- |\n| x | ⟦{⟧ | ⟦soon⟧ | ⟦A b⟧ |',
    ),
    ['N315', 'N315', 'N315'],
  ],
  ['signing in by a thing', fields('| a | text | |', settings('| sign in by | ⟦a⟧ |')), ['N313']],
  ['a built-in field of another type', `### User\n\n${FIELDS}| email | ⟦text⟧ | |`, ['N307']],
  ['a number out of others', fields('| a | slug of title | from ⟦title⟧ |'), ['N303']],
  ['a computed field with former values', fields('| a | text | from ⟦b⟧, = title |'), ['N319']],
  ['a former value that is no expression', fields('| a | text | from ⟦+⟧ title |'), ['N052']],
  ['former values of names that only a former document knows', fields('| a | text | from whatever + it.had |'), []],
  ['an address out of others', `### User\n\n${FIELDS}| email | email | from ⟦name⟧ |`, ['N349']],
  ['a computed address', `### User\n\n${FIELDS}| email | email | = ⟦name + "@example.com"⟧ |`, ['N349']],
  ['an address that may be missing', `### User\n\n${FIELDS}| email | email | ⟦optional⟧ |`, ['N349']],
  ['computed roles', `### User\n\n${FIELDS}| roles | roles | = ⟦name⟧ |`, ['N349']],
  ['being disabled by what is known', `### User\n\n${FIELDS}| disabled | boolean | = ⟦name == "x"⟧ |`, ['N349']],
  ['a password of its own length', `### User\n\n${FIELDS}| password | secret | ⟦12..⟧ |`, ['N349']],
  ['a password that is a text', `### User\n\n${FIELDS}| password | ⟦text⟧ | |`, ['N307']],
  [
    'a computed name, a password as it is, and a name that may be missing',
    `### User\n\n${FIELDS}| a | text | |\n| password | secret | |\n| name | text | = a |`,
    [],
  ],
  ['a field that only the system sets, and nobody does', fields('⟦| a | text | by system |⟧'), ['N324']],
  ['a type that is not shown', fields('| a | ⟦not shown⟧ | |'), ['N048']],
  ['rules that are not shown', fields('| a | text | ⟦not shown⟧ |'), ['N048']],
];

describe('the diagnostics of point 3', () => {
  test.each(MISTAKES)('%s', (_, entities, codes) => {
    const { found, marked } = checkMarked({ entities });
    expect(found).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
    expect(found.length).toBe(codes.length);
  });
});

describe('the model of point 3', () => {
  const read = (entities: string, constants?: string) => {
    const { found, checked } = checkMarked({ entities, ...(constants !== undefined && { constants }) });
    expect(found).toEqual([]);
    return checked.model.entities.find(({ name }) => name !== 'User');
  };

  test('labels are derived or stated, and translated by a column', () => {
    const entity = read(
      '### ClaimLine\n\n| field | type | label (nl) |\n| --- | --- | --- |\n| due_date | date | Datum |\n| due (Until) | date | |',
    );
    expect([entity?.label, entity?.plural, entity?.path]).toEqual(['Claim line', 'Claim lines', 'claim-lines']);
    expect(entity?.fields.slice(0, 2).map(({ label, labels }) => [label, labels])).toEqual([
      ['Due date', { nl: 'Datum' }],
      ['Until', {}],
    ]);
  });

  test.each([
    ['integer', '1..20', '1', '20'],
    ['integer', '..20', null, '20'],
    ['integer', '1..', '1', null],
    ['integer', '1..MOST', '1', '100'],
    ['percent', '0 %..25 %', '0', '0.25'],
    ['percent', '0..0.25', '0', '0.25'],
    ['percent', '2.5%..', '0.025', null],
    ['money', '0.01 EUR..500 EUR', '0.01', '500'],
    ['money', '..500EUR', null, '500'],
  ])('bounds of %s: %s', (type, bounds, minimum, maximum) => {
    const entity = read(
      fields(`| a | ${type} | ${bounds} |`),
      '| name | value |\n| --- | --- |\n| MOST | 100 |\n| CURRENCY | "EUR" |'.replace(
        '| MOST',
        bounds.includes('MOST') ? '| MOST' : '| PAGE_SIZE',
      ),
    );
    const field = entity?.fields.find(({ name }) => name === 'a');
    expect([field?.minimum?.value ?? null, field?.maximum?.value ?? null]).toEqual([minimum, maximum]);
  });

  test.each(['optional, = 1 + 1', '`optional, = 1 + 1`', 'optional, `= 1 + 1`', '`optional`, `= 1 + 1`'])(
    'what is computed, in backticks of its own or with the other rules: %s',
    (rules) => {
      const field = read(fields(`| a | integer | ${rules} |`))?.fields.find(({ name }) => name === 'a');
      expect([field?.required, field?.computed?.kind]).toEqual([false, 'binary']);
    },
  );

  test('lists of references, their records by name, and lists of what refers here', () => {
    const entity = read(
      fields(
        '| of | many Thing | ..2, clear, among Thing where not (this in of) |\n| by | all Thing by of | |',
        '#### Records\n\n| title | of |\n| --- | --- |\n| x | |\n| y | x, y |',
      ),
    );
    expect(entity?.fields.slice(1, 3).map(({ type, maximum, onDelete }) => [type, maximum?.value, onDelete])).toEqual([
      [{ kind: 'many', entity: 'Thing' }, '2', 'clear'],
      [{ kind: 'all', entity: 'Thing', by: 'of' }, undefined, 'restrict'],
    ]);
    expect(entity?.records.map(({ values }) => values['of'])).toEqual([
      { kind: 'none' },
      { kind: 'references', entity: 'Thing', texts: ['x', 'y'] },
    ]);
  });

  test.each([
    ['0 days', 'PT0S'],
    ['14 days', 'P14D'],
    ['2 weeks', 'P14D'],
    ['12 months', 'P1Y'],
    ['90 minutes', 'PT1H30M'],
  ])('a duration of a record has the form that answers have: %s', (written, value) => {
    const entity = read(
      fields('| a | duration | |', `#### Records\n\n| title | a |\n| --- | --- |\n| x | ${written} |`),
    );
    expect(entity?.records[0]?.values['a']).toEqual({ kind: 'value', value });
  });

  test.each([
    ['uuid', 'text'],
    ['integer', 'integer'],
  ])('without a text a record is called by its id: %s', (id, kind) => {
    const { checked } = checkMarked({
      entities: `### Line\n\n${FIELDS}| a | integer | |\n\n${settings(`| id | ${id} |`)}`,
    });
    expect(checked.model.entities[0]?.title).toMatchObject([{ kind: 'field', field: 'id', type: { kind } }]);
  });

  test('an owned child knows its parent by two names, and its records name it', () => {
    const { found, checked } = checkMarked({
      entities: `### Order\n\n${FIELDS}| title | text | |\n| lines | list of OrderLine | |\n\n#### Records\n\n| title |\n| --- |\n| A |\n\n### OrderLine\n\n${FIELDS}| amount | integer | |\n| twin | boolean | = parent.title == "x" or order.title == "y" |\n\n#### Records\n\n| order | amount |\n| --- | --- |\n| A | 3 |`,
    });
    expect(found).toEqual([]);
    const child = checked.model.entities.find(({ name }) => name === 'OrderLine');
    expect(child?.owner).toEqual({ entity: 'Order', field: 'lines' });
    expect(child?.records[0]?.values['order']).toEqual({ kind: 'reference', entity: 'Order', text: 'A' });
  });
});

test.each([
  ['money in another currency', 'money in USD', ['N304']],
  ['a number', 'integer', ['N304']],
  ['money in its own currency', 'money in EUR', []],
])('3: a constant that is money does not bound %s', (_, type, codes) => {
  const { checked } = checkMarked({
    entities: fields(`| a | ${type} | ..MOST |`),
    constants: '| name | value |\n| --- | --- |\n| MOST | 5 EUR |',
  });
  const errors = checked.diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code }) => code)).toEqual(codes);
});
