import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';

/** The fix that writes the offered name in place of an unknown one, where one is offered. */
export function replacement(span: Span, offered: string | null): { readonly fix?: Fix } {
  if (offered === null) return {};
  return { fix: { title: `Write “${offered}”`, edits: [{ span, text: offered }] } };
}
