import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { renderSite } from './render-site.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Writes the site into a folder. @returns The number of its pages. */
export async function writeSite(folder: string): Promise<number> {
  const { texts, files } = renderSite();
  for (const [href, text] of texts) await write(path.join(folder, href), text);
  for (const [file, href] of files) await cp(path.join(ROOT, file), path.join(folder, href));
  await cp(path.join(import.meta.dirname, 'style.css'), path.join(folder, 'style.css'));
  await bundleScripts(folder);
  return [...texts.keys()].filter((href) => href.endsWith('.html')).length;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The script of each page; the search, and the editor with the language, come when somebody wants them. */
async function bundleScripts(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: path.join(import.meta.dirname, 'browser/main.ts') },
    platform: 'browser',
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`${log.code}: ${log.message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'scripts/[name]-[hash].js',
  });
  await bundle.close();
}
