import { spawnSync } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refuseArguments, valuesFrom } from './arguments.ts';
import { ROOT } from './pack/root.ts';
import { type Artifact, checksums, provenance, reproducibleSbom } from './release/provenance.ts';
import { isLater, isVersion, releasedChangelog, withVersion } from './release/versions.ts';

/**
 * `npm run release -- 0.2.0 --out FOLDER`: gives all packages the version, closes the changelog's section, packs twice
 * and compares the tarballs byte for byte, commits, tags, and writes the files of the release. Nothing is published or
 * pushed; whatever fails before the commit leaves the sources as they were.
 */
const USAGE = 'npm run release -- VERSION [--out FOLDER]';
const [version = '', ...others] = process.argv.slice(2);
const read = valuesFrom(
  `${USAGE}\n\nMakes a release: version, changelog, tag, tarballs, list of components, checksums and provenance.`,
  { out: { value: 'FOLDER', default: 'release', help: 'where the files are written' } },
  version === '--help' || version === '-h' ? ['--help'] : others,
);
if (read.kind === 'values') await release(version, path.resolve(read.values.out));
else if (read.kind === 'help') console.log(read.text);
else refuseArguments(read.text);

async function release(next: string, out: string): Promise<void> {
  if (!isVersion(next)) refuseArguments(`“${next}” is no version: three numbers, as 0.2.0. ${USAGE}`);
  const { version: former } = JSON.parse(await text('package.json')) as { version: string };
  if (!isLater(next, former)) refuseArguments(`${next} does not come after ${former}, which package.json has.`);
  const tag = `v${next}`;
  if (git('status', '--porcelain') !== '') refuseArguments('There are changes that are not committed: commit them.');
  if (git('tag', '--list', tag) !== '') refuseArguments(`There is a tag ${tag} already.`);
  const changelog = releasedChangelog(await text('CHANGELOG.md'), next, new Date().toISOString().slice(0, 10));
  if (changelog === null) refuseArguments('CHANGELOG.md has nothing under “Unreleased”.');

  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  try {
    for await (const file of glob(['package.json', 'package-lock.json', 'packages/*/package.json'], { cwd: ROOT }))
      await writeFile(path.join(ROOT, file), withVersion(await text(file), former, next));
    await writeFile(path.join(ROOT, 'CHANGELOG.md'), changelog);
    await packTwice(out);
  } catch (error) {
    git('checkout', '--', 'package.json', 'package-lock.json', 'packages', 'CHANGELOG.md');
    throw error;
  }
  git('commit', '--all', '--message', `Release ${next}`);
  git('tag', '--annotate', tag, '--message', `Nonet ${next}`);
  await describe(out, tag);
  console.log(`${tag} is committed and tagged here. Publish it with: git push --follow-tags; npm publish FILE.tgz`);
}

/** Packs into the folder, and once more elsewhere: what differs can't be built again by others. */
async function packTwice(out: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-release-'));
  try {
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
    for (const to of [first, second]) run(process.execPath, [path.join(ROOT, 'scripts/pack.ts'), '--out', to]);
    const names = (await readdir(first)).filter((name) => name.endsWith('.tgz'));
    for (const name of names) {
      const [a, b] = await Promise.all([first, second].map((from) => readFile(path.join(from, name))));
      if (a === undefined || b === undefined || !a.equals(b))
        throw new Error(`${name} differs when it is packed again.`);
      await cp(path.join(first, name), path.join(out, name));
    }
    console.log(`${names.join(' and ')}: packed twice, the same byte for byte`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the list of components, the provenance and the checksums of what is in the folder. */
async function describe(out: string, tag: string): Promise<void> {
  const time = new Date(git('log', '-1', '--format=%cI')).toISOString();
  const sbom = run(
    'npm',
    'sbom --sbom-format=cyclonedx --sbom-type=application --package-lock-only --omit=dev'.split(' '),
  );
  await writeFile(path.join(out, 'sbom.cdx.json'), reproducibleSbom(sbom, time));
  const remote = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: ROOT, encoding: 'utf8' });
  const statement = provenance(await artifacts(out), {
    commit: git('rev-parse', 'HEAD'),
    tag,
    repository: remote.stdout.startsWith('https:') ? remote.stdout.trim() : null,
    lockfile: await readFile(path.join(ROOT, 'package-lock.json')),
  });
  await writeFile(path.join(out, 'provenance.intoto.json'), `${JSON.stringify(statement, null, 2)}\n`);
  const files = await artifacts(out);
  await writeFile(path.join(out, 'SHA256SUMS'), checksums(files));
  for (const { name, content } of files)
    console.log(`${path.join(out, name)}: ${(content.length / 1e6).toFixed(1)} MB`);
}

async function artifacts(out: string): Promise<Artifact[]> {
  const names = (await readdir(out)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(path.join(out, name)) })));
}

function text(file: string): Promise<string> {
  return readFile(path.join(ROOT, file), 'utf8');
}

function git(...words: string[]): string {
  return run('git', words).trim();
}

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}
