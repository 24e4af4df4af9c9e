import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nonet/engine';
import pg from 'pg';

/** A server with those that follow it. */
export interface Primary {
  /** The address of a database, which is made where it is not there yet. */
  database(name: string): Promise<string>;
  /** The address of the same with a role that owns nothing. */
  servingUrl(name: string): Promise<string>;
  /** A server that follows this one, from its present state on. */
  follow(settings?: Readonly<Record<string, string>>): Promise<Standby>;
  stop(): Promise<void>;
}

export interface Standby {
  url(database: string): string;
  /** Runs a statement there, as the owner. */
  run<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Ends it; `start` begins it again where it was, at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

// A crash of the machine may lose it.
const TEMPORARY = { fsync: 'off', full_page_writes: 'off', hot_standby_feedback: 'on' };

/** A primary of npm's PostgreSQL among the temporary files. It answers writes when they are flushed, as in use. */
export async function startPrimary(settings: Readonly<Record<string, string>> = {}): Promise<Primary> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'nonet-primary-'));
  const folder = path.join(root, 'primary');
  const server = await startEmbeddedPostgres({ folder, settings: { ...TEMPORARY, ...settings } });
  const standbys: Standby[] = [];
  return {
    database: (name) => server.database(name),
    servingUrl: (name) => server.servingUrl(name),
    async follow(own = {}) {
      const standby = await startStandby(server, folder, path.join(root, `standby-${standbys.length}`), own);
      standbys.push(standby);
      return standby;
    },
    async stop() {
      for (const standby of standbys) await standby.stop();
      await server.stop('immediate');
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** npm's PostgreSQL has no `pg_basebackup`: its files are copied between the beginning and the end of a backup. */
async function startStandby(
  primary: EmbeddedPostgres,
  from: string,
  folder: string,
  own: Readonly<Record<string, string>>,
): Promise<Standby> {
  const url = await primary.database('postgres');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await promisify(execFile)('cp', ['-a', from, folder]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const data = path.join(folder, 'postgres');
    await rm(path.join(data, 'postmaster.pid'));
    await writeFile(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o644 });
    await writeFile(path.join(data, 'standby.signal'), '', { mode: 0o644 });
  } finally {
    await client.end();
  }
  await rm(path.join(folder, 'nonet.lock'), { force: true });
  const { hostname, port, username, password } = new URL(url);
  const ownPort = String(await freePort());
  const settings = {
    ...TEMPORARY,
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    ...own,
    port: ownPort,
  };
  const start = () => startEmbeddedPostgres({ folder, settings });
  const addressOf = (database: string) => {
    const address = new URL(url);
    address.port = ownPort;
    address.pathname = `/${database}`;
    return address.href;
  };
  let server: EmbeddedPostgres | null = await start();
  return {
    url: addressOf,
    async start() {
      server = await start();
    },
    async run<Row extends pg.QueryResultRow>(statement: string) {
      const there = new pg.Client({ connectionString: addressOf('postgres') });
      await there.connect();
      try {
        return (await there.query<Row>(statement)).rows;
      } finally {
        await there.end();
      }
    },
    async stop() {
      await server?.stop('immediate');
      server = null;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('It has no port.')),
      );
    });
  });
}
