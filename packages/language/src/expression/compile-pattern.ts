import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { PatternFault } from '../diagnostics/codes/reasons/expressions.ts';

/** Patterns are the document's own, so there are few; an editor makes one with each keystroke. */
const patterns = new Map<string, RE2JS>();
const MOST_PATTERNS = 500;

/**
 * Compiles a regular expression of RE2, each text once: compiling takes as long as thousands of matches.
 * @throws Error if the text is no regular expression; its message says why.
 */
export function compilePattern(source: string): RE2JS {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = RE2JS.compile(source);
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(source, pattern);
  }
  return pattern;
}

/** The fault of a text that is no regular expression; null if it is one. */
export function patternFault(source: string): PatternFault | null {
  try {
    compilePattern(source);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { description: error.getDescription(), part: error.getPattern() };
  }
}
