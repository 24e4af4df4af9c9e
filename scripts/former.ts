import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FormerProduct, fillFormer, KEEPER, MEMBER } from '../packages/cli/src/fixtures/former/fill.ts';
import { readArguments, refuseArguments } from './arguments.ts';

// `npm run former -- --program PATH --database URL --as NAME`: keeps a database as this version of Nonet makes it, so
// that `former-databases.test.ts` starts it with each later one. It needs `pg_dump` of the server's version or later.

const values = readArguments(
  'Keeps a small database of a version of Nonet, which each later version has to start on.',
  {
    program: { value: 'FILE', default: 'packages/cli/bin/nonet.js', help: 'the `nonet` of that version' },
    database: { value: 'URL', help: 'an empty database' },
    as: { value: 'NAME', help: 'the name of the files: the version, as 0.2.0' },
  },
);
if (values.database === undefined || values.as === undefined)
  refuseArguments('--database and --as are needed: --help.');

const FOLDER = path.resolve(import.meta.dirname, '../packages/cli/src/fixtures/former');
const program = path.resolve(values.program);
const environment = {
  ...process.env,
  NO_COLOR: '1',
  DATABASE_URL: values.database,
  // Nobody answers there: the call waits for its next try.
  DESK_URL: 'http://127.0.0.1:9',
};
const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-former-'));
const filled = await fill();
await rm(folder, { recursive: true, force: true });
const sql = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', values.database], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
await writeFile(path.join(FOLDER, `${values.as}.sql.gz`), gzipSync(plainSql(sql), { level: 9 }));
await writeFile(path.join(FOLDER, `${values.as}.json`), `${JSON.stringify(filled, null, 2)}\n`);

/** Serves the document with that version, adds its two accounts, and fills it. */
async function fill(): Promise<FormerProduct> {
  await copyFile(path.join(FOLDER, 'lending.md'), path.join(folder, 'spec.md'));
  const words = ['serve', 'spec.md', '--port', '0', '--allow-private-targets'];
  const served = spawn(process.execPath, [program, ...words], { cwd: folder, env: environment, stdio: 'pipe' });
  try {
    const url = await addressOf(served);
    addUser(KEEPER, 'Kees Keeper', ['--roles', 'keeper', '--set', 'card=K-1']);
    addUser(MEMBER, 'Mo Member', []);
    return await fillFormer(url);
  } finally {
    served.kill('SIGTERM');
    await new Promise((resolve) => (served.exitCode === null ? served.once('exit', resolve) : resolve(null)));
  }
}

function addressOf(served: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [served.stdout, served.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const address = /is served at (http:\/\/[^\s]+)/.exec(printed)?.[1];
        if (address !== undefined) resolve(address);
      });
    served.once('exit', (code) => reject(new Error(`nonet serve ended with ${code}:\n${printed}`)));
  });
}

function addUser({ email, password }: typeof KEEPER, name: string, more: readonly string[]): void {
  const words = ['user', 'add', email, '--name', name, '--document', 'spec.md', ...more];
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    env: environment,
    input: `${password}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`nonet user add ended with ${status}:\n${stderr}`);
}

/** Without the lines that only psql reads, and without the place on this machine. */
function plainSql(dump: string): string {
  return dump.replaceAll(/^\\(?:un)?restrict .*$/gm, '').replaceAll(folder, '/srv/lending');
}
