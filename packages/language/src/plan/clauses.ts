import type { Model } from '../model/model.ts';
import type { ClauseText } from './plan.ts';

/** Every clause with its file, its line and what the document says there. */
export function clauseTexts(model: Model): Readonly<Record<string, ClauseText>> {
  const files = new Map(
    model.tree.files.map((file) => [file.path, { text: file.text, starts: lineStarts(file.text) }]),
  );
  const texts: Record<string, ClauseText> = {};
  for (const [clause, span] of model.places) {
    const file = files.get(span.file);
    if (!file) continue;
    const first = lineAt(file.starts, span.start);
    const last = lineAt(file.starts, Math.max(span.start, span.end - 1));
    const end = file.starts[last + 1] ?? file.text.length;
    texts[clause] = { file: span.file, line: first + 1, text: file.text.slice(file.starts[first] ?? 0, end).trimEnd() };
  }
  return texts;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

/** The index of the line that holds an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
