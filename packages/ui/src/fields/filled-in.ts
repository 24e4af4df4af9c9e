import type { FieldView } from '@nonet/client';

/** Whether the product may have to fill in a default that the form can't know: what it reads need not be readable. */
export function isFilledIn({ defaultIsComputed, default: expression, defaultReads }: FieldView): boolean {
  return defaultIsComputed && (expression === null || defaultReads !== undefined);
}
