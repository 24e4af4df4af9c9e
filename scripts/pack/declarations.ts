import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './root.ts';

/** The exports of the package. */
const ENTRIES = ['cli/src/library/index.ts', 'language/src/index.ts', 'client/src/index.ts'];

/**
 * Types of the engine that the entries name, by the file that declares them: its index also names types of libraries
 * that are not installed with the package.
 */
const ENGINE_TYPES: Readonly<Record<string, string>> = {
  MigrationPlan: 'engine/src/migrate/plan/migration-plan.ts',
};

const IMPORT = /(?<before>(?:\{ (?:type )?(?<only>\w+) \} )?\bfrom\s+|\bimport\(\s*)(['"])(?<name>[^'"]+)\3/g;

/** Writes the declarations of the entries, and of all that they name. */
export async function writeDeclarations(folder: string): Promise<void> {
  const all = await mkdtemp(path.join(tmpdir(), 'nonet-declarations-'));
  try {
    await emit(all);
    await copyReachable(path.join(all, 'packages'), folder);
  } finally {
    await rm(all, { recursive: true });
  }
}

async function emit(folder: string): Promise<void> {
  const project = path.join(folder, 'tsconfig.json');
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      // `npm run check:types` judges the types; here they are only written.
      noCheck: true,
      tsBuildInfoFile: null,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: ROOT,
      outDir: folder,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      // The compiler writes nothing of what it first comes to through node_modules, and its threads come there in any order.
      paths: { '@nonet/*': [path.join(ROOT, 'packages/*/src/index.ts')] },
    },
    include: [],
    files: [...ENTRIES, ...Object.values(ENGINE_TYPES)].map((file) => path.join(ROOT, 'packages', file)),
  };
  await writeFile(project, JSON.stringify(settings));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The declarations can't be written:\n${stdout}`);
}

/** Copies the entries and what they import; the names of our packages become paths. */
async function copyReachable(from: string, to: string): Promise<void> {
  const waiting = ENTRIES.map((entry) => entry.replace(/\.ts$/, '.d.ts'));
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const place = file;
    const text = (await readFile(path.join(from, file), 'utf8')).replaceAll(IMPORT, (...match) => {
      const [all] = match;
      const { before, only, name } = match.at(-1) as { before: string; only?: string; name: string };
      const target = targetOf(place, name, only);
      if (target === null) return all;
      if (!existsSync(path.join(from, target))) throw new Error(`${place} names ${name}, which has no declaration.`);
      if (!seen.has(target)) {
        seen.add(target);
        waiting.push(target);
      }
      const relative = path.posix.relative(path.posix.dirname(place), target).replace(/\.d\.ts$/, '.js');
      return `${before}'${relative.startsWith('.') ? relative : `./${relative}`}'`;
    });
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await writeFile(path.join(to, file), text);
  }
}

/** The declaration that an import names; null for another's package. */
function targetOf(file: string, name: string, only = ''): string | null {
  if (name === '@nonet/engine') {
    const declaring = ENGINE_TYPES[only];
    if (declaring === undefined) throw new Error(`${file} names ${only} of the engine: add it to ENGINE_TYPES.`);
    return declaring.replace(/\.ts$/, '.d.ts');
  }
  const own = /^@nonet\/([a-z]+)$/.exec(name)?.[1];
  if (own !== undefined) return `${own}/src/index.d.ts`;
  if (!name.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(file), name).replace(/\.(?:ts|tsx|js)$/, '.d.ts');
}
