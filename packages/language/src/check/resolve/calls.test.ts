import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['the entity is known', 'Loan bring_back, Loan lose', 'Laon bring_back', ['N702 Laon']],
  ['the event is known', 'Loan bring_back, Loan lose', 'Loan bringback, Loan lose', ['N703 bringback']],
  [
    'a fixed time is for the records of an entity',
    'Loan bring_back, Loan lose',
    'every day at 06:00, Loan lose',
    ['N712 every day at 06:00'],
  ],
  [
    'a fixed time is a time of day',
    'Loan bring_back, Loan lose',
    'every day at 6 for Loan, Loan lose',
    ['N712 every day at 6 for Loan'],
  ],
  [
    'a fixed time is for an entity that is known',
    'Loan bring_back, Loan lose',
    'every monday at 06:00 for Laon, Loan lose',
    ['N702 Laon'],
  ],
  [
    'the condition of a fixed time reads the record',
    'Loan bring_back, Loan lose',
    'every day at 06:00 for Loan where dew < today(), Loan lose',
    ['N055 dew'],
  ],
  ['`for each` names a list', '| fails | none |', '| fails | none |\n| for each | titles |', ['N713 titles']],
  [
    'a request is not read without the name that `for each` was to give',
    '?state={status}',
    '?state={t} |\n| for each | titles',
    ['N713 titles'],
  ],
  [
    '`for each` is of a list of the record',
    '| fails | none |',
    '| fails | none |\n| for each | r in due |',
    ['N071 due'],
  ],
  [
    '`for each` has a name of its own',
    '| fails | none |',
    '| fails | none |\n| for each | due in remarks |',
    ['N038 due'],
  ],
  [
    'a call is about one entity',
    'Loan bring_back, Loan lose if due < today()',
    'Loan bring_back, Book create',
    ['N704 Loan bring_back, Book create'],
  ],
  ['an item without a word about its calls is a gap', '### Answered\n\nnone\n', '### Answered\n', ['N048 Answered']],
  ['a missing `when` is a gap', '| when | Loan bring_back, Loan lose if due < today() |\n', '', ['N048 tell_archive']],
  [
    'the method is known',
    'POST {ARCHIVE_URL}',
    'SEND {ARCHIVE_URL}',
    ['N705 SEND {ARCHIVE_URL}/loans/{id}?state={status}'],
  ],
  [
    'no value of the record is the origin',
    'POST {ARCHIVE_URL}',
    'POST {book.title}',
    ['N705 POST {book.title}/loans/{id}?state={status}', 'N903 | ARCHIVE_URL | env ARCHIVE_URL | |'],
  ],
  [
    'no value stands in the origin',
    'POST {ARCHIVE_URL}',
    'POST https://{book.title}.example.com',
    [
      'N705 POST https://{book.title}.example.com/loans/{id}?state={status}',
      'N903 | ARCHIVE_URL | env ARCHIVE_URL | |',
    ],
  ],
  [
    'no secret stands in the address',
    '?state={status}',
    '?key={ARCHIVE_TOKEN}',
    ['N706 /loans/{id}?key={ARCHIVE_TOKEN}'],
  ],
  ['a header has a name', 'x-event: {event}', 'x-event {event}', ['N707 x-event {event}']],
  ['some headers are the product’s', 'x-event: {event}', 'host: here', ['N707 host: here']],
  ['placeholders stand in strings', '"{due}"', '{due}', ['N708 {due}']],
  ['the body’s names are known', '"Due {due}"', '"Due {dew}"', ['N055 dew']],
  ['places are right behind escapes', '"a \\"b\\""', '"a \\"b\\" {dew}"', ['N055 dew']],
  [
    'the body is json',
    '```json',
    '```yaml',
    [
      'N708 ```yaml\n{ "title": "{book.title}", "due": "{due}", "tags": ["a \\"b\\"", 1, true, null], "text": "Due {due}" }\n```',
    ],
  ],
  ['expects', '2xx within 5 s', 'ok', ['N709 ok']],
  ['retry', '3 times, from 1 min', 'sometimes', ['N709 sometimes']],
  [
    'a signature has its words',
    '| fails | none |',
    '| fails | none |\n| signed | ARCHIVE_TOKEN |',
    ['N709 ARCHIVE_TOKEN'],
  ],
  [
    'a call is signed with a secret',
    '| fails | none |',
    '| fails | none |\n| signed | with ARCHIVE_URL |',
    ['N732 with ARCHIVE_URL'],
  ],
  [
    'a call is signed with a secret that is known',
    '| fails | none |',
    '| fails | none |\n| signed | with ARCHIVE_TOKENS |',
    ['N732 with ARCHIVE_TOKENS'],
  ],
  ['a call that is signed', '| fails | none |', '| fails | none |\n| signed | with ARCHIVE_TOKEN |', []],
  ['the headers of a signature are the product’s', 'x-event: {event}', 'webhook-id: 7', ['N707 webhook-id: 7']],
  ['the answer’s names are known', 'response.receipt', 'response.receit', ['N057 receit']],
  ['a missing `fails` is a gap', '| fails | none |\n', '', ['N048 tell_archive']],
  ['a `fails` that is not shown is a gap', '| fails | none |', '| fails | not shown |', ['N048 not shown']],
  ['exact calls may be open', '### Answered\n\nnone', '### Answered\n\nnot shown', ['N048 not shown']],
  ['headings are known', '### Made', '### Maed', ['N017 Maed']],
  [
    'a secret is in no message',
    "You can't do this.",
    'No {ARCHIVE_TOKEN}.',
    ['N711 | FORBIDDEN | 403 | No {ARCHIVE_TOKEN}. | derived |'],
  ],
];

describe('point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(LIBRARY, from, to)).problems).toEqual(problems);
  });
});
