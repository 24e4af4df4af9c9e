import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';

/** The offered name, and the fix that writes it in place of an unknown one, where one is offered. */
export function replacement(span: Span, offered: string | null): { readonly fix?: Fix; readonly offered?: string } {
  if (offered === null) return {};
  return { offered, fix: { title: `Write “${offered}”`, edits: [{ span, text: offered }] } };
}

/** A correction that may be wrong: a person has to decide, so `check --fix` does not apply it. */
export function suggestion(span: Span, offered: string): { readonly fix: Fix; readonly offered: string } {
  return { offered, fix: { title: `Write “${offered}”`, isOffer: true, edits: [{ span, text: offered }] } };
}
