import { describe, expect, test } from 'vitest';
import { offerOf } from './verdicts.ts';

describe('whether an action is offered', () => {
  test.each([
    ['it may be done', { may: true }, 'offered'],
    ['the document leaves it open: asking is answered, and counted', refusal('NOT_SPECIFIED'), 'offered'],
    ['its guard does not hold: the reason stands where it would be', refusal('ABOVE_LIMIT'), 'explained'],
    ['it is not theirs', refusal('FORBIDDEN'), 'absent'],
    ['it is not possible from this state', refusal('INVALID_TRANSITION'), 'absent'],
    ['the product says nothing of it', undefined, 'absent'],
  ] as const)('%s', (_, verdict, offer) => {
    expect(offerOf(verdict)).toBe(offer);
  });
});

function refusal(code: string) {
  return { may: false, code, message: '', clause: null } as const;
}
