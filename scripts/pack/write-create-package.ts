import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifest.ts';
import { ROOT } from './root.ts';

const README = `# create-nonet

\`npm create nonet shop\` begins a product in the folder \`shop\`: a small document that runs, and what belongs beside it. It hands over to
\`nonet new\`, of the package [nonet](https://www.npmjs.com/package/nonet).
`;

/** Writes the package of `npm create nonet` into a folder, which must be missing. */
export async function writeCreatePackage(folder: string, nonet: Manifest): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { version, license, engines } = nonet;
  const manifest = {
    name: 'create-nonet',
    version,
    description: 'Begins a product of Nonet: npm create nonet FOLDER.',
    license,
    type: 'module',
    engines,
    bin: { 'create-nonet': './create-nonet.js' },
    dependencies: { nonet: version },
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(path.join(folder, 'README.md'), README);
  await cp(path.join(import.meta.dirname, 'create-nonet.js'), path.join(folder, 'create-nonet.js'));
  await cp(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
}
