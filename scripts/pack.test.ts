import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from './pack/root.ts';

let out: string;
let tarball: string;
let createTarball: string;
let unpackedMegabytes: number;

beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'nonet-pack-'));
  await chmod(out, 0o755);
  const words = [path.join(ROOT, 'scripts/pack.ts'), '--out', out];
  const packed = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  [tarball = '', createTarball = ''] = [...packed.stdout.matchAll(/^(\S+\.tgz): /gm)].map(([, file]) => file);
  unpackedMegabytes = Number(/unpacked ([\d.]+) MB/.exec(packed.stdout)?.[1]);
});
afterAll(() => rm(out, { recursive: true }));

/** Ends what hangs. */
const MOST_MILLISECONDS = 300_000;

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** An installation in an empty folder, and what runs there. */
class Installation {
  readonly folder: string;
  readonly node: string;
  readonly user: User;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the program. */
  bin = path.join('node_modules', '.bin');

  constructor(folder: string, node: string, user: User) {
    this.folder = folder;
    this.node = node;
    this.user = user;
    const places = { HOME: path.join(folder, 'home'), TMPDIR: path.join(folder, 'tmp') };
    // Not as the tests run, which npm and vitest have started: as a person does in a terminal.
    const apart = { npm_command: undefined, npm_lifecycle_event: undefined, NODE_ENV: undefined };
    this.environment = { ...process.env, ...places, ...apart, NO_COLOR: '1' };
  }

  npm(...words: string[]) {
    const { status, stderr } = spawnSync('npm', [...words, '--no-audit', '--no-fund'], {
      cwd: this.folder,
      encoding: 'utf8',
      ...this.user,
      env: {
        ...this.environment,
        npm_config_cache: path.join(this.folder, 'npm-cache'),
      },
      timeout: MOST_MILLISECONDS,
    });
    if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stderr}`);
  }

  get #program(): string {
    return path.join(this.folder, this.bin, 'nonet');
  }

  nonet(place: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const { status, stdout, stderr } = spawnSync(this.node, [this.#program, ...words], {
      cwd: path.join(this.folder, place),
      encoding: 'utf8',
      ...this.user,
      env: { ...this.environment, ...environment },
    });
    return { status, stdout, stderr };
  }

  /** `npm create nonet` with these words, as npm runs it. */
  create(words: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(
      this.node,
      [path.join(this.folder, this.bin, 'create-nonet'), ...words],
      {
        cwd: this.folder,
        encoding: 'utf8',
        ...this.user,
        env: { ...this.environment, npm_command: 'init' },
      },
    );
    return { status, stdout, stderr };
  }

  /** A command that runs until it is stopped. */
  start(place: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(this.node, [this.#program, ...words], {
      cwd: path.join(this.folder, place),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.user,
      env: { ...this.environment, ...environment },
    });
  }
}

async function emptyFolder(node = process.execPath, user: User = {}): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nonet-installed-'));
  await chmod(folder, 0o755);
  for (const name of ['home', 'tmp']) await mkdir(path.join(folder, name));
  if (user.uid !== undefined && user.gid !== undefined)
    for (const each of ['.', 'home', 'tmp']) await chown(path.join(folder, each), user.uid, user.gid);
  return new Installation(folder, node, user);
}

/** The address that a started product names, once it is there. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const found = () => /(?:served at |^ {2})(http:\/\/127\.0\.0\.1:\d+)/m.exec(output)?.[1];
  await vi.waitUntil(() => found() !== undefined || child.exitCode !== null, { timeout: MOST_MILLISECONDS });
  const address = found();
  if (address === undefined) throw new Error(output);
  return address;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

test('installed without anything optional and without a network, it begins, checks and serves a product', async () => {
  expect(unpackedMegabytes).toBeLessThan(25);
  const database = await createTestDatabase();
  const there = await emptyFolder();
  try {
    there.npm('install', '--offline', '--omit=optional', tarball, createTarball);
    const begun = there.nonet('.', ['new', 'shop']);
    expect([begun.status, begun.stderr]).toEqual([0, '']);
    expect(begun.stdout).toContain('`cd shop && npx nonet dev` runs it');
    await checkCreate(there);
    expect(there.nonet('shop', ['check', '--strict', '--complete'])).toEqual({
      status: 0,
      stdout: 'Nothing to report\n',
      stderr: '',
    });
    expect(there.nonet('shop', ['check', 'nowhere.md']).stderr).toContain('`npx nonet new nowhere.md` begins one.');
    expect(there.nonet('shop', ['dev', '--port', '0'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /is not installed\. Run the installation again without `--omit=optional`/,
      ) as string,
    });

    const served = there.start('shop', ['serve', '--port', '0'], { DATABASE_URL: database.url });
    const url = await addressOf(served);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    const script = await fetch(new URL(/src="([^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1] ?? '', url));
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    await stop(served);
    await checkLibrary(there, database.url);
  } finally {
    await rm(there.folder, { recursive: true });
    await database.drop();
  }
});

/** `npm create nonet`, by the package that hands over. */
async function checkCreate(there: Installation): Promise<void> {
  const usage = expect.stringContaining('npm create nonet FOLDER') as string;
  expect(there.create([])).toMatchObject({ status: 2, stderr: usage });
  const next = expect.stringContaining('`cd shed && npx nonet dev` runs it') as string;
  expect(there.create(['shed', '--title', 'Tool shed'])).toMatchObject({ status: 0, stdout: next, stderr: '' });
  const document = await readFile(path.join(there.folder, 'shed', 'spec.md'), 'utf8');
  expect(document).toMatch(/^# Specification: Tool shed\n/);
  const refusal = expect.stringContaining('nothing was written') as string;
  expect(there.create(['shed'])).toMatchObject({ status: 1, stderr: refusal });
}

/** The exports of the package, with their types. */
async function checkLibrary(there: Installation, databaseUrl: string): Promise<void> {
  await writeFile(
    path.join(there.folder, 'use.mts'),
    `import { check, createServer, plan } from 'nonet';
import { findCode, type Plan } from 'nonet/language';
import { createClient } from 'nonet/client';

const { counts, plan: checked } = check('shop/spec.md');
const product: Plan | null = checked;
const wrong = check({ text: '# Specification: X\\n\\n## 2. Screens and routes\\n\\n### A \`/\`\\n\\n| part | is |\\n| --- | --- |\\n| kind | nothing |\\n' });
const databaseUrl = process.argv[2] ?? '';
const planned = await plan({ document: 'shop/spec.md', databaseUrl });
const server = await createServer({ document: 'shop/spec.md', databaseUrl });
const health = await fetch(new URL('/readyz', server.url));
await server.close();
console.log(JSON.stringify([
  counts.error, product?.title, wrong.counts.error > 0, planned.isRefused, health.status, findCode('N312')?.severity, typeof createClient,
]));
`,
  );
  const settings = ['--module', 'nodenext', '--target', 'es2024', '--strict', '--types', 'node'];
  const types = ['--typeRoots', path.join(ROOT, 'node_modules/@types'), '--noEmit', 'use.mts'];
  const tsc = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...settings, ...types], {
    cwd: there.folder,
    encoding: 'utf8',
  });
  expect([tsc.status, tsc.stdout]).toEqual([0, '']);
  const run = spawnSync(process.execPath, ['use.mts', databaseUrl], { cwd: there.folder, encoding: 'utf8' });
  expect([run.stderr, JSON.parse(run.stdout || 'null')]).toEqual([
    '',
    [0, 'Shop', true, false, 200, 'error', 'function'],
  ]);
}

/** A machine's Node 22, from npm. */
async function installNode22(): Promise<string> {
  const folder = path.join(out, 'node22');
  await mkdir(folder, { recursive: true });
  const description = { private: true, allowScripts: { node: true } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(description));
  const words = ['install', '--no-audit', '--no-fund', 'node@22.23.3'];
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', timeout: MOST_MILLISECONDS });
  if (status !== 0) throw new Error(stderr);
  return path.join(folder, 'node_modules', 'node', 'bin', 'node');
}

const NOBODY: User = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

test.each<[who: string, user: User, is22: boolean]>([
  ['the user of these tests', {}, false],
  isRoot ? ['an ordinary user, with Node 22', NOBODY, true] : ['the same, with Node 22', {}, true],
])(
  'installed by %s, it does all of new, check, dev, serve and test with what npm brings',
  { tags: ['thorough'] },
  async (_who, user, is22) => {
    const there = await emptyFolder(is22 ? await installNode22() : process.execPath, user);
    try {
      // A file that the other user may read.
      const mine = path.join(there.folder, path.basename(tarball));
      await cp(tarball, mine);
      there.npm('install', mine);
      expect(there.nonet('.', ['new', 'shop']).status).toBe(0);
      expect(there.nonet('shop', ['check', '--strict']).status).toBe(0);

      const developed = there.start('shop', ['dev', '--port', '0']);
      const url = await addressOf(developed);
      const people = await (await fetch(new URL('/api/-/dev/accounts', url))).text();
      expect(people).toContain('ada@example.com');
      await stop(developed);

      const added = there.nonet('shop', ['apply']);
      expect([added.status, added.stdout]).toEqual([0, 'Version 1 of the document: the storage is made.\n']);
      const account = ['user', 'add', 'spec.md', 'cleo@example.com', '--name', 'Cleo', '--no-password'];
      expect(there.nonet('shop', account).status).toBe(0);
      const served = there.start('shop', ['serve', '--port', '0']);
      expect((await fetch(new URL('/readyz', await addressOf(served)))).status).toBe(200);
      await stop(served);

      const tested = there.nonet('shop', ['test', '--only', '4.Task.status', '--jobs', '2', '--browser', 'off']);
      expect([tested.status, tested.stdout]).toEqual([
        0,
        expect.stringMatching(/^✓ (\d+) of \1 cases of the clauses asked for passed/) as string,
      ]);
      const trace = await readFile(path.join(there.folder, 'shop', '.gitignore'), 'utf8');
      expect(trace).toContain('.nonet/');
    } finally {
      await rm(there.folder, { recursive: true });
    }
  },
);

test.runIf(isRoot)(
  'installed as the image has it, it serves as another user who may write nothing but temporary files',
  {
    tags: ['thorough'],
  },
  async () => {
    const database = await createTestDatabase();
    const image = await emptyFolder();
    try {
      image.npm('install', '--global', '--prefix', image.folder, '--omit=optional', '--offline', tarball);
      image.bin = 'bin';
      expect(image.nonet('.', ['new', 'product']).status).toBe(0);
      const process = new Installation(image.folder, image.node, NOBODY);
      process.bin = 'bin';
      await chown(path.join(image.folder, 'tmp'), NOBODY.uid ?? 0, NOBODY.gid ?? 0);
      const served = process.start('product', ['serve', '--port', '0', '--host', '0.0.0.0'], {
        DATABASE_URL: database.url,
      });
      expect((await fetch(new URL('/readyz', await addressOf(served)))).status).toBe(200);
      await stop(served);
      expect(process.nonet('product', ['check', 'nowhere.md']).stderr).toContain('`nonet new nowhere.md` begins one.');
    } finally {
      await rm(image.folder, { recursive: true });
      await database.drop();
    }
  },
);
