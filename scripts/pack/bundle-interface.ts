import path from 'node:path';
import { build } from 'vite';
import { packagesOf } from './packages-of.ts';
import { ROOT } from './root.ts';

/** Builds the user interface, with compressed copies. @returns The folders of the packages that are in it. */
export async function bundleInterface(folder: string): Promise<Set<string>> {
  const ui = path.join(ROOT, 'packages/ui');
  const modules = new Set<string>();
  await build({
    root: ui,
    configFile: path.join(ui, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { checks: { bundlerTimings: false } } },
    plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }],
  });
  return packagesOf(modules);
}
