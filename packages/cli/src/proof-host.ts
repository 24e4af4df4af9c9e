import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addUser, createEngine, type RunningEngine, RefusedTask, seed, startWorker, type Worker } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { Host, ProductBrowser, ReceivedCall, ReceiverAnswer } from '@nonet/proof';
import { Product, type StartedServer, start } from '@nonet/server';
import { restore, type Snapshot, takeSnapshot } from './snapshot.ts';

export interface ProofHostOptions {
  readonly plan: Plan;
  /** A former version of its document: its records were put in under that one. */
  readonly former?: Plan;
  /** The address of an empty database, whose user is a superuser. */
  readonly databaseUrl: string;
  /** Where its clock begins, RFC 3339. */
  readonly now: string;
  /** What opens its screens, and the folder that they are served from. */
  readonly browser?: ProductBrowser;
  readonly uiFolder?: string | null;
}

export interface ProofHost extends Host {
  /** What `env` and `secret` constants read in the product. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The product of a document for its derived tests: on a database of its own, with its clock and its receiver in reach. */
export async function startProofHost(options: ProofHostOptions): Promise<ProofHost> {
  const { plan, databaseUrl, now } = options;
  let time = now;
  let aged = time;
  const receiver = await startReceiver(originsOf(plan));
  const environment = environmentFor(plan, receiver.url);
  let engine: RunningEngine | null = null;
  let worker: Worker | null = null;
  let served: StartedServer | null = null;
  let product: Product | null = null;
  /** What the worker has run into first. */
  let fault: unknown = null;
  /** What the server has logged first since somebody looked. */
  let logged: string | null = null;
  const logStream = {
    write: (line: string) => {
      const { err } = JSON.parse(line) as { err?: { type: string; message: string; stack: string } };
      if (err !== undefined) logged ??= `${err.type}: ${err.message}\n${err.stack}`;
    },
  };
  let countingPeriod = 0;
  /** The database as the first start has left it. */
  let first: Snapshot | null = null;

  const stop = async () => {
    await served?.stop();
    await worker?.stop();
    await engine?.close();
  };
  // While cases are derived this thread reads no answer of the database: how long that takes says nothing about the product.
  const patience = { connectMilliseconds: 0, answerMilliseconds: 0 };
  const reset = async () => {
    await stop();
    const clock = () => time;
    if (first === null && options.former !== undefined) {
      const former = await createEngine({ plan: options.former, databaseUrl, clock, environment, patience });
      await seed(former, { demo: true });
      await former.close();
    }
    engine = await createEngine({ plan, databaseUrl, clock, environment, patience, onCommit: () => worker?.wake() });
    if (first === null) {
      await seed(engine, { demo: true });
      first = await takeSnapshot(engine.pool);
    } else await restore(engine.pool, first);
    fault = null;
    worker = startWorker(engine, {
      allowPrivateTargets: true,
      onFault: (error) => {
        if (!isGap(error)) fault ??= error;
      },
    });
    receiver.take();
    receiver.answer([]);
    aged = time;
    product = new Product({ engine });
    // A server of its own, which has counted nobody's requests yet (9).
    served = await start({
      product,
      mode: 'dev',
      uiFolder: options.uiFolder ?? null,
      port: 0,
      log: 'faults',
      logStream,
      countingPeriod: () => countingPeriod,
    });
  };
  /** Sessions end by the time of the database, which does not move: what the clock has gone on by is taken from them. */
  const age = async () => {
    const passed = Date.parse(time) - Date.parse(aged);
    aged = time;
    if (passed <= 0 || engine === null) return;
    const text = 'update nonet.session set expires_at = expires_at - make_interval(secs => $1)';
    await engine.pool.query(text, [passed / 1000]);
  };
  const close = async () => {
    await stop();
    await receiver.close();
  };
  try {
    await reset();
  } catch (error) {
    await close();
    throw error;
  }
  const running = () => {
    if (engine === null || product === null || served === null) throw new Error('The product has not been started.');
    return { engine, product, served };
  };

  return {
    get url() {
      return running().served.url;
    },
    derived: true,
    environment,
    reset,
    addAccount: async (account) => {
      const user = { ...account, passwordHash: null, fields: account.fields, asRecord: true };
      return (await addUser(running().engine, user)).id;
    },
    signIn: async (id) => {
      const token = await running().product.current()?.sessions.open(id);
      return `nonet_session=${token}`;
    },
    forgetRequests: () => {
      countingPeriod += 1;
    },
    setTime: (at) => {
      time = at;
    },
    settle: async () => {
      await age();
      await worker?.settle();
      if (fault !== null) throw fault;
    },
    takeFault: () => {
      const taken = logged;
      logged = null;
      return taken;
    },
    receiver,
    browser: options.browser ?? null,
    close,
  };
}

/** Whether the document leaves open what a timer or a schedule needs: it does nothing, as it should. */
function isGap(error: unknown): boolean {
  return error instanceof RefusedTask && error.refusal.code === 'NOT_SPECIFIED';
}

/** The constants that name where calls go. */
function originsOf(plan: Plan): string[] {
  return plan.calls.flatMap(({ request }) => (request?.origin.kind === 'constant' ? [request.origin.name] : []));
}

function environmentFor(plan: Plan, url: string): Record<string, string> {
  const origins = originsOf(plan);
  return Object.fromEntries(
    plan.constants.flatMap(({ name, value }) =>
      value.kind === 'env' || value.kind === 'secret'
        ? [[value.name, origins.includes(name) ? `${url}/${name}` : `proof-${name.toLowerCase()}`]]
        : [],
    ),
  );
}

/** Takes the calls that a product makes, under the name of the constant that led them here. */
async function startReceiver(origins: readonly string[]) {
  let calls: ReceivedCall[] = [];
  let answers: readonly ReceiverAnswer[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, origin = '', ...rest] = (request.url ?? '').split('/');
      const text = Buffer.concat(chunks).toString('utf8');
      const path = `/${rest.join('/')}`;
      calls.push({
        origin,
        method: request.method ?? '',
        path,
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: text === '' ? null : (JSON.parse(text) as unknown),
        text,
      });
      const isFor = (other: ReceiverAnswer): boolean =>
        other.origin === origin && other.method === request.method && new RegExp(other.path).test(path);
      const answer: Pick<ReceiverAnswer, 'status' | 'body' | 'breaksOff'> = answers.find(isFor) ?? {
        status: 200,
        body: {},
      };
      const body = JSON.stringify(answer.body);
      if (answer.breaksOff === true) {
        response.writeHead(answer.status, { 'content-length': body.length + 1 });
        response.write(body, () => response.destroy());
      } else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    origins,
    answer: (by: readonly ReceiverAnswer[]) => {
      answers = by;
    },
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
