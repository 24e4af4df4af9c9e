import { checkDocument, type Plan } from '@nonet/language';

/** A document that `nonet check` stops. */
export class InvalidDocument extends Error {}

/**
 * The plan of a document in one file.
 * @throws {InvalidDocument} With its errors, a line each.
 */
export function planOfText(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('The document includes nothing.');
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (plan === null) throw new InvalidDocument(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}
