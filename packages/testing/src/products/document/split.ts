import type { SourceFile } from '@nonet/language';
import type { Dice } from './dice.ts';

/** Splits a document into several files with the same meaning. The first file is the document. */
export function splitInFiles(text: string, dice: Dice): SourceFile[] {
  const lines = text.split('\n');
  const points = lines.flatMap((line, at) => (line.startsWith('## ') ? [at] : []));
  const whole: string[] = lines.slice(0, points[0]);
  const files: SourceFile[] = [];
  for (const [place, from] of points.entries()) {
    const point = lines.slice(from, points[place + 1]);
    const items = point.flatMap((line, at) => (line.startsWith('### ') ? [at] : []));
    const first = dice.maybe(items);
    if (first === undefined || dice.once(3)) {
      whole.push(...point);
      continue;
    }
    const path = `parts/point-${place + 1}.md`;
    whole.push(...point.slice(0, first), `[include](${path})`, '');
    files.push(...nested(path, point.slice(first), dice));
  }
  return [{ path: 'spec.md', text: whole.join('\n') }, ...files];
}

/** The items of a point in a file, now and then the last of them in one that this one includes. */
function nested(path: string, lines: readonly string[], dice: Dice): SourceFile[] {
  const last = lines.findLastIndex((line) => line.startsWith('### '));
  if (last <= 0 || !dice.once(3)) return [{ path, text: lines.join('\n') }];
  const name = `${path.slice('parts/'.length, -'.md'.length)}-more.md`;
  return [
    { path, text: [...lines.slice(0, last), `[include](${name})`, ''].join('\n') },
    { path: `parts/${name}`, text: lines.slice(last).join('\n') },
  ];
}
