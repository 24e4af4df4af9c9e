import path from 'node:path';
import { applyFixes, checkDocument, type Fixed, Places, type SourceFile } from '@nonet/language';
import { check } from '../../check-document.ts';
import type { DocumentSource } from '../../document.ts';
import { replaceUnchanged } from '../../replace-file.ts';

/**
 * Applies all certain fixes, writes each changed file, and reports the fixes on standard error: standard output is for
 * the remaining diagnostics.
 */
export async function fixDocument(document: DocumentSource): Promise<void> {
  const before = check(document).tree.files;
  process.stderr.write(report(await fixFiles(document), before, document));
}

/** Applies all certain fixes, and writes each changed file. */
export async function fixFiles(document: DocumentSource): Promise<Fixed> {
  const before = check(document).tree.files;
  const result = applyFixes(
    before,
    (files) => checkDocument(files[0] ?? document.main, reading(files, document)).diagnostics,
  );
  for (const [index, file] of result.files.entries()) {
    const old = before[index];
    if (old === undefined || old.text === file.text) continue;
    const target = index === 0 ? document.file : path.join(path.dirname(document.file), file.path);
    await replaceUnchanged(target, old.text, file.text);
  }
  return result;
}

/** The files as they would be; any other one (a fix may make an include readable) as it is. */
function reading(files: readonly SourceFile[], document: DocumentSource): DocumentSource['readInclude'] {
  return (included) => {
    const file = files.slice(1).find((other) => other.path === included);
    return file ? { kind: 'file', text: file.text } : document.readInclude(included);
  };
}

function report({ fixed, remaining }: Fixed, files: readonly SourceFile[], document: DocumentSource): string {
  const places = new Places(files);
  const lines = fixed.map(({ code, fix, span }) => {
    const { line } = places.range(span).start;
    return `${document.pathOf(span.file)}:${line}: ${fix?.title ?? ''} (${code})\n`;
  });
  const left = remaining.filter(({ fix }) => fix !== undefined && fix.isOffer !== true).length;
  const why = left === 0 ? '' : ` ${left} left for you to write: other errors would follow.`;
  return [...lines, fixed.length === 0 ? 'Nothing was fixed.' : `${fixed.length} fixed.`, why, '\n\n'].join('');
}
