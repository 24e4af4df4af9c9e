import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';

const TEXT = `# Things

## 1. Purpose

Whatever.

## 2. Entities

### One

| field | type | rules |
| --- | --- | --- |
| a | text | optional, unique |
| b | integer | \`= 1 \\| 2, x\` |

### Two

| field | type |
| --- | --- |
| c | text |

\`\`\`json
{}
\`\`\`
`;

test.each([
  {
    needs: ['### One', '| a |'],
    budget: 100,
    left: ['| field |\n| --- |\n| a |'],
    not: ['Two', 'b |'],
  },
  { needs: ['unique'], budget: 100, left: ['| unique |'], not: ['optional', 'integer', 'json'] },
  { needs: ['### Two', '```'], budget: 100, left: ['### Two', '```json'], not: ['One', '| c |'] },
  { needs: ['### One'], budget: 0, left: ['### Two', '| c | text |'], not: ['none'] },
])(
  'what is needed stays, and nothing else as far as $budget tries reach: $needs',
  async ({ needs, budget, left, not }) => {
    let tries = 0;
    const shows = async (text: string): Promise<boolean> => {
      tries += 1;
      return needs.every((one) => text.includes(one));
    };
    const limits = { budget, until: Number.POSITIVE_INFINITY };
    const { text: smallest } = await shrink(TEXT, { isValid: () => true, shows }, limits);
    expect(tries).toBeLessThanOrEqual(budget);
    for (const one of left) expect(smallest.replaceAll(/ +/g, ' ')).toContain(one);
    for (const one of not) expect(smallest).not.toContain(one);
  },
);

test('documents with errors are not tried', async () => {
  const isValid = (text: string): boolean => text.includes('### Two');
  const limits = { budget: 200, until: Number.POSITIVE_INFINITY };
  expect((await shrink(TEXT, { isValid, shows: async () => true }, limits)).text).toContain('### Two');
});

test('a try that ends when the time is over changes nothing, and is the last one', async () => {
  const until = Date.now() + 20;
  const shows = async (): Promise<boolean> => {
    while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    return true;
  };
  const limits = { budget: 200, until };
  expect(await shrink(TEXT, { isValid: () => true, shows }, limits)).toEqual({
    text: TEXT,
    tries: 1,
    isEndedByLimit: true,
  });
});
