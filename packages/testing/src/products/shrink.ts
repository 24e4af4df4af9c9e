/** Whether a smaller document still shows the fault. */
export type Shows = (text: string) => Promise<boolean>;

/**
 * A smaller document that still shows a fault: sections, then rows and blocks, are taken out one after the other, and what
 * was needed for the fault (or for the document to be one without errors) stays. `budget`: how many documents are tried.
 */
export async function shrink(text: string, shows: Shows, budget: number): Promise<string> {
  let smallest = text;
  let left = budget;
  for (let again = true; again && left > 0; ) {
    again = false;
    for (const pieces of [sections, rows]) {
      for (let at = pieces(smallest).length - 1; at >= 0 && left > 0; at--) {
        const piece = pieces(smallest)[at];
        if (piece === undefined) continue;
        const lines = smallest.split('\n');
        lines.splice(piece.from, piece.to - piece.from, ...piece.instead);
        const candidate = lines.join('\n');
        left -= 1;
        if (!(await shows(candidate))) continue;
        smallest = candidate;
        again = true;
      }
    }
  }
  return smallest;
}

interface Piece {
  readonly from: number;
  /** The line behind the last one. */
  readonly to: number;
  readonly instead: readonly string[];
}

/** The bodies of points, and the items and parts in them. */
function sections(text: string): Piece[] {
  const lines = text.split('\n');
  const depth = (line: string): number => /^(#{2,4}) /.exec(line)?.[1]?.length ?? 0;
  return lines.flatMap((line, from) => {
    const own = depth(line);
    if (own === 0) return [];
    const next = lines.findIndex((other, at) => at > from && depth(other) > 0 && depth(other) <= own);
    const to = next < 0 ? lines.length : next;
    if (own > 2) return [{ from, to, instead: [] }];
    const isNone =
      lines
        .slice(from + 1, to)
        .join('')
        .trim() === 'none';
    return isNone ? [] : [{ from: from + 1, to, instead: ['', 'none', ''] }];
  });
}

/** The rows of tables, and other lines, each alone. */
function rows(text: string): Piece[] {
  const lines = text.split('\n');
  const isHead = (at: number): boolean => [lines[at], lines[at + 1]].some((one) => one?.startsWith('| --- ') === true);
  return lines.flatMap((line, at) =>
    line.trim() === '' || line.startsWith('#') || isHead(at) ? [] : [{ from: at, to: at + 1, instead: [] }],
  );
}
