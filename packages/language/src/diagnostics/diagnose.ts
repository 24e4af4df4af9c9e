import type { Span } from '../source/span.ts';
import type { Code } from './code.ts';
import type { Diagnostic } from './diagnostic.ts';
import { offeredIn } from './offer.ts';

/** What a diagnostic may have beside its message and place. */
export type Details = Partial<Pick<Diagnostic, 'clause' | 'related' | 'fix' | 'offered'>>;

/** One diagnostic of the table of codes: `diagnose('N041', TEXT_CODES.N041, {}, span)`. */
export function diagnose<Holes>(
  id: string,
  code: Code<Holes>,
  holes: Holes,
  span: Span,
  details: Details = {},
): Diagnostic {
  return { code: id, severity: code.severity, message: code.message(holes), span, ...offeredIn(holes), ...details };
}
