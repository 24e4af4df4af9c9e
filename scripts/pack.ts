import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writePackage } from './pack/write-package.ts';

// The published package: a folder with everything that runs without the repository, and its tarball.

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) {
  process.stderr.write('npm run pack -- --out FOLDER\n');
  process.exit(2);
}
// React is not built for debugging, for any environment.
process.env.NODE_ENV = 'production';
const out = path.resolve(values.out);
await mkdir(out, { recursive: true });
const folder = path.join(out, 'nonet');
await rm(folder, { recursive: true, force: true });
await writePackage(folder);

const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', out, folder], {
  cwd: out,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`);
/** npm answers with a list, or since its version 11 also with an object by name. */
const answer = JSON.parse(packed.stdout) as Tarball[] | Record<string, Tarball>;
const [tarball] = Object.values(answer);
if (tarball === undefined) throw new Error(`npm pack answered: ${packed.stdout}`);
process.stdout.write(
  `${path.join(out, tarball.filename)}: ${megabytes(tarball.size)}, unpacked ${megabytes(tarball.unpackedSize)} in ${tarball.entryCount} files\n`,
);

interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
