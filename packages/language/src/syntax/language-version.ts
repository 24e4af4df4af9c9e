import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../source/span.ts';
import { LANGUAGE_VERSION } from '../vocabulary/language-version.ts';
import type { Block, SpecTree } from './tree.ts';

/** A line of the prose below the title. */
const STATED = /^[ \t]*Nonet:[ \t]*(?<version>\S.*?)?[ \t]*$/gim;

interface StatedVersion {
  readonly text: string;
  readonly span: Span;
}

/** Where a document states the version of the language that it is written in: `Nonet: 1` below its title. */
function statedVersions(preamble: readonly Block[]): StatedVersion[] {
  return preamble.flatMap((block) => {
    if (block.kind !== 'prose') return [];
    return [...block.text.matchAll(STATED)].map((match): StatedVersion => {
      const text = match.groups?.['version'] ?? '';
      const at = match.index + (text === '' ? 0 : match[0].lastIndexOf(text));
      const offset = (index: number) => block.offsets?.[index] ?? block.span.start + index;
      const end = text === '' ? match.index + match[0].trimEnd().length : at + text.length;
      return { text, span: { file: block.span.file, start: offset(at), end: offset(end) } };
    });
  });
}

/** Reports a version of the language that this program does not know (N198), and a second one (N199). */
export function versionProblems(preamble: readonly Block[]): Diagnostic[] {
  const [first, ...others] = statedVersions(preamble);
  if (first === undefined) return [];
  const number = /^[1-9]\d{0,8}$/.test(first.text) ? Number(first.text) : null;
  const known = LANGUAGE_VERSION;
  const fix = {
    title: `Write ${known}`,
    edits: [{ span: first.span, text: first.text === '' ? `Nonet: ${known}` : String(known) }],
  };
  const details = { stated: first.text, isLater: number !== null, known };
  const unknown = diagnose('N198', DOCUMENT_CODES.N198, details, first.span, number === null ? { fix } : {});
  const isKnown = number !== null && number <= known;
  return [...(isKnown ? [] : [unknown]), ...others.map(({ span }) => diagnose('N199', DOCUMENT_CODES.N199, {}, span))];
}

/** The version of the language that a document states; null if it states none, or none that can be read. */
export function statedVersion({ preamble }: SpecTree): number | null {
  const [first] = statedVersions(preamble);
  return first !== undefined && /^[1-9]\d{0,8}$/.test(first.text) ? Number(first.text) : null;
}

/**
 * A document that states the version of the language that this program knows. Each version of the language brings the
 * edits of the documents of the one before it; the first one has none.
 *
 * @returns Null if the document has no title, below which the version would stand.
 */
export function upgraded(text: string, tree: SpecTree): string | null {
  const [stated] = statedVersions(tree.preamble);
  if (stated !== undefined) return text.slice(0, stated.span.start) + LANGUAGE_VERSION + text.slice(stated.span.end);
  if (tree.title === null) return null;
  const line = text.indexOf('\n', tree.title.span.start);
  const end = line < 0 ? text.length : line;
  return `${text.slice(0, end).trimEnd()}\n\nNonet: ${LANGUAGE_VERSION}\n${text.slice(end + 1).startsWith('\n') ? '' : '\n'}${text.slice(end + 1)}`;
}
