import { expect, test } from 'vitest';
import { LIBRARY } from './library.ts';
import { checkText } from './problems.ts';

test('the document that tests change has no mistakes and no gaps', () => {
  expect(checkText(LIBRARY).problems).toEqual([]);
});
