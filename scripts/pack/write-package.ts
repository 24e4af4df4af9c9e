import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleCode } from './bundle-code.ts';
import { bundleInterface } from './bundle-interface.ts';
import { writeDeclarations } from './declarations.ts';
import { manifest } from './manifest.ts';
import { notices } from './notices.ts';
import { ROOT } from './root.ts';

/** Documentation that is of use without the sources. */
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'docs/language',
  'docs/cookbook',
  'docs/skills',
  'docs/schemas',
];
const PAGES = [
  'docs/operations.md',
  'docs/kubernetes.md',
  'docs/ci.md',
  'docs/versions.md',
  'docs/first-document.md',
  'docs/agents.md',
  'docs/llms.txt',
];

/** Writes the package into a folder, which must be missing. */
export async function writePackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundled = new Set([
    ...(await bundleCode(path.join(folder, 'dist'))),
    ...(await bundleInterface(path.join(folder, 'ui'))),
  ]);
  await copyFilesBesideCode(path.join(folder, 'dist'));
  await cp(path.join(import.meta.dirname, 'nonet.js'), path.join(folder, 'bin', 'nonet.js'));
  await writeDeclarations(path.join(folder, 'types'));
  for (const document of [...DOCUMENTS, ...PAGES])
    await cp(path.join(ROOT, document), path.join(folder, document), { recursive: true });
  await writeFile(path.join(folder, 'THIRD-PARTY-NOTICES.md'), await notices(bundled));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
}

/** Files that the code reads from beside its own: from here, to this folder of `dist`. */
const BESIDE_CODE: readonly (readonly [from: string, folder: string])[] = [
  ['packages/engine/src/migrate/own', 'own'],
  ['packages/cli/src/commands/new/template', 'template'],
];

/** Copies them to `dist`, where the built code expects them. */
export async function copyFilesBesideCode(dist: string): Promise<void> {
  for (const [from, folder] of BESIDE_CODE)
    await cp(path.join(ROOT, from), path.join(dist, folder), {
      recursive: true,
      filter: (file) => !/\.tsx?$/.test(file),
    });
}
