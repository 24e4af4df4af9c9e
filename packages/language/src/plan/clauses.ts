import type { Model } from '../model/model.ts';
import { lineAt, lineMap } from '../source/lines.ts';
import type { ClauseText } from './plan.ts';

/** Every clause with its file, its line and its source text. */
export function clauseTexts(model: Model): Readonly<Record<string, ClauseText>> {
  const files = new Map(model.tree.files.map((file) => [file.path, lineMap(file)]));
  const texts: Record<string, ClauseText> = {};
  for (const [clause, span] of model.places) {
    const lines = files.get(span.file);
    if (!lines) continue;
    const first = lineAt(lines, span.start);
    const last = lineAt(lines, Math.max(span.start, span.end - 1));
    const text = lines.file.text.slice(lines.starts[first], lines.ends[last]);
    texts[clause] = { file: span.file, line: first + 1, text };
  }
  return texts;
}
