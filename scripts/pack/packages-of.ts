import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folders of the packages that modules of a bundle come from; our own are left out. */
export function packagesOf(modules: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const module of modules) {
    const [file = ''] = module.replace(/^\0/, '').split('?');
    if (!file.includes(`${path.sep}node_modules${path.sep}`) || !existsSync(file)) continue;
    const folder = packageFolder(file);
    if (folder !== null) folders.add(folder);
  }
  return folders;
}

/** The nearest folder above whose package.json has a name: some packages have further ones inside, for their format. */
function packageFolder(file: string): string | null {
  for (let folder = path.dirname(file); path.basename(folder) !== 'node_modules'; folder = path.dirname(folder)) {
    const description = path.join(folder, 'package.json');
    if (existsSync(description) && 'version' in (JSON.parse(readFileSync(description, 'utf8')) as object))
      return folder;
    if (folder === path.dirname(folder)) break;
  }
  return null;
}
