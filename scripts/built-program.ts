import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { bundleCode } from './pack/bundle-code.ts';
import { ROOT } from './pack/root.ts';
import { copyFilesBesideCode } from './pack/write-package.ts';

/** Names the folder of the built program to the test run; `build` asks for one where only some files run. */
const BUILT = 'NONET_TEST_PROGRAM';
/** Its start. The cache of compiled code is beside the program, and goes with it. */
const START = `#!/usr/bin/env node
import module from 'node:module';
module.enableCompileCache(new URL('../compiled', import.meta.url).pathname);
await import('../dist/main.js');
`;

/**
 * A run of all tests starts the program some hundred times, and as many of its threads: each would read a thousand
 * sources, which takes more than most of what is tried. So it is built once, as `npm run pack` builds it. A run of some
 * files starts the sources: a stack trace then names their lines, and nothing has to be built first.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[BUILT] !== 'build' && !isRunOfAll(process.argv.slice(2))) return undefined;
  // In the repository, so that libraries that are not built in are found.
  const folder = path.join(ROOT, 'node_modules', '.cache', 'nonet', `program-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { buildUi } = await import('../packages/cli/src/ui-build.ts');
  const [ui] = await Promise.all([buildUi(), bundleCode(path.join(folder, 'dist'))]);
  await copyFilesBesideCode(path.join(folder, 'dist'));
  await symlink(ui, path.join(folder, 'ui'), 'dir');
  await symlink(path.join(ROOT, 'docs'), path.join(folder, 'docs'), 'dir');
  await mkdir(path.join(folder, 'bin'));
  // Node.js would have to find out what the code is, each time that it starts.
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(path.join(folder, 'bin', 'nonet.js'), START);
  process.env[BUILT] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** `vitest run --tags-filter=…` runs all files; any other word names some of them. */
function isRunOfAll(words: readonly string[]): boolean {
  return words.includes('run') && words.every((word) => word === 'run' || word.startsWith('--'));
}

/** Lets what runs in the tests' own process start threads of the built program, where there is one. */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    transform: {
      filter: { code: /new Worker\(/, id: /packages.*\.ts$/ },
      handler(code) {
        const folder = process.env[BUILT];
        if (folder === undefined) return undefined;
        const dist = new URL(`file://${path.join(folder, 'dist')}/`);
        return code.replaceAll(
          /new URL\('\.\/([\w-]+-thread)\.ts', import\.meta\.url\)/g,
          (_all, name: string) => `new URL(${JSON.stringify(new URL(`${name}.js`, dist))})`,
        );
      },
    },
  };
}
