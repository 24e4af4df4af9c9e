import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@nonet/engine';
import { begin, childrenOf, freePort, give, kill, postmasterOf, type Programs } from './programs.ts';

/** The settings of Patroni that docs/failover.md shows. */
const SETTINGS = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 6,
  // The server that was killed is not waited for.
  master_start_timeout: 0,
  maximum_lag_on_failover: 1048576,
  // A write is answered when another server has it, and no server takes over that has not.
  synchronous_mode: true,
  synchronous_mode_strict: true,
} as const;

const PASSWORD = 'a-password-of-a-test';

interface Member {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly restPort: number;
  patroni: ChildProcess | null;
}

interface MemberView {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
  readonly timeline?: number;
}

export const FAULTS = ['switchover', 'server killed', 'machine lost', 'machine frozen'] as const;
export type Fault = (typeof FAULTS)[number];

/** A cluster of three servers that Patroni looks after, with etcd, behind HAProxy. */
export class Cluster {
  readonly #programs: Programs;
  readonly #root: string;
  readonly #members: readonly Member[];
  readonly #etcdPorts: readonly [number, number];
  readonly #proxyPort: number;
  readonly #others: ChildProcess[] = [];

  private constructor(programs: Programs, root: string, members: readonly Member[], ports: readonly number[]) {
    this.#programs = programs;
    this.#root = root;
    this.#members = members;
    this.#etcdPorts = [ports[0] ?? 0, ports[1] ?? 0];
    this.#proxyPort = ports[2] ?? 0;
  }

  static async start(programs: Programs): Promise<Cluster> {
    const root = mkdtempSync(path.join(os.tmpdir(), 'nonet-failover-'));
    chmodSync(root, 0o755);
    const members: Member[] = [];
    for (const name of ['one', 'two', 'three']) {
      const folder = path.join(root, name);
      mkdirSync(folder);
      const [port, restPort] = [await freePort(), await freePort()];
      members.push({ name, folder, data: path.join(folder, 'data'), port, restPort, patroni: null });
    }
    const cluster = new Cluster(programs, root, members, [await freePort(), await freePort(), await freePort()]);
    try {
      await cluster.#begin();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The address of a database through HAProxy, and of the same in each server. */
  url(database: string): string {
    return this.#address(this.#proxyPort, database);
  }

  servers(database: string): string {
    return this.#members.map(({ port }) => this.#address(port, database)).join(',');
  }

  get folder(): string {
    return this.#root;
  }

  #address(port: number, database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  async #begin(): Promise<void> {
    const [client, peer] = this.#etcdPorts;
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const etcd = path.join(this.#root, 'etcd');
    mkdirSync(etcd, { mode: 0o700 });
    for (const member of this.#members)
      writeFileSync(path.join(member.folder, 'patroni.yml'), JSON.stringify(this.#patroniSettings(member), null, 2));
    writeFileSync(path.join(this.#root, 'haproxy.cfg'), this.#haproxySettings());
    give(this.#root);
    const given = ['--data-dir', etcd, '--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
    const peers = [
      '--listen-peer-urls',
      peerUrl,
      '--initial-advertise-peer-urls',
      peerUrl,
      '--initial-cluster',
      `default=${peerUrl}`,
    ];
    this.#others.push(begin(this.#programs.etcd, [...given, ...peers], path.join(this.#root, 'etcd.log')));
    const [first, ...others] = this.#members;
    if (first === undefined) throw new Error('The cluster has no members.');
    this.#run(first);
    await this.#until(async () => (await this.leader()) !== null, 'has a leader');
    for (const member of others) this.#run(member);
    await this.settle();
    this.#others.push(
      begin(this.#programs.haproxy, ['-f', path.join(this.#root, 'haproxy.cfg')], path.join(this.#root, 'haproxy.log')),
    );
  }

  #run(member: Member): void {
    const settings = path.join(member.folder, 'patroni.yml');
    member.patroni = begin(this.#programs.patroni, [settings], path.join(member.folder, 'patroni.log'));
  }

  #patroniSettings({ name, data, port, restPort, folder }: Member): object {
    const address = (of: number) => `127.0.0.1:${of}`;
    const parameters = {
      wal_log_hints: 'on',
      hot_standby: 'on',
      hot_standby_feedback: 'on',
      max_connections: 60,
      shared_buffers: '32MB',
    };
    return {
      scope: 'shop',
      name,
      restapi: { listen: address(restPort), connect_address: address(restPort) },
      etcd3: { hosts: [address(this.#etcdPorts[0])] },
      bootstrap: {
        dcs: { ...SETTINGS, postgresql: { use_pg_rewind: true, parameters } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: address(port),
        connect_address: address(port),
        data_dir: data,
        bin_dir: this.#programs.postgres,
        pgpass: path.join(folder, 'pgpass'),
        authentication: {
          superuser: { username: 'postgres', password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
          rewind: { username: 'rewinder', password: PASSWORD },
        },
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          'local all all trust',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    };
  }

  #haproxySettings(): string {
    const servers = this.#members.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    );
    return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:${this.#proxyPort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
  }

  /** The members as one of them sees them; none while nobody answers. */
  async #view(): Promise<readonly MemberView[]> {
    for (const { restPort } of this.#members) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1_000) });
        return ((await answer.json()) as { members: MemberView[] }).members;
      } catch {
        // The next one is asked.
      }
    }
    return [];
  }

  async leader(): Promise<string | null> {
    const found = (await this.#view()).find(({ role, state }) => role === 'leader' && state === 'running');
    return found?.name ?? null;
  }

  /** Resolves when there is a leader, and both others follow it without a lag, one of them synchronously. */
  async settle(): Promise<void> {
    const isWhole = async () => {
      const members = await this.#view();
      const leader = members.find(({ role }) => role === 'leader');
      const following = members.filter(
        ({ role, lag, timeline }) => role !== 'leader' && lag === 0 && timeline === leader?.timeline,
      );
      return leader !== undefined && following.length === 2 && members.some(({ role }) => role === 'sync_standby');
    };
    await this.#until(isWhole, 'is whole');
  }

  async #until(holds: () => Promise<boolean>, what: string): Promise<void> {
    const limit = Date.now() + 120_000;
    while (!(await holds())) {
      if (Date.now() > limit)
        throw new Error(`The cluster is not as expected (${what}); its logs are in ${this.#root}.`);
      await delay(100);
    }
  }

  /**
   * Lets the primary fail, and answers when another server takes writes, in milliseconds from the beginning: that is how long
   * detection takes. What was ended is started again by `repair`.
   */
  async fail(fault: Fault): Promise<{
    readonly milliseconds: number;
    readonly from: string;
    readonly to: string;
    readonly repair: () => void;
  }> {
    const name = await this.leader();
    const member = this.#members.find((each) => each.name === name);
    if (member === undefined) throw new Error('There is no leader that could fail.');
    const began = performance.now();
    const repair = await this.#break(member, fault);
    const to = await this.#writable(member);
    return { milliseconds: performance.now() - began, from: member.name, to, repair };
  }

  async #break(member: Member, fault: Fault): Promise<() => void> {
    const postmaster = postmasterOf(member.data);
    if (fault === 'server killed') {
      kill(postmaster);
      return () => undefined;
    }
    if (fault === 'machine lost') {
      kill(member.patroni?.pid);
      kill(postmaster);
      return () => this.#run(member);
    }
    if (fault === 'machine frozen') {
      const all = [member.patroni?.pid, postmaster, ...(postmaster === null ? [] : childrenOf(postmaster))];
      for (const pid of all) kill(pid, 'SIGSTOP');
      return () => all.forEach((pid) => kill(pid, 'SIGCONT'));
    }
    const answer = await fetch(`http://127.0.0.1:${member.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: member.name }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
    return () => undefined;
  }

  /** The name of the first other server that has committed a write, asked directly. */
  async #writable(former: Member): Promise<string> {
    const limit = Date.now() + 90_000;
    const others = this.#members.filter((member) => member !== former);
    const over = new AbortController();
    const tryOne = async ({ name, port }: Member): Promise<string> => {
      while (!over.signal.aborted && Date.now() < limit) {
        const written = await this.#execute('insert into probe default values', port).then(
          () => true,
          () => false,
        );
        if (written) return name;
        await delay(50);
      }
      throw new Error(`No other server took over; the logs are in ${this.#root}.`);
    };
    try {
      return await Promise.any(others.map(tryOne));
    } finally {
      over.abort();
    }
  }

  /** Makes an empty database. */
  async makeDatabase(name: string): Promise<void> {
    // Until its first checks HAProxy believes every server to be the primary.
    const make = () =>
      this.#execute(`create database ${name}`).then(
        () => true,
        () => false,
      );
    await this.#until(make, 'takes writes through HAProxy');
    await this.#execute('create table probe (at timestamptz not null default now())');
  }

  async #execute(statement: string, port = this.#proxyPort): Promise<void> {
    const pool = openPool(this.#address(port, 'postgres'), {
      connections: 1,
      connectMilliseconds: 1_000,
      onError: () => undefined,
    });
    try {
      await pool.query(statement);
    } finally {
      await pool.end();
    }
  }

  /** Ends everything, and removes it. */
  async stop(): Promise<void> {
    for (const { patroni, data } of this.#members) {
      kill(patroni?.pid, 'SIGCONT');
      kill(patroni?.pid);
      const postmaster = postmasterOf(data);
      kill(postmaster, 'SIGCONT');
      kill(postmaster, 'SIGQUIT');
    }
    for (const { pid } of this.#others) kill(pid);
    await delay(1_000);
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}
