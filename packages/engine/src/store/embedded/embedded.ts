import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { isAlive, lockFolder } from './lock.ts';
import { type Launch, planLaunch } from './privileges.ts';

type Spawned = (end: () => void) => void;

export interface EmbeddedPostgres {
  /** Whether this start created the data folder. */
  readonly first: boolean;
  /**
   * The connection URL of a database, which is made where it is not there yet. `name`: lower-case letters, digits, `_`.
   */
  database(name: string): Promise<string>;
  /** The connection URL of a role that owns nothing and is no superuser. */
  servingUrl(name: string): Promise<string>;
  /** @param shutdown `immediate`: nothing is written any more, which only a database that is thrown away takes. */
  stop(shutdown?: 'fast' | 'immediate'): Promise<void>;
  /** Ends it immediately, for a process that is ending: it waits for nothing. */
  kill(): void;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
}

/** The major version of the binaries: a data folder of another one is not touched. */
const MAJOR = '18';
const USER = 'nonet';
/** The role with which a product serves: it owns nothing. */
const SERVING_USER = 'nonet_serving';
const START_LIMIT_MILLISECONDS = 60_000;

/**
 * Runs the PostgreSQL that npm brings as a child process, with its data in `folder` (fsync on, loopback only, with its
 * own password). One process per folder; the remains of a killed one are taken over.
 *
 * @param options.spawned Is called with each process when it is started, so that the caller can kill it before the
 * server is ready.
 * @throws FolderInUse if another living process has the folder.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  settings?: Record<string, string>;
  spawned?: Spawned;
}): Promise<EmbeddedPostgres> {
  const { spawned = () => {} } = options;
  const folder = path.resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const unlock = await lockFolder(folder);
  try {
    const binaries = await findBinaries();
    const launch = planLaunch([folder, path.dirname(binaries.postgres)]);
    const data = path.join(folder, 'postgres');
    const first = !existsSync(path.join(data, 'PG_VERSION'));
    if (first) await initialise(binaries, launch, { folder, data, spawned });
    else await checkVersion(data);
    await stopOrphan(data);
    const port = await freePort();
    const { server, ended } = await start(binaries, launch, {
      folder,
      data,
      port,
      settings: options.settings ?? {},
      spawned,
    });
    const url = await urlOf(folder, port);
    return {
      first,
      database: async (name) => {
        await ensureDatabase(url('postgres'), name);
        return url(name);
      },
      servingUrl: (name) => servingUrlOf(folder, port, url('postgres'), name),
      stop: async (shutdown = 'fast') => {
        await stop(server, shutdown);
        await unlock();
      },
      kill: () => void server.kill('SIGQUIT'),
      ended,
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Uses the server that another living process runs in `folder`; that process stops it. */
export async function attachEmbeddedPostgres(options: {
  folder: string;
}): Promise<Pick<EmbeddedPostgres, 'database' | 'servingUrl'>> {
  const folder = path.resolve(options.folder);
  // `postmaster.pid`: process, data folder, start, port, …
  const port = (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]?.trim();
  const url = await urlOf(folder, Number(port));
  return {
    database: async (name) => {
      await ensureDatabase(url('postgres'), name);
      return url(name);
    },
    servingUrl: (name) => servingUrlOf(folder, Number(port), url('postgres'), name),
  };
}

async function urlOf(folder: string, port: number): Promise<(database: string) => string> {
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  return (database) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The address of the role with which a product serves; the role has a password of its own, which this folder keeps. */
async function servingUrlOf(folder: string, port: number, owner: string, database: string): Promise<string> {
  const file = path.join(folder, 'serving-password');
  try {
    await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const password = (await readFile(file, 'utf8')).trim();
  const client = new pg.Client({ connectionString: owner });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // One at a time: of two that begin at once, one makes the role.
    await client.query("select pg_advisory_lock(hashtextextended('nonet serving role', 0))");
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVING_USER]);
    const verb = rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${SERVING_USER} login nosuperuser nocreatedb nocreaterole password '${password}'`);
  } finally {
    await client.end();
  }
  return `postgres://${SERVING_USER}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Writes into a temporary folder that is renamed when it is complete, so that a kill leaves nothing that looks
 * finished.
 */
async function initialise(
  binaries: Binaries,
  launch: Launch,
  { folder, data, spawned }: { folder: string; data: string; spawned: Spawned },
): Promise<void> {
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (launch.owner) {
    await chown(unfinished, launch.owner.uid, launch.owner.gid);
    await chown(passwordFile, launch.owner.uid, launch.owner.gid);
  }
  const [program, ...before] = [...launch.prefix, binaries.initdb] as const;
  const child = spawn(
    program,
    [
      ...before,
      '-D',
      unfinished,
      '-U',
      USER,
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...launch.identity, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  spawned(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  const exit = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (exit !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${data}: ${complaint.trim() || `exit ${exit}`}`);
  await rename(unfinished, data);
}

async function checkVersion(data: string): Promise<void> {
  const version = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new Error(
      `${data} belongs to PostgreSQL ${version}; this nonet brings ${MAJOR}. Run that PostgreSQL yourself and set DATABASE_URL.`,
    );
  }
}

async function start(
  binaries: Binaries,
  launch: Launch,
  options: { folder: string; data: string; port: number; settings: Record<string, string>; spawned: Spawned },
): Promise<{ server: ChildProcess; ended: Promise<void> }> {
  const logFile = path.join(options.folder, 'postgres.log');
  const log = await open(logFile, 'w', 0o600);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    ...options.settings,
  };
  const [program, ...before] = [...launch.prefix, binaries.postgres] as const;
  const server = spawn(
    program,
    [...before, '-D', options.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...launch.identity,
      // Its own process group: an interrupt at the terminal reaches nonet, which stops it in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  options.spawned(() => void server.kill('SIGQUIT'));
  await log.close();
  let hasEnded = false;
  // Listened for from the start: it may end between two looks at whether it is ready.
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()));
  void ended.then(() => (hasEnded = true));
  const limit = Date.now() + START_LIMIT_MILLISECONDS;
  while (!(await isReady(options.data, server))) {
    if (hasEnded || Date.now() > limit) {
      const tail = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n');
      throw new Error(`PostgreSQL did not start (its log is ${logFile}):\n${tail}`);
    }
    await delay(10);
  }
  server.unref();
  return { server, ended };
}

/** `postmaster.pid` names the process in its first line, and says `ready` in its eighth. */
async function isReady(data: string, server: ChildProcess): Promise<boolean> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready';
}

async function stop(server: ChildProcess, shutdown: 'fast' | 'immediate'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.ref();
  // A fast shutdown ends sessions and writes everything.
  server.kill(shutdown === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await gone;
}

/** The server of a nonet that was killed may still be running, or be on its way down. */
async function stopOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid || !isAlive(pid)) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => data);
  if (!commandLine.includes(data)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited === 10_000) process.kill(pid, 'SIGQUIT');
    if (waited > 20_000)
      throw new Error(`A PostgreSQL (process ${pid}) of an earlier run still uses ${data} and does not stop.`);
    await delay(20);
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is no name for a database.`);
  const client = new pg.Client({ connectionString: url });
  // A broken connection fails its queries; without this listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
