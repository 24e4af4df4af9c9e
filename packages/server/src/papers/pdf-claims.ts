/** A PDF whose parts are not where the typesetter puts them. */
export class UnknownPdf extends Error {
  override readonly name = 'UnknownPdf';
}

/** PDF/UA-1 (ISO 14289-1, 5): the document says in its metadata that it keeps to the standard. */
const CLAIM =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

/**
 * A PDF of the typesetter with what PDF/UA asks for and the typesetter says only in a mode that its interface does not
 * have: the claim itself in the metadata (5), and that a reader shows the document's title (7.1). It is appended as an
 * incremental update (ISO 32000-1, 7.5.6), so that every byte of the typesetter stays.
 * @throws {UnknownPdf}
 */
export function withClaims(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const trailer = part(
    text.slice(text.lastIndexOf('\ntrailer')),
    /^\ntrailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/,
  );
  const [, entries = '', table = ''] = trailer;
  const root = numberOf(entries, 'Root');
  const catalog = objectAt(text, root);
  const metadata = numberOf(catalog, 'Metadata');
  const kept = withTitleShown(catalog);
  const packet = part(objectAt(text, metadata), /\bstream\r?\n([\s\S]*?)\r?\nendstream/)[1] ?? '';
  const claimed = packet.replace('</rdf:RDF>', `${CLAIM}</rdf:RDF>`);
  if (claimed === packet) throw new UnknownPdf('Its metadata has no end.');
  const stream = `<<\n  /Length ${claimed.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${claimed}\nendstream`;
  const start = text.endsWith('\n') ? '' : '\n';
  let at = text.length + start.length;
  let added = start;
  const sections: string[] = [];
  for (const [number, body] of [
    [metadata, stream],
    [root, kept],
  ] as const) {
    sections.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n\r\n`);
    const object = `${number} 0 obj\n${body.trim()}\nendobj\n`;
    added += object;
    at += object.length;
  }
  added += `xref\n${sections.join('')}trailer\n<<${entries.trimEnd()}\n  /Prev ${table}\n>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(added, 'latin1')]);
}

/** The catalog with a preference that readers show the title, and not the name of the file. */
function withTitleShown(catalog: string): string {
  const shown = catalog.replace(/\/ViewerPreferences\s*<</, '$&\n    /DisplayDocTitle true');
  if (shown === catalog) throw new UnknownPdf('Its catalog has no preferences.');
  return shown;
}

/** The content of an object, which is neither compressed nor encrypted. */
function objectAt(text: string, number: number): string {
  return part(text, new RegExp(`(?:^|\\n)${number} 0 obj\\n([\\s\\S]*?)\\nendobj\\n`))[1] ?? '';
}

function numberOf(dictionary: string, key: string): number {
  return Number(part(dictionary, new RegExp(`/${key} (\\d+) 0 R`))[1]);
}

function part(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new UnknownPdf(`Nothing in it is ${pattern.source}.`);
  return found;
}
