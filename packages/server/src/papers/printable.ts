/** Signs that change the direction of what follows, and of which a text may hold more than it ends. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Signs without a form: of control, half characters, and those that no text holds. */
// oxlint-disable-next-line no-control-regex -- These are the signs that are meant.
const WITHOUT_FORM = /[\0-\x08\x0B-\x1F\x7F-\x9F\uFEFF\uFFF0-\uFFFB\uFFFE\uFFFF]/g;
/** The end of a line may stand here although nothing is seen of it. */
const BREAK = '\u200B';
/** Letters in a row in which no line ends of itself; blanks that hold words together are among them. */
const WORD = /(?:[^\s\u200B\u00AD-]|[\u00A0\u2007\u202F])+/gu;
/** More marks over one letter, signs that are not seen or blanks that hold together than any writing has: what follows the first of them. */
const PILED = /(?<=\p{M}{8})\p{M}+|(?<=\p{Cf}{8})\p{Cf}+|(?<=[\u00A0\u2007\u202F]{8})[\u00A0\u2007\u202F]+/gu;

/**
 * A text as it can be set: signs of control are shown as `�`, those of directions and heaps of marks over one letter are
 * left out, and a line may break in a word of more than `longest` letters, which no page is wide enough for.
 */
export function printable(text: string, longest: number): string {
  return text
    .toWellFormed()
    .replaceAll('\t', ' ')
    .replaceAll(DIRECTIONS, '')
    .replaceAll(WITHOUT_FORM, '\uFFFD')
    .replaceAll(PILED, '')
    .replaceAll(WORD, (word) => (word.length <= longest ? word : broken(word, longest)));
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A value as it can be set among other words: it keeps its own direction, and leaves theirs to them. */
export function printableValue(text: string, longest: number, isAmongRightToLeft: boolean): string {
  const shown = printable(text, longest);
  return isAmongRightToLeft || RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo'].includes(script);
}

function broken(word: string, longest: number): string {
  const letters = Array.from(word);
  const parts: string[] = [];
  for (let from = 0; from < letters.length; from += longest) parts.push(letters.slice(from, from + longest).join(''));
  return parts.join(BREAK);
}
