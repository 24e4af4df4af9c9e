import { parse } from '../../syntax/parse.ts';
import { type Checked, check } from '../check.ts';

/** A document with one place changed; the place must be there. */
export function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The document has no “${from}”.`);
  return text.replace(from, () => to);
}

export interface CheckedText extends Checked {
  /** Each diagnostic but disclosures as its code and the source text it points at: `N208 manger`. */
  readonly problems: readonly string[];
}

/** Checks a document of one file. */
export function checkText(text: string): CheckedText {
  const parsed = parse({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const checked = check(parsed.tree);
  const all = [...parsed.diagnostics, ...checked.diagnostics]
    .filter(({ severity }) => severity !== 'disclosure')
    .toSorted((left, right) => left.span.start - right.span.start);
  return { ...checked, problems: all.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`) };
}
