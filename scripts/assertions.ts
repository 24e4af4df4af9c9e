import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** `node scripts/assertions.ts` counts the type assertions of each source file, and writes assertions.json anew. */
const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(import.meta.dirname, 'assertions.json');

/** How many assertions (`x as T`) a source text has. `as const` and `as unknown` claim nothing that could be wrong. */
export function assertionsIn(file: string, source: string): number {
  if (!/\bas\b/.test(source)) return 0;
  const visit = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 0;
    const inner = Object.values(node).reduce<number>((sum, child) => sum + visit(child), 0);
    return 'type' in node && node.type === 'TSAsExpression' && 'typeAnnotation' in node
      ? inner + Number(!isHarmless(source, node.typeAnnotation))
      : inner;
  };
  return visit(parseSync(file, source).program);
}

function isHarmless(source: string, type: unknown): boolean {
  if (typeof type !== 'object' || type === null || !('start' in type) || !('end' in type)) return false;
  return ['const', 'unknown'].includes(source.slice(Number(type.start), Number(type.end)));
}

/** The counts of the files that have assertions; tests, and what only tests use, are left out. */
export function countAssertions(): Readonly<Record<string, number>> {
  const files = globSync('{packages/*/{src,bin},scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|\/fixtures\/|^packages\/testing\//.test(file))
    .toSorted();
  const counts = files.map((file) => [file, assertionsIn(file, readFileSync(path.join(ROOT, file), 'utf8'))] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The counts that are committed. */
export function readCounts(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(JSON.parse(readFileSync(FILE, 'utf8'))));
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, `${JSON.stringify(countAssertions(), null, 2)}\n`);
