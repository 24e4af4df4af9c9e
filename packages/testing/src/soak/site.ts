import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attachEmbeddedPostgres, type EmbeddedPostgres, makeScratchFolder, startEmbeddedPostgres } from '@nonet/engine';
import { ProductFolder, type RunningProduct } from '../story/product.ts';
import { startTargets, type Targets } from './targets.ts';

const PASSWORD = 'a long enough password';
const MEMBERS = ['ann', 'ben', 'cas', 'dot'];

/** A product in production on a PostgreSQL of its own, both of which are killed again and again. */
export class Site {
  readonly targets: Targets;
  private readonly folder: string;
  private readonly place: ProductFolder;
  private readonly port: number;
  private postgres: EmbeddedPostgres;
  private url = '';
  private product: RunningProduct | null = null;
  private readonly cookies: string[] = [];

  private constructor(
    folder: string,
    place: ProductFolder,
    port: number,
    postgres: EmbeddedPostgres,
    targets: Targets,
  ) {
    this.folder = folder;
    this.place = place;
    this.port = port;
    this.postgres = postgres;
    this.targets = targets;
  }

  static async open(): Promise<Site> {
    const folder = await makeScratchFolder('soak');
    const port = await freePort();
    const postgres = await startPostgres(folder, port);
    const document = await readFile(path.join(import.meta.dirname, 'spec.md'), 'utf8');
    const site = new Site(folder, await ProductFolder.make(document), port, postgres, await startTargets());
    site.url = await (await attachEmbeddedPostgres({ folder })).database('soak');
    await site.startServer();
    for (const name of MEMBERS) await site.addMember(name);
    return site;
  }

  /** A request of a member; null if no complete answer came, so that it is not known whether it was carried out. */
  async ask(member: number, method: string, url: string, body?: unknown, key?: string): Promise<Answer | null> {
    const { product } = this;
    if (product === null) return null;
    const headers = {
      cookie: this.cookies[member % MEMBERS.length] ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return fetch(product.url + url, { ...request, signal: AbortSignal.timeout(20_000) })
      .then(async (answer): Promise<Answer> => {
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
      })
      .catch(() => null);
  }

  /** Repeats a request until it has a final answer: with its key, it is carried out once. */
  async askUntilAnswered(member: number, method: string, url: string, body?: unknown, key?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.ask(member, method, url, body, key);
      if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
      await delay(50);
    }
  }

  /** `kill -9` of the server, and a new one. */
  async killServer(): Promise<void> {
    const { product } = this;
    this.product = null;
    await product?.end('SIGKILL');
    await this.startServer();
  }

  /** Does the same as `pg_ctl stop -m immediate`, under a server that keeps running; then PostgreSQL starts again. */
  async killDatabase(): Promise<void> {
    const lines = (await readFile(path.join(this.folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(lines[0]), 'SIGQUIT');
    await this.postgres.stop();
    this.postgres = await startPostgres(this.folder, this.port);
  }

  async close(): Promise<void> {
    await this.product?.stop();
    await this.postgres.stop();
    await this.targets.close();
    await this.place.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async startServer(): Promise<void> {
    const environment = { DATABASE_URL: this.url, HOOK_URL: this.targets.url };
    this.product = await this.place.start('serve', environment, ['--allow-private-targets']);
  }

  private async addMember(name: string): Promise<void> {
    const words = ['user', 'add', `${name}@example.com`, '--name', name, '--document', 'spec.md'];
    const added = await this.place.nonet(words, `${PASSWORD}\n`, { DATABASE_URL: this.url });
    if (added.code !== 0) throw new Error(added.stderr);
    const answer = await fetch(`${this.product?.url}/api/-/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.com`, password: PASSWORD }),
    });
    this.cookies.push(answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** With fsync, and on one port, so that the server finds it again. */
async function startPostgres(folder: string, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ folder, settings: { port: String(port), max_connections: '100' } });
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
