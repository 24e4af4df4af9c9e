import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

/** Licences that a package under Apache-2.0 may contain. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']);

/** Licences whose code may be inside in built form, if whoever gets it is told where its source is (MPL-2.0, 3.2). */
const WITH_SOURCE = new Set(['MPL-2.0']);

/** The licences of all packages that are inside, with their texts. @throws Error if one may not be inside, or has none. */
export async function notices(folders: Iterable<string>): Promise<string> {
  const parts = new Map<string, string>();
  for (const folder of new Set([...folders].map(packageFolder))) {
    const description = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Description;
    const { name, version, license = '' } = description;
    const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
    const isAllowed = choices.some((each) => ALLOWED.has(each));
    if (!isAllowed && !choices.some((each) => WITH_SOURCE.has(each)))
      throw new Error(
        `${name} ${version} has the licence “${license}”, which is not one of ${[...ALLOWED, ...WITH_SOURCE].join(', ')}.`,
      );
    const source = isAllowed
      ? ''
      : `Its source is the package of this name and version: \`npm pack ${name}@${version}\`.\n\n`;
    const text = await textOf(folder, description);
    parts.set(`${name} ${version}`, `## ${name} ${version}\n\n${license}\n\n${source}${text}\n`);
  }
  const sorted = [...parts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, part]) => part);
  return `# What is inside, and its licences\n\nnonet contains the code of ${sorted.length} packages, unchanged but for the bundler.\n\n${sorted.join('\n')}`;
}

/** The folder of the package that a folder is in: a part of a package may describe itself, without a licence. */
function packageFolder(folder: string): string {
  const [before, within = ''] = [
    /^.*[\\/]node_modules[\\/]/.exec(folder)?.[0],
    folder.split(/[\\/]node_modules[\\/]/).at(-1),
  ];
  if (before === undefined) return folder;
  const names = within.split(/[\\/]/);
  return path.join(before, ...names.slice(0, within.startsWith('@') ? 2 : 1));
}

async function textOf(folder: string, { author, repository }: Description): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  if (texts.length > 0) return texts.map((text) => `\`\`\`\n${text.trim()}\n\`\`\`\n`).join('\n');
  const by = typeof author === 'string' ? author : author?.name;
  const at = typeof repository === 'string' ? repository : repository?.url;
  return `The package has no text of it.${by === undefined ? '' : ` Author: ${by}.`}${at === undefined ? '' : ` ${at}`}\n`;
}
