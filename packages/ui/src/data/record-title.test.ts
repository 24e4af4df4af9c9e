import { expect, test } from 'vitest';
import { titleOrId } from './record-title.ts';

test.each([
  ['EX-1', '01a21beb-b7d0-76b3-acfd-60653008dc22', 'EX-1'],
  ['', '01a21beb-b7d0-76b3-acfd-60653008dc22', '#08dc22'],
  ['  ', 12, '#12'],
])('a record called “%s” is shown by a text that is never empty', (title, id, shown) => {
  expect(titleOrId(title, id)).toBe(shown);
});
