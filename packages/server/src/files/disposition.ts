/**
 * Types that browsers show without running anything of them, with the ends of their names; everything else is only saved.
 */
export const PDF = 'application/pdf';
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  [PDF]: ['pdf'],
};

/**
 * `Content-Disposition` of a file: a file that browsers show gets a name that fits its type, so that it can't be saved
 * as a program.
 */
export function disposition(name: string, type: string): string {
  const ends = SHOWN[type];
  if (ends === undefined) return `attachment; ${dispositionName(name)}`;
  const isNamed = ends.some((end) => name.toLowerCase().endsWith(`.${end}`));
  return `inline; ${dispositionName(isNamed ? name : `${name}.${ends[0]}`)}`;
}

/** The parameters of `Content-Disposition` (RFC 6266): ASCII for old readers, UTF-8 for the others. */
export function dispositionName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
