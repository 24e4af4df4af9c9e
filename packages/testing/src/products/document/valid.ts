import { checkDocument, type Diagnostic, type Plan, type Span } from '@nonet/language';
import { documentOf } from './document.ts';
import { withoutGuard, withoutItem, withoutPaper, withoutPart, withoutRow, withoutSection } from './take-out.ts';

/** A document, and what the checker says of it. */
export interface Judged {
  readonly text: string;
  /** Null if it has errors. */
  readonly plan: Plan | null;
  readonly errors: readonly string[];
}

/**
 * Errors that only the checker can find, because it reasons about the whole document: a condition never holds, a row is
 * never reached, nobody could see a part. They are repaired by removing as little as the fix would; any other error is
 * a fault of the generator.
 */
const REASONED: Readonly<Record<string, (text: string, span: Span) => string>> = {
  /**
   * A link leads to a screen that was removed; nobody can ever read a part of a screen, take an action, or fill in a
   * field of a form.
   */
  N213: withoutItem,
  N219: withoutItem,
  N220: withoutItem,
  N222: withoutItem,
  /** An event that was removed as an action of a screen. */
  N212: withoutItem,
  /** No record can be created by a form. */
  N251: withoutSection,
  /** The condition that found the record of a screen was removed. */
  N214: withoutSection,
  /** A row of an event is never reached, or its guard never holds; a timer never fires. */
  N421: withoutRow,
  N451: (text, span) => (lineFrom(text, span.start).startsWith('| any') ? withoutRow : withoutGuard)(text, span),
  N455: withoutRow,
  /** A state that no row leaves any more. */
  N406: asFinal,
  /** A condition, or a rule, of all events but one that was removed. */
  N420: withoutRow,
  N465: withoutRow,
  /** A way back from a state to which no row leads any more. */
  N466: withoutRow,
  N503: withoutRow,
  /** An effect after which no record can be saved: one without the entries that its list needs, or that an `among` excludes. */
  N418: withoutRow,
  N463: withoutRow,
  /** An example that the document refutes. */
  N456: withoutRow,
  /** Rules that no record keeps, alone or with another. */
  N551: withoutRow,
  N553: withoutRow,
  /** A call for an event that was removed. */
  N703: withoutPart,
  /** Something that no caller could ever read or do; a shape that is not used any more. */
  N723: withoutPart,
  N724: withoutPart,
  N725: withoutRow,
  N726: withoutPart,
  N728: withoutPart,
  N731: withoutPart,
  /** A mail or a notice with what its recipients may never read, or with a link to a record without a screen. */
  N755: withoutPart,
  N756: withoutPart,
  /** A paper with what nobody who makes it may ever read, or that nobody may make. */
  N784: withoutPart,
  N786: withoutPart,
  /** Mail that nobody may send, whose record needs more than it has, or that another item takes. */
  N793: withoutPart,
  N794: withoutPart,
  N795: withoutPart,
  N797: withoutPart,
  /** A table that nobody may bring, or whose records need more than it has, or whose event is gone. */
  N813: withoutPart,
  N814: withoutPart,
  N815: withoutPart,
  N816: withoutPart,
  N817: withoutPart,
  /** A paper that was removed, and one that is kept where others may read its file than it. */
  N787: withoutPaper,
  N791: withoutPaper,
  /** An error that nothing raises any more. */
  N803: withoutRow,
  N805: withoutRow,
  N802: withoutRow,
};
const MOST_ROUNDS = 30;

/** Checks a document as `nonet check` does. */
export function judge(text: string): Judged & { readonly diagnostics: readonly Diagnostic[] } {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown = errors.map(({ code, message, span }) => {
    const line = text.slice(0, span.start).split('\n').length;
    return `line ${line}: ${code} ${message}`;
  });
  return { text, plan: errors.length > 0 ? null : plan, errors: shown, diagnostics };
}

/** The document of a seed, without what the checker finds out to mean nothing. */
export function validDocument(seed: number): Judged {
  return repaired(documentOf(seed));
}

/** A document without what the checker finds out to mean nothing. */
export function repaired(document: string): Judged {
  let judged = judge(document);
  for (let round = 0; round < MOST_ROUNDS && judged.errors.length > 0; round++) {
    const found = judged.diagnostics.filter(
      ({ severity, code }) => severity === 'error' && REASONED[code] !== undefined,
    );
    if (found.length === 0) break;
    // From the end, so that earlier positions stay valid.
    let { text } = judged;
    let before = Number.POSITIVE_INFINITY;
    for (const { code, span } of found.toSorted((a, b) => b.span.start - a.span.start)) {
      const lineEnd = text.indexOf('\n', span.start);
      if (lineEnd >= before) continue;
      const left = REASONED[code]?.(text, span) ?? text;
      // A part that is taken out begins before the place that was found in it.
      before = Math.min(lineBegin(text, span.start), firstDifference(text, left));
      text = left;
    }
    if (text === judged.text) break;
    judged = judge(text);
  }
  return judged;
}

function firstDifference(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

function lineFrom(text: string, offset: number): string {
  return text.slice(lineBegin(text, offset));
}

function lineBegin(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The row of a state, marked as one that nothing leaves. */
function asFinal(text: string, { start }: Span): string {
  const begin = lineBegin(text, start);
  return text.slice(0, begin) + lineFrom(text, start).replace(/^(\|[^|]*\|)\s*\|/, '$1 final |');
}
