/** A character of a label, in pixels, on average; the rest is as in `charts.module.css`. */
const CHARACTER = 6.6;
const PADDING = 8;
/** The smallest distance between labels that are turned. */
const TURNED = 17;

export interface Labelling {
  /** In one line, in two, or turned. */
  readonly form: 'flat' | 'broken' | 'turned';
  /** Every group has its label; only every second or third, if there is no room for more. */
  readonly step: number;
}

/** The labels of a chart with some width (pixels): all of them, as upright as there is room for. */
export function labellingOf(labels: readonly string[], width: number): Labelling {
  // Before it is known.
  if (width === 0 || labels.length === 0) return { form: 'flat', step: 1 };
  const room = width / labels.length - PADDING;
  const fits = (text: string, lines: number) => text.length * CHARACTER <= room * lines;
  if (labels.every((label) => fits(label, 1))) return { form: 'flat', step: 1 };
  // Lines are broken between words, so that the last one is seldom full.
  if (labels.every((label) => fits(label, 1.6) && label.split(/\s/).every((word) => fits(word, 1))))
    return { form: 'broken', step: 1 };
  return { form: 'turned', step: Math.max(1, Math.ceil(TURNED / (room + PADDING))) };
}
