const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const JPG =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const base64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const plain = (text: string) => new TextEncoder().encode(text);

/** An archive without entries. */
const ZIP = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type that the product must detect, regardless of the file's name. */
  readonly media: string;
}

const CONTENTS: Readonly<Record<string, Content>> = {
  png: { bytes: base64(PNG), media: 'image/png' },
  jpg: { bytes: base64(JPG), media: 'image/jpeg' },
  jpeg: { bytes: base64(JPG), media: 'image/jpeg' },
  gif: { bytes: base64(GIF), media: 'image/gif' },
  webp: { bytes: base64(WEBP), media: 'image/webp' },
  pdf: { bytes: plain(PDF), media: 'application/pdf' },
  zip: { bytes: base64(ZIP), media: 'application/zip' },
  xml: { bytes: plain('<?xml version="1.0"?>\n<a/>\n'), media: 'application/xml' },
  txt: { bytes: plain('text\n'), media: 'text/plain' },
  csv: { bytes: plain('a,b\n1,2\n'), media: 'text/plain' },
  md: { bytes: plain('# text\n'), media: 'text/plain' },
  json: { bytes: plain('{"a":1}\n'), media: 'text/plain' },
  // No document allows this type: a browser would execute the file if it were served with its own media type.
  html: { bytes: plain('<!doctype html>\n<script>parent.document.title = "run"</script>\n'), media: 'text/plain' },
};

/** The types of point 3 of which there is a file to upload. */
export function hasContent(type: string): boolean {
  return type in CONTENTS;
}

/** Whether the content's media type fits a file type of point 3: `md` is any text. */
export function isOfType(type: string, media: string): boolean {
  return CONTENTS[type]?.media === media;
}

/** Types of files that a field of these types does not take, what a browser would run among them. */
export function otherTypes(types: readonly string[]): string[] {
  if (types.length === 0) return [];
  return ['html', 'gif', 'zip'].filter((other) => !types.some((type) => isOfType(type, contentOf(other, null).media)));
}

/** A small file of a type of point 3 (`pdf`), or one of exactly `size` bytes. Its end is filled with spaces. */
export function contentOf(type: string, size: number | null): Content & { readonly name: string } {
  const content = CONTENTS[type];
  if (content === undefined) throw new Error(`There is no file of type ${type} to upload.`);
  const name = `proof.${type}`;
  if (size === null || size <= content.bytes.length) return { ...content, name };
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(content.bytes);
  return { ...content, bytes, name };
}
