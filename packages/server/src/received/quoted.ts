/** The line that divides an answer from a signature (RFC 3676). */
const SIGNATURE = '-- ';

/**
 * The words of an answer without the mail that it answers: without quoted lines (`> …`) at its end, the line that
 * announces them (`On Monday Nora wrote:`), and a signature. An answer of quoted lines alone stays whole.
 */
export function withoutQuoted(text: string): string {
  const lines = text.split('\n');
  const isEmpty = (line: string) => line.trim() === '';
  const dropEmpty = () => {
    while (lines.length > 0 && isEmpty(lines.at(-1) ?? '')) lines.pop();
  };
  dropEmpty();
  if (lines.at(-1)?.startsWith('>') === true) {
    while (lines.length > 0 && (lines.at(-1)?.startsWith('>') === true || isEmpty(lines.at(-1) ?? ''))) lines.pop();
    // The announcement may be broken into two lines.
    if (lines.at(-1)?.trimEnd().endsWith(':') === true) {
      lines.pop();
      if (/^\S.*\b\d{4}\b/.test(lines.at(-1) ?? '') && isEmpty(lines.at(-2) ?? '')) lines.pop();
    }
  }
  const signature = lines.lastIndexOf(SIGNATURE);
  if (signature > 0) lines.length = signature;
  dropEmpty();
  return lines.length === 0 ? text : lines.join('\n');
}
