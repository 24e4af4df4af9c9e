import { readFileSync } from 'node:fs';
import { checkDocument, type Plan } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { linkLetter } from './password-mail.ts';

const DOCUMENT = readFileSync(new URL('../fixtures/received.md', import.meta.url), 'utf8');

const words = (name: string, parts: string, body: string) =>
  `#### ${name}\n\n| part | is |\n| --- | --- |\n${parts}\n\n\`\`\`markdown\n${body}\n\`\`\`\n\n`;

function planWith(items: string, constants = ''): Plan {
  const text = DOCUMENT.replace('### Received', `### Account mails\n\n${items}### Received`).replace(
    /\| DESK .*\n?$/,
    (row) => `${row.trim()}\n${constants}`,
  );
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

const link = (name: string | null, hours: number) => ({
  account: { id: 'one', name, email: 'nora@example.com', roles: [] },
  token: 'token',
  hours,
});

const mailOf = (plan: Plan, why: 'forgot' | 'invited', name: string | null = 'Nora', hours = 168) =>
  linkLetter(plan, link(name, hours), 'https://desk.example.com', why);

describe('words of mails about accounts', () => {
  const welcome = words(
    'welcome',
    '| for | invitation |\n| subject | {product}: welcome, {name} |',
    'Dear **{name}** ({email}),\n\n[choose a password]({link}) within {holds}. It costs {{nothing}}.',
  );

  test('are those of the document, branded, in HTML and text', () => {
    const { to, subject, text, html } = mailOf(planWith(welcome), 'invited');
    expect([to, subject]).toEqual(['nora@example.com', 'Help desk by mail: welcome, Nora']);
    expect(text).toBe(
      'Dear **Nora** (nora@example.com),\n\nchoose a password (https://desk.example.com/-/password#token) within 7 days. It costs {nothing}.\n',
    );
    expect(html).toContain('<a href="https://desk.example.com/-/password#token">choose a password</a>');
    expect(html).toContain('Help desk by mail');
  });

  test('take values as text', () => {
    const { subject, html } = mailOf(planWith(welcome), 'invited', '<b>[x](https://evil.example)\nBcc: all');
    expect(subject).toBe('Help desk by mail: welcome, <b>[x](https://evil.example) Bcc: all');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('href="https://evil.example"');
  });

  test('are for their mail alone', () => {
    expect(mailOf(planWith(welcome), 'forgot').subject).toBe('Help desk by mail: choose a new password');
  });

  test.each([
    ['de-AT', 'Wählen Sie', '1 Stunde'],
    ['de', 'Wählen Sie', '1 Stunde'],
    ['en', 'Choose', '1 hour'],
    ['fr', 'Choose', '1\u00a0heure'],
  ])('are those of the language %s', (locale, first, held) => {
    const plan = planWith(
      words('others', '| for | password |\n| subject | Choose |', 'Choose: {link} ({holds})') +
        words('german', '| for | password |\n| language | de |\n| subject | Wählen |', 'Wählen Sie: {link} ({holds})'),
    );
    const own = { ...plan, settings: { ...plan.settings, locale } };
    expect(mailOf(own, 'forgot', null, 1).text).toBe(`${first}: https://desk.example.com/-/password#token (${held})\n`);
  });
});
