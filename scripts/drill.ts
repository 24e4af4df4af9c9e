import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyTree } from './mutants/tree.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run drill`: adds a made-up kind to each union of the language, in a copy of the sources, and prints the files
 * that the type checker and the linter name: those that a new kind must change.
 */
interface NewKind {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const NEW_KINDS: readonly NewKind[] = [
  {
    what: 'the field kind `colour`',
    file: 'packages/language/src/model/entities.ts',
    from: "        | 'text'\n",
    to: "        | 'colour'\n        | 'text'\n",
  },
  {
    what: 'the effect `notify`',
    file: 'packages/language/src/model/states.ts',
    from: "  | { readonly kind: 'create'; readonly entity: string;",
    to: "  | { readonly kind: 'notify'; readonly to: Expression }\n  | { readonly kind: 'create'; readonly entity: string;",
  },
  {
    what: 'the screen kind `carousel`',
    file: 'packages/language/src/model/screens.ts',
    from: "  | 'calendar'\n",
    to: "  | 'calendar'\n  | 'carousel'\n",
  },
  {
    what: 'the permission verb `share`',
    file: 'packages/language/src/vocabulary/verbs.ts',
    from: " | 'history';",
    to: " | 'history' | 'share';",
  },
  {
    what: 'the step of writes `notice`',
    file: 'packages/engine/src/run/write-steps/write-step.ts',
    from: "  'calls',\n]",
    to: "  'calls',\n  'notice',\n]",
  },
];

const values = readArguments(
  'Adds a kind that does not exist to each union of the language, and prints the files that have to know it.',
  {
    only: { value: 'REGEX', default: '', help: 'only the kinds whose words it finds' },
  },
);

const ROOT = path.resolve(import.meta.dirname, '..');

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nonet-drill-'));
  try {
    const tree = copyTree(path.join(folder, 'tree'));
    for (const part of ['bench', 'tsconfig.json', '.oxlintrc.json', 'vitest.config.ts'])
      cpSync(path.join(ROOT, part), path.join(tree, part), { recursive: true });
    for (const kind of NEW_KINDS.filter(({ what }) => new RegExp(values.only, 'u').test(what))) {
      const places = await placesNamed(tree, kind);
      const files = new Set([kind.file, ...places.map((place) => place.replace(/:.*/, ''))]);
      process.stdout.write(`${kind.what}: ${files.size} files, ${places.length} places\n`);
      for (const file of files) {
        const lines = places.filter((place) => place.startsWith(`${file}:`)).map((place) => place.replace(/.*:/, ''));
        process.stdout.write(`  ${file}${lines.length === 0 ? '' : `:${lines.join(', ')}`}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The places (`file:line`) that the compiler or the linter reports after the kind was added. */
async function placesNamed(tree: string, { what, file, from, to }: NewKind): Promise<readonly string[]> {
  const target = path.join(tree, file);
  const text = readFileSync(target, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} any more: write ${what} anew.`);
  writeFileSync(
    target,
    text.replace(from, () => to),
  );
  const types = await output(tree, 'tsc', ['-p', '.', '--pretty', 'false']);
  const lint = await output(tree, 'oxlint', ['--type-aware', '--format', 'unix']);
  writeFileSync(target, text);
  const places = [
    ...types.matchAll(/^(\S+?)\((\d+),\d+\): error/gm),
    ...lint.matchAll(/^(?:\.\/)?(\S+?):(\d+):\d+: .*switch-exhaustiveness/gm),
  ];
  return [...new Set(places.map(([, name = '', line = '']) => `${name}:${line}`))];
}

/** The output of a tool of the repository. The tool ends with an error if it finds something. */
function output(tree: string, tool: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const file = path.join(ROOT, 'node_modules/.bin', tool);
    execFile(file, words, { cwd: tree, maxBuffer: 1 << 28 }, (_error, stdout) => resolve(stdout));
  });
}

await main();
