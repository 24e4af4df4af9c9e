import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { manifest } from './pack/manifest.ts';
import { writeCreatePackage } from './pack/write-create-package.ts';
import { writePackage } from './pack/write-package.ts';

// The published packages: nonet, with everything that runs without the repository, and that of `npm create nonet`, which
// hands over to it. Each as a folder and as a tarball.

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) {
  process.stderr.write('npm run pack -- --out FOLDER\n');
  process.exit(2);
}
// React is not built for debugging, for any environment.
process.env.NODE_ENV = 'production';
const out = path.resolve(values.out);
await mkdir(out, { recursive: true });
for (const [name, write] of [
  ['nonet', writePackage],
  ['create-nonet', async (folder: string) => writeCreatePackage(folder, await manifest())],
] as const) {
  const folder = path.join(out, name);
  await rm(folder, { recursive: true, force: true });
  await write(folder);
  const { filename, size, unpackedSize, entryCount } = packed(folder);
  process.stdout.write(
    `${path.join(out, filename)}: ${megabytes(size)}, unpacked ${megabytes(unpackedSize)} in ${entryCount} files\n`,
  );
}

interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** Packs a folder into a tarball beside it. */
function packed(folder: string): Tarball {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', '--pack-destination', out, folder], {
    cwd: out,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
  /** npm answers with a list, or since its version 11 also with an object by name. */
  const answer = JSON.parse(stdout) as Tarball[] | Record<string, Tarball>;
  const [tarball] = Object.values(answer);
  if (tarball === undefined) throw new Error(`npm pack answered: ${stdout}`);
  return tarball;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
