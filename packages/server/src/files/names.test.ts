import { describe, expect, test } from 'vitest';
import { attachment, cleanName } from './names.ts';

describe('a file keeps its name without what could mislead', () => {
  test.each([
    ['receipt.pdf', 'receipt.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\docs\\a.pdf', 'a.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\r\nset-cookie: x.pdf', 'aset-cookie: x.pdf'],
    ['', 'file'],
    ['/', 'file'],
    ['e\u0301.png', '\u00e9.png'],
  ])('%j → %j', (given, kept) => {
    expect(cleanName(given)).toBe(kept);
  });

  test('a long name keeps its ending', () => {
    const name = cleanName(`${'é'.repeat(500)}.pdf`);
    expect([...name]).toHaveLength(200);
    expect(name).toMatch(/é\.pdf$/);
  });
});

test('the header holds any name, in ASCII and in UTF-8', () => {
  expect(attachment(`bill "é" (1)'.pdf`)).toBe(
    `filename="bill ___ (1)'.pdf"; filename*=UTF-8''bill%20%22%C3%A9%22%20%281%29%27.pdf`,
  );
});
