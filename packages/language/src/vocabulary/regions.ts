/** Codes that no country or territory has: groups of them, and those for tests and for what is not known. */
const NO_REGIONS: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Whether it is the code of a country or territory of ISO 3166 (`CH`), as it is valid today. */
export function isRegion(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || NO_REGIONS.has(text)) return false;
  // A code that was given up is read as the one that has taken its place (`DD` as `DE`).
  if (new Intl.Locale(`und-${text}`).region !== text) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text) !== undefined;
}

/** The codes of all countries and territories, in the order of the alphabet. */
export function regions(): readonly string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isRegion);
}
