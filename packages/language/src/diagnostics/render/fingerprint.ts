/** 64 bits of FNV-1a over UTF-16: names a thing, and guards nothing. */
export function fingerprint(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}
