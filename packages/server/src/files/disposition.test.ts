import { expect, test } from 'vitest';
import { dispositionName } from './disposition.ts';

test('the header holds any name, in ASCII and in UTF-8', () => {
  expect(dispositionName(`bill "é" (1)'.pdf`)).toBe(
    `filename="bill ___ (1)'.pdf"; filename*=UTF-8''bill%20%22%C3%A9%22%20%281%29%27.pdf`,
  );
});
