import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { unknownNameIn } from '../../diagnostics/meaning.ts';
import type { SpecTree } from '../../syntax/tree.ts';

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The name that is not known, in small letters: a parameter of a route is its entity's. */
export function nameOf(tree: SpecTree, diagnostic: Diagnostic): string {
  const { span, fix, offered = '' } = diagnostic;
  const edit = fix?.edits.length === 1 ? fix.edits[0] : undefined;
  const place = edit?.span ?? span;
  const text = tree.files.find((file) => file.path === place.file)?.text.slice(place.start, place.end) ?? '';
  const known = wordsIn(offered === '' ? (edit?.text ?? '') : offered);
  const words = wordsIn(text);
  const named = unknownNameIn(diagnostic) ?? words.findLast((word) => !known.includes(word)) ?? words.at(-1) ?? text;
  return named.toLowerCase();
}
