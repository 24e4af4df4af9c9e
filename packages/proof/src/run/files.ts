const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const JPG =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const base64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const plain = (text: string) => new TextEncoder().encode(text);

const CONTENTS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  png: base64(PNG),
  jpg: base64(JPG),
  jpeg: base64(JPG),
  gif: base64(GIF),
  pdf: plain(PDF),
  txt: plain('text\n'),
  csv: plain('a,b\n1,2\n'),
  md: plain('# text\n'),
  json: plain('{"a":1}\n'),
};

/** A small file of a type of point 3 (`pdf`), or one of exactly `size` bytes. Its end is filled with spaces. */
export function contentOf(type: string, size: number | null): { bytes: Uint8Array<ArrayBuffer>; name: string } {
  const content = CONTENTS[type] ?? plain('text\n');
  if (size === null || size <= content.length) return { bytes: content, name: `proof.${type}` };
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(content);
  return { bytes, name: `proof.${type}` };
}
