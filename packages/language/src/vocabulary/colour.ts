/** A colour as `#rrggbb`, as its three parts. */
type Parts = readonly [red: number, green: number, blue: number];

const WRITTEN = /^#[0-9a-f]{6}$/i;

/** The least contrast of words on their ground (WCAG 2.2, AA). */
export const LEAST_CONTRAST = 4.5;

/** Whether a text is a colour in which words can be read on white, and white words on it: `#1f6ba1`. */
export function isReadableColour(text: string): boolean {
  return WRITTEN.test(text) && contrast(text, '#ffffff') >= LEAST_CONTRAST;
}

/** The contrast of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour of which a share is another one. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [partsOf(colour), partsOf(other)];
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The same colour, as much lighter as its words need on a dark ground. */
export function readableOn(ground: string, colour: string): string {
  for (let share = 0; share < 1; share += 0.04) {
    const lighter = mixed(colour, '#ffffff', share);
    if (contrast(lighter, ground) >= LEAST_CONTRAST) return lighter;
  }
  return '#ffffff';
}

function luminance(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function partsOf(colour: string): Parts {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
