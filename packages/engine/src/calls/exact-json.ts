import Big from 'big.js';

interface RawJson {
  readonly rawJSON: string;
}

declare global {
  /** Functions that TypeScript's own types do not have yet. */
  interface JSON {
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
  }
}

/** Deeper than any answer that a document could name a part of, and no deeper than every reader of JSON goes. */
const DEEPEST = 100;

/**
 * Parses the JSON of another system and keeps every number as it is written: a number that JavaScript would round stays
 * raw (`JSON.rawJSON`), so that it can be written again unchanged.
 * @throws {SyntaxError} if the text is no JSON, or nested too deeply
 */
export function parseExactly(text: string): unknown {
  if (depthOf(text) > DEEPEST) throw new SyntaxError('The JSON is nested too deeply.');
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return isWhole(value, context.source) ? value : JSON.rawJSON(context.source);
  });
}

/** The digits of a number that stayed raw; everything else as it is. */
export function writtenOut(value: unknown): unknown {
  return JSON.isRawJSON(value) ? value.rawJSON : value;
}

function isWhole(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  return source.length < 16 || new Big(source).eq(value);
}

/** The depth of nested brackets outside of strings. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth);
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return deepest;
}
