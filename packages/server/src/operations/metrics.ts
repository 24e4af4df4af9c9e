import { message } from '@nonet/language';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';

/** Seconds: from a read in one statement to what the time limit of a request ends. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/**
 * `/metrics`, in Prometheus's text form: open to everyone in `dev`, otherwise to requests with the deployment's token;
 * without a token there is no such route, and nothing is measured. The figures reveal data that no reader may learn,
 * so no role opens them.
 */
export function addMetrics(server: FastifyInstance, options: ServerOptions): void {
  const token = options.metricsToken ?? null;
  if (token === null && options.mode !== 'dev') return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(server, registry);
  measureProduct(registry, options);
  server.get('/metrics', { config: { always: true } }, async (request, reply) => {
    if (token !== null && !shows(request, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw standardRefusal(request.running?.plan ?? null, 'UNAUTHENTICATED', { words: message('metricsToken') });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function shows(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function measureRequests(server: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'nonet_request_duration_seconds',
    help: 'Answered requests, by route (with its parameters open), method and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const refusals = new Counter({
    name: 'nonet_refusals_total',
    help: 'Requests that were answered by a problem, by its code and the clause that it names.',
    labelNames: ['code', 'clause'],
    registers,
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (request.problem) refusals.inc({ code: request.problem.code, clause: request.problem.clause ?? '' });
  });
}

/** Read when they are asked for: the connections of this process, and what all processes share in the database. */
function measureProduct(registry: Registry, { product }: ServerOptions): void {
  const connections = new Gauge({
    name: 'nonet_database_connections',
    help: 'Connections of this process: in use, idle; and requests that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const pool = product.current()?.engine.pool;
      if (!pool) return;
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
    },
  });
  const gapHits = new Gauge({
    name: 'nonet_gap_hits',
    help: 'How often somebody ran into what the document does not show, by clause, since the product began.',
    labelNames: ['clause'],
    registers: [],
    async collect() {
      this.reset();
      const hits = (await product.current()?.engine.hits()) ?? [];
      for (const [clause, count] of hits) this.set({ clause }, count);
    },
  });
  const late = new Gauge({
    name: 'nonet_outbound_call_late_seconds',
    help: 'How long the outbound call that is due longest has waited past its time.',
    labelNames: ['call'],
    registers: [],
  });
  const calls = new Gauge({
    name: 'nonet_outbound_calls',
    help: 'Outbound calls (point 7) that wait, or have failed and wait for somebody.',
    labelNames: ['call', 'state'],
    registers: [],
    async collect() {
      this.reset();
      late.reset();
      for (const { call, state, count, lateSeconds } of (await product.current()?.engine.leftCalls()) ?? []) {
        this.set({ call, state }, count);
        if (state === 'waiting') late.set({ call }, lateSeconds);
      }
    },
  });
  const failures = new Gauge({
    name: 'nonet_worker_failures',
    help: 'What the product could not do by itself at its last try: timers (by record), schedules of calls, cleaning up.',
    labelNames: ['task', 'clause'],
    registers: [],
    async collect() {
      this.reset();
      for (const { task, clause } of (await product.current()?.engine.workerFailures()) ?? [])
        this.inc({ task, clause });
    },
  });
  const writes = new Gauge({
    name: 'nonet_writes',
    help: 'Writes of this process, by how they were carried out: by one statement, or by several in a transaction.',
    labelNames: ['path'],
    registers: [],
    collect() {
      for (const [path, count] of Object.entries(product.current()?.engine.writeCounts() ?? {}))
        this.set({ path }, count);
    },
  });
  const readings = new Gauge({
    name: 'nonet_replica_readings',
    help: 'Readings of this process that replicas may answer, by the server that did: `primary`, or the name of a replica.',
    labelNames: ['server'],
    registers: [],
    collect() {
      this.reset();
      const { byPrimary, states } = replicasOf(product);
      if (states.length === 0) return;
      this.set({ server: 'primary' }, byPrimary);
      for (const { name, answered } of states) this.set({ server: name }, answered);
    },
  });
  const passedOver = new Gauge({
    name: 'nonet_replica_passed_over',
    help: 'Readings of this process for which a replica was passed over: behind, conflict, unreachable, other (version or primary), failed.',
    labelNames: ['server', 'reason'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, passedOver: reasons } of replicasOf(product).states)
        for (const [reason, count] of reasons) this.set({ server: name, reason }, count);
    },
  });
  const replicaUp = new Gauge({
    name: 'nonet_replica_up',
    help: 'Whether a replica answers readings: 1, or 0 with the reason for which it does not.',
    labelNames: ['server', 'reason'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, misfit } of replicasOf(product).states)
        this.set({ server: name, reason: misfit ?? '' }, misfit === null ? 1 : 0);
    },
  });
  const replicaLag = new Gauge({
    name: 'nonet_replica_lag_seconds',
    help: 'For how long the primary has had what a replica lacks, to the second.',
    labelNames: ['server'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, lagSeconds } of replicasOf(product).states)
        if (lagSeconds !== null) this.set({ server: name }, lagSeconds);
    },
  });
  const replicas = [readings, passedOver, replicaUp, replicaLag];
  // In this order, because reading the calls also sets the gauge of late ones.
  for (const gauge of [connections, gapHits, writes, ...replicas, calls, late, failures])
    registry.registerMetric<string>(gauge);
}

function replicasOf(product: ServerOptions['product']) {
  return product.current()?.engine.replicas() ?? { byPrimary: 0, states: [] };
}
