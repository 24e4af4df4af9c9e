import { expect, test } from 'vitest';
import { disposition, dispositionName } from './disposition.ts';

test('the header holds any name, in ASCII and in UTF-8', () => {
  expect(dispositionName(`bill "é" (1)'.pdf`)).toBe(
    `filename="bill ___ (1)'.pdf"; filename*=UTF-8''bill%20%22%C3%A9%22%20%281%29%27.pdf`,
  );
});

test.each([
  ['bill.png', 'image/png', 'inline; filename="bill.png"'],
  ['BILL.JPEG', 'image/jpeg', 'inline; filename="BILL.JPEG"'],
  ['png.html', 'image/png', 'inline; filename="png.html.png"'],
  ['bill', 'application/pdf', 'inline; filename="bill.pdf"'],
  ['page.html', 'text/html', 'attachment; filename="page.html"'],
  ['drawing.svg', 'image/svg+xml', 'attachment; filename="drawing.svg"'],
])('%s of the type %s', (name, type, begin) => {
  expect(disposition(name, type)).toContain(begin);
});
