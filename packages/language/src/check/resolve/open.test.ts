import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { checkText } from '../../fixtures/problems.ts';

/** The document with one of its points left open. */
function withOpen(number: number): string {
  return LIBRARY.split(/^(?=## \d\.)/m)
    .map((point) => (point.startsWith(`## ${number}.`) ? `${point.split('\n')[0]}\n\nnot shown\n\n` : point))
    .join('');
}

describe('a point that is not shown', () => {
  // Points 2, 5, 6, 7 and 8 ask for what other points state; what these leave open is no mistake of theirs.
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i: makes no mistakes of what the others say about it', (number) => {
    const { diagnostics } = checkText(withOpen(number));
    const own = diagnostics.filter(({ code, severity }) => severity === 'error' && /^N[25678]/.test(code));
    expect(own.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });
});
