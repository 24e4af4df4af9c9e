import type { SourceFile } from '../../source/span.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Severity } from '../severity.ts';
import { Places } from './places.ts';

const COMMANDS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  gap: 'notice',
  disclosure: 'notice',
  hint: 'notice',
};

/**
 * Diagnostics as workflow commands of GitHub Actions, one a line; GitHub shows them beside the lines of a change.
 * `showPath` turns a file's path into one relative to the repository.
 */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  showPath: (file: string) => string = (file) => file,
): string {
  const places = new Places(files);
  return places
    .sort(diagnostics)
    .map(({ code, severity, message, span, fix }) => {
      const { start, end } = places.range(span);
      const columns = start.line === end.line ? [`col=${start.column}`, `endColumn=${end.column}`] : [];
      const properties = [
        `file=${property(showPath(span.file))}`,
        `line=${start.line}`,
        `endLine=${end.line}`,
        ...columns,
        `title=${property(code)}`,
      ];
      const text = fix === undefined ? message : `${message}\n${fix.title}`;
      return `::${COMMANDS[severity]} ${properties.join(',')}::${data(text)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
