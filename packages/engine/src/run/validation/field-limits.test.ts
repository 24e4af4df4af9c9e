import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsDocument } from '../../fixtures/parts.ts';
import { planOfDocument } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { brokenLimit } from './field-limits.ts';

const index = indexPlan(planOfDocument(partsDocument({ fields: 'code | text | 2..4' })));
const field = index.field('Part', 'code');

test('a limit counts characters, and not the units of their encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (text) => {
      const count = Array.from(text).length;
      const expected = count < 2 ? 'TOO_SHORT' : count > 4 ? 'TOO_LONG' : undefined;
      expect(brokenLimit(field, text, index.plan.settings)?.code).toBe(expected);
    }),
    { examples: [['😀😀'], ['\ud83d😀'], ['ab\ud83d'], ['é́']] },
  );
});
