import type { Span } from '../source/span.ts';
import type { CodeId, DetailsOf } from './catalogue.ts';
import type { Code } from './code.ts';
import type { Diagnostic } from './diagnostic.ts';
import { offeredIn } from './offer.ts';

/** The optional parts of a diagnostic, beside its details and place. */
export type Extras = Partial<Pick<Diagnostic, 'clause' | 'related' | 'fix' | 'offered'>>;

/** One diagnostic of the table of codes: `diagnose('N041', TEXT_CODES.N041, {}, span)`. */
export function diagnose<Id extends CodeId>(
  id: Id,
  code: Code<DetailsOf<Id>>,
  details: DetailsOf<Id>,
  span: Span,
  extras: Extras = {},
): Diagnostic<Id> {
  const { severity } = code;
  return { code: id, severity, details, message: code.message(details), span, ...offeredIn(details), ...extras };
}
