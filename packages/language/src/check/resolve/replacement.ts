import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';

/** The offered name, and the fix that writes it in place of an unknown one, where one is offered. */
export function replacement(span: Span, offered: string | null): { readonly fix?: Fix; readonly offered?: string } {
  if (offered === null) return {};
  return { offered, fix: { title: `Write “${offered}”`, edits: [{ span, text: offered }] } };
}
