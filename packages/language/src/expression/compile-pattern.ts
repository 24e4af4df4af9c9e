import { RE2JS } from 're2js';

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
