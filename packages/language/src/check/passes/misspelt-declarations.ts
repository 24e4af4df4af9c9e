import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { diagnose } from '../../diagnostics/diagnose.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUnknownName } from '../../diagnostics/meaning.ts';
import type { Span } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { nameOf } from './name-of.ts';
import { Outline } from './unparsed/outline.ts';
import { wordsOf } from './unparsed/words.ts';

/** A name that is used and not known, and the stated one that is probably meant. */
interface Slip {
  readonly used: string;
  readonly stated: string;
}

/**
 * If a declared name is never used, and a similar one is used several times but never declared, the declaration is
 * misspelt. It is reported once, at the declaration, with the uses as related places.
 */
export function atDeclarations(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const reported = new Map<Diagnostic, Diagnostic | null>();
  for (const group of Map.groupBy(found.filter(isUnknownName), (one) => nameOf(tree, one)).values()) {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) continue;
    const slips = group.flatMap((one) => slipOf(tree, one) ?? []);
    const [slip] = slips;
    if (slip === undefined || slips.some(({ stated }) => stated.toLowerCase() !== slip.stated.toLowerCase())) continue;
    const span = placeOfDeclaration(tree, slip.stated);
    if (span === null) continue;
    reported.set(first, misspeltDeclaration(slip, span, group));
    for (const other of others) reported.set(other, null);
  }
  return found.flatMap((diagnostic) => {
    const one = reported.get(diagnostic);
    return one === undefined ? [diagnostic] : (one ?? []);
  });
}

export function misspeltDeclaration({ used, stated }: Slip, span: Span, uses: readonly Diagnostic[]): Diagnostic {
  return diagnose('N091', TABLE_CODES.N091, { stated, used, uses: uses.length }, span, {
    related: uses.map((use) => ({ span: use.span, message: `Here it is “${used}”.` })),
    fix: { title: `Write “${used}”`, edits: [{ span, text: used }] },
  });
}

/** The one word that differs between the written text and the offered one. */
export function slipOf(tree: SpecTree, { span, offered = '', fix }: Diagnostic): Slip | null {
  const edit = fix?.edits[0];
  const place = edit?.span ?? span;
  const written = tree.files.find((file) => file.path === place.file)?.text.slice(place.start, place.end) ?? '';
  const corrected = edit?.text ?? offered;
  const [stated, further] = wordsOf(corrected, false).filter((word) => !wordsOf(written, false).includes(word));
  const used = wordsOf(written, false).find((word) => !wordsOf(corrected, false).includes(word));
  return stated === undefined || further !== undefined || used === undefined ? null : { used, stated };
}

/** The place of a name that begins a row which states names, or a heading, if it is nowhere else. */
export function placeOfDeclaration(tree: SpecTree, name: string): Span | null {
  const uses = tree.files.flatMap((file) =>
    [...file.text.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'))].map(({ index }) => ({ file, start: index })),
  );
  const [place] = uses;
  if (place === undefined || uses.length > 1) return null;
  const outline = new Outline(place.file);
  const line = outline.lineAt(place.start);
  const header = outline.headerOf(line);
  const before = outline.slice({ start: outline.range(line, line).start, end: place.start });
  const isStated =
    outline.level(line) > 2
      ? /^#+[ \t]+`?$/.test(before)
      : header >= 0 && outline.statesNames(header) && /^[ \t]*\|[ \t`]*$/.test(before);
  return isStated ? { file: place.file.path, start: place.start, end: place.start + name.length } : null;
}
