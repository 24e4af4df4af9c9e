import type { MailPiece } from '@nonet/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { renderMail } from './render-mail.ts';

const PLAN = planFrom('desk.md');
const ORIGIN = 'https://desk.example';
const render = (...body: MailPiece[]) => {
  const { html = '', text } = renderMail(
    PLAN,
    { call: 'm', key: 'k', to: 'a@example.com', replyTo: null, subject: 'About <it>', body },
    ORIGIN,
  );
  const words = /<div class="words">\n([^]*)\n<\/div>\n<div class="sent">/.exec(html)?.[1] ?? '';
  return { html: words, text: text.trim(), page: html };
};
const value = (text: string) => ({ value: text });

const CASES: readonly (readonly [rule: string, body: readonly MailPiece[], html: string, text: string])[] = [
  [
    'Markdown',
    ['**Due** on\n\n- Friday'],
    '<p><strong>Due</strong> on</p>\n<ul>\n<li>Friday</li>\n</ul>',
    '**Due** on\n\n- Friday',
  ],
  [
    'a value is text',
    ['**', value('<b>*x*</b>'), '**'],
    '<p><strong>&lt;b&gt;*x*&lt;/b&gt;</strong></p>',
    '**<b>*x*</b>**',
  ],
  [
    'a value is no link',
    ['Dear ', value('[here](https://e.example) www.e.example')],
    '<p>Dear [here](https://e.example) www.e.example</p>',
    'Dear [here](https://e.example) www.e.example',
  ],
  ['a value has lines', [value('one\n\n# two')], '<p>one<br><br># two</p>', 'one\n\n# two'],
  [
    'a value is no cell',
    ['| a |\n| - |\n| ', value('x | y'), ' |'],
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>x | y</td>\n</tr>\n</tbody>\n</table>',
    '| a |\n| - |\n| x | y |',
  ],
  [
    'a record’s address',
    ['[Your ', value('"loan"'), '](', { link: '/loans/1?a=b&c' }, ')'],
    '<p><a href="https://desk.example/loans/1?a=b&amp;c">Your &quot;loan&quot;</a></p>',
    'Your "loan" (https://desk.example/loans/1?a=b&c)',
  ],
  ['a record that is not to be read', ['[Your loan](', { link: null }, ')!'], '<p>Your loan!</p>', 'Your loan!'],
  [
    'a screen',
    ['[All](/loans)'],
    '<p><a href="https://desk.example/loans">All</a></p>',
    'All (https://desk.example/loans)',
  ],
  [
    'a value in an address is encoded',
    ['[x](https://e.example/', value('a"/?<'), ')'],
    '<p><a href="https://e.example/a%22%2F%3F%3C">x</a></p>',
    'x (https://e.example/a"/?<)',
  ],
  ['an address is no script', ['[x](javascript:alert)'], '<p>x</p>', 'x (javascript:alert)'],
  ['HTML is text', ['<script>x</script>'], '&lt;script&gt;x&lt;/script&gt;', '<script>x</script>'],
];

describe('a mail', () => {
  test.each(CASES)('%s', (_rule, body, html, text) => {
    expect(render(...body)).toMatchObject({ html, text });
  });

  test('has the language, the product and the subject around its words', () => {
    const { page } = render('x');
    expect(page).toContain('<html lang="en" dir="ltr">');
    expect(page).toContain('<title>About &lt;it&gt;</title>');
    expect(
      renderMail(
        { ...PLAN, settings: { ...PLAN.settings, locale: 'ar' } },
        { call: 'm', key: 'k', to: '', replyTo: null, subject: '', body: [] },
        ORIGIN,
      ).html,
    ).toContain('<html lang="ar" dir="rtl">');
  });

  test('no value makes an element or an attribute, wherever it stands', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '[',
        ']',
        '(',
        ')',
        '*',
        '`',
        '|',
        '\n',
        '\uE000',
        '\uE001',
        '0',
        'x',
        ':',
        '/',
        '\\',
      ),
    });
    const elements = (html: string) => html.match(/<(?!br>)[a-z]+(?: [a-z]+=)?/g);
    fc.assert(
      fc.property(text, (hostile) => {
        const body = (piece: string): MailPiece[] => [
          '# ',
          value(piece),
          '\n\n> [',
          value(piece),
          '](https://e.example/',
          value(piece),
          ')\n\n`',
          value(piece),
          '`',
        ];
        expect(elements(render(...body(hostile)).html)).toEqual(elements(render(...body('x')).html));
      }),
    );
  });
});
