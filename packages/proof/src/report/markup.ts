const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for XML and HTML, without characters that XML can't hold. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
