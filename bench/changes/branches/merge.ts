import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Two branches of a document as Git merges them. */
export type Merged =
  | { readonly kind: 'merged'; readonly text: string }
  /** The lines of both branches that exclude each other, for each place. */
  | { readonly kind: 'conflict'; readonly places: readonly { readonly one: string; readonly other: string }[] };

/** Merges each pair of branches, by their places in the list. */
export type MergedPairs = (one: number, other: number) => Merged;

/** One shell for all pairs: it starts a process for each much faster than Node does. */
const MERGE = `i=0
while [ $i -lt $1 ]; do
  j=0
  while [ $j -lt $1 ]; do
    if [ $i -ne $j ]; then git merge-file -p -q $i base $j > $i-$j; echo $? > $i-$j.code; fi
    j=$((j + 1))
  done
  i=$((i + 1))
done`;

/** Merges all pairs of branches of a document by \`git merge-file\`, as teams do. @throws If Git can't be run. */
export function mergePairs(base: string, branches: readonly string[]): MergedPairs {
  const folder = mkdtempSync(path.join(tmpdir(), 'branches-'));
  try {
    writeFileSync(path.join(folder, 'base'), base);
    for (const [place, text] of branches.entries()) writeFileSync(path.join(folder, String(place)), text);
    const { status, stderr, error } = spawnSync('sh', ['-c', MERGE, 'sh', String(branches.length)], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`git merge-file: ${stderr}`);
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const merged = new Map<string, Merged>();
    for (const one of branches.keys())
      for (const other of branches.keys()) {
        if (one === other) continue;
        const code = Number(read(`${one}-${other}.code`));
        // From 128 on, Git reports that it could not merge.
        if (code > 127) throw new Error(`git merge-file ended with ${code}: ${stderr}`);
        const text = read(`${one}-${other}`);
        merged.set(
          `${one}-${other}`,
          code === 0 ? { kind: 'merged', text } : { kind: 'conflict', places: placesOf(text) },
        );
      }
    return (one, other) => {
      const found = merged.get(`${one}-${other}`);
      if (found === undefined) throw new Error(`There are no branches ${one} and ${other}.`);
      return found;
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CONFLICT = /^<{7}[^\n]*\n([^]*?)^={7}\n([^]*?)^>{7}[^\n]*$/gm;

function placesOf(text: string): { one: string; other: string }[] {
  return [...text.matchAll(CONFLICT)].map(([, one = '', other = '']) => ({ one, other }));
}
