import { expect, test } from 'vitest';
import { checkText, documentOf } from '../../fixtures/harness.ts';

test.each([
  { rules: '', isEmpty: false },
  { rules: 'optional', isEmpty: true },
  { rules: 'required for new, default today()', isEmpty: true },
  { rules: '`when disputed`', isEmpty: true },
])('3: records are kept after a date with the rules “$rules”, for ever where it may be empty', ({ rules, isEmpty }) => {
  const { plan, diagnostics } = checkText(
    documentOf({
      entities: `### Visit

| field | type | rules |
| --- | --- | --- |
| disputed | boolean | |
| day | date | ${rules} |

| setting | is |
| --- | --- |
| kept for | 2 years after day |
`,
    }),
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const until = plan?.entities.find(({ name }) => name === 'Visit')?.fields.find(({ name }) => name === 'kept_until');
  expect(until?.computed?.kind).toBe(isEmpty ? 'conditional' : 'binary');
});
