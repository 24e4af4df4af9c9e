import type { FieldType } from '@nonet/language';

/** The media types by the words of point 3: `file(pdf, png)`. */
const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif'],
  tiff: ['image/tiff'],
  txt: ['text/plain'],
  csv: ['text/plain', 'text/csv'],
  md: ['text/plain'],
  json: ['text/plain', 'application/json'],
  xml: ['application/xml', 'text/xml', 'text/plain'],
  zip: ['application/zip'],
  gz: ['application/gzip'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  odt: ['application/vnd.oasis.opendocument.text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet'],
  mp3: ['audio/mpeg'],
  mp4: ['video/mp4', 'video/x-m4v'],
  wav: ['audio/wav', 'audio/vnd.wave'],
};

/**
 * The media types of an `image` field: every browser shows them. SVG is not among them, because it can carry scripts.
 */
const IMAGES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** The media types that a field takes; null if it takes any. */
export function mediaTypesOf(type: FieldType): readonly string[] | null {
  if (type.kind === 'image') return IMAGES;
  if (type.kind !== 'file') return [];
  if (type.types.length === 0) return null;
  return type.types.flatMap((word) => MEDIA_TYPES[word.toLowerCase()] ?? []);
}

/** Whether a field takes a file whose content has this media type. */
export function acceptsFile(type: FieldType, mediaType: string): boolean {
  return mediaTypesOf(type)?.includes(mediaType) ?? true;
}

export const PDF = 'application/pdf';

const LONGEST_NAME = 200;

/** The last part of a path, without characters that have a meaning in headers or shells. */
export function fileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = Array.from(last)
    .filter((character) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}"<>|:*?]/u.test(character))
    .join('')
    .trim();
  return Array.from(clean).slice(0, LONGEST_NAME).join('').replace(/^\.+/, '') || 'file';
}
