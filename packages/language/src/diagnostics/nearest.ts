import { itemAt } from '../collections.ts';
/**
 * The known name that was most probably meant, or null if none is near. Letter case, `_`, `-` and spaces do not
 * count, so `dueDate` finds `due_date`; of equally near names the first wins.
 */
export function nearest(name: string, known: Iterable<string>): string | null {
  const wanted = plain(name);
  let best: string | null = null;
  let bestDistance = threshold(wanted.length) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      if (distance === 0) break;
    }
  }
  return best;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** The maximum number of edits in a misspelling: one in short names, about a third of longer ones. */
function threshold(length: number): number {
  if (length < 2) return 0;
  return Math.min(4, Math.max(1, Math.floor(length / 3)));
}

/**
 * Damerau-Levenshtein distance (insert, delete, replace, swap two adjacent letters), or `limit` if it is not below
 * that.
 */
export function editDistance(left: string, right: string, limit = Number.POSITIVE_INFINITY): number {
  const a = Array.from(left);
  const b = Array.from(right);
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let distance = Math.min(
        itemAt(last, column) + 1,
        itemAt(current, column - 1) + 1,
        itemAt(last, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, itemAt(beforeLast, column - 2) + 1);
      }
      current.push(distance);
    }
    if (Math.min(...current) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return Math.min(limit, itemAt(last, b.length));
}
