const MAXIMUM_LENGTH = 200;

/** A file's name without folders, control characters and marks that turn the direction of text. */
export function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleaned = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const characters = [...cleaned];
  if (characters.length <= MAXIMUM_LENGTH) return cleaned === '' ? 'file' : cleaned;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(cleaned)?.[0] ?? '';
  return characters.slice(0, MAXIMUM_LENGTH - ending.length).join('') + ending;
}

/** The parameters of `Content-Disposition` (RFC 6266): ASCII for old readers, UTF-8 for the others. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
