import { contrast, LEAST_CONTRAST } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { mailPage } from '../mails/mail-page.ts';
import { branded, brandName } from './brand.ts';

const SHELL = '<html><head><link rel="icon" href="/icon.svg" type="image/svg+xml" /></head><body></body></html>';
const LOGO = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

function plan(constants: string) {
  const points = [1, 2, 3, 4, 5, 6, 7, 8].map((point) => `## ${point}. Point\n\nnone\n`).join('\n');
  return planFrom(
    'loans.md',
    `# Specification: Loans\n\n${points}\n## 9. Constants\n\n| name | value |\n| --- | --- |\n${constants}\n`,
  );
}
const mail = { subject: 'Back', content: '<p>It is back.</p>', origin: 'https://loans.example' };

describe('the brand of a product', () => {
  test('without one, the page and the mails are the product’s own', () => {
    const none = plan('| LOCALE | "en" |');
    expect(branded(SHELL, none)).toBe(SHELL);
    expect(brandName(none)).toBe('Loans');
    expect(mailPage(none, mail)).toContain('a { color: #1864ab; }');
  });

  test('its name and colour are on pages and in mails, its logo is the icon', () => {
    const stated = plan(`| BRAND_NAME | "Lend & Co" |\n| BRAND_COLOUR | "#8a1c5b" |\n| BRAND_LOGO | "${LOGO}" |`);
    const page = branded(SHELL, stated);
    expect(page).toContain('--mantine-color-ink-8:#8a1c5b');
    expect(page).toContain(`<link rel="icon" href="${LOGO}">`);
    expect(brandName(stated)).toBe('Lend & Co');
    expect(mailPage(stated, mail)).toContain('a { color: #8a1c5b; }');
    expect(mailPage(stated, mail)).toContain('Lend &amp; Co');
  });

  test.each(['#000000', '#000080', '#8a1c5b', '#b00020', '#1f6ba1', '#767676'])(
    'words in %s can be read on a dark page as well',
    (colour) => {
      const page = branded(SHELL, plan(`| BRAND_COLOUR | "${colour}" |`));
      const onDark = /scheme=dark\]\{--mantine-color-anchor:(#[0-9a-f]{6})/.exec(page)?.[1] ?? '';
      expect(contrast(onDark, '#242424')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    },
  );
});
