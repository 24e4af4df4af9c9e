import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addUser,
  createEngine,
  KEY_VARIABLE,
  type MailFile,
  type ReadPaper,
  type RunningEngine,
  RefusedMail,
  RefusedTask,
  seed,
  startWorker,
  titleOfPaper,
  type Worker,
} from '@nonet/engine';
import type { Plan } from '@nonet/language';
import {
  type Fault,
  framesOf,
  type Host,
  type ProductBrowser,
  type ReceivedCall,
  type ReceiverAnswer,
  MAIL_ORIGIN,
} from '@nonet/proof';
import { type Mail, Product, renderMail, type StartedServer, start, textOfPaper } from '@nonet/server';
import { hasRowSecurity } from './row-security.ts';
import { restore, type Snapshot, takeSnapshot } from './snapshot.ts';

/** The storage that a former version of a document has made. */
export interface FormerStorage {
  readonly plan: Plan;
  /** Whether the former document's own records are in it: they may have no place in the other one. */
  readonly isFilled: boolean;
}

export interface ProofHostOptions {
  readonly plan: Plan;
  /** A former version of its document, which makes the storage that is then brought to the document. */
  readonly former?: FormerStorage;
  /** The address of an empty database, whose user is a superuser. */
  readonly databaseUrl: string;
  /** The start of its clock, RFC 3339. */
  readonly now: string;
  /** The browser that opens its screens, and the folder with the user interface's files. */
  readonly browser?: ProductBrowser;
  readonly uiFolder?: string | null;
}

export interface ProofHost extends Host {
  /** The environment of the product: what `env` and `secret` constants read, and the key of its secrets. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The product of a document for its derived tests: on its own database, with control of its clock and its receiver. */
export async function startProofHost(options: ProofHostOptions): Promise<ProofHost> {
  const { plan, databaseUrl, now } = options;
  let time = now;
  let aged = time;
  const receiver = await startReceiver(originsOf(plan));
  // Secrets are encrypted as in a product that is served.
  const environment = {
    ...environmentFor(plan, receiver.url),
    [KEY_VARIABLE]: randomBytes(32).toString('base64'),
  };
  let engine: RunningEngine | null = null;
  let worker: Worker | null = null;
  let served: StartedServer | null = null;
  let product: Product | null = null;
  /** The first failure of the worker. */
  let fault: unknown = null;
  /** The first error that the server has logged since somebody looked. */
  let logged: Fault | null = null;
  const logStream = {
    write: (line: string) => {
      const { err } = JSON.parse(line) as { err?: { type: string; message: string; stack: string } };
      if (err !== undefined) logged ??= { type: err.type, message: err.message, frames: framesOf(err.stack) };
    },
  };
  /** Whether outbound calls stay queued. */
  let isHoldingBack = true;
  let countingPeriod = 0;
  /** The database as the first start has left it. */
  let first: Snapshot | null = null;

  const stop = async () => {
    await served?.stop();
    await worker?.stop();
    await engine?.close();
  };
  // While cases are derived this thread reads no answer of the database: how long that takes says nothing about the
  // product.
  const timeouts = { connectMilliseconds: 0, answerMilliseconds: 0 };
  const reset = async () => {
    await stop();
    const clock = () => time;
    if (first === null && options.former !== undefined) {
      const { plan: stated, isFilled } = options.former;
      const former = await createEngine({
        plan: isFilled ? stated : withoutRecords(stated),
        databaseUrl,
        clock,
        environment,
        timeouts,
      });
      // Without the former plan no record counts as inserted, so that the document inserts its records as stated.
      if (isFilled) await seed(former, { demo: true });
      await former.close();
    }
    engine = await createEngine({
      plan,
      rowSecurity: hasRowSecurity(process.env),
      databaseUrl,
      clock,
      environment,
      timeouts,
      onCommit: () => worker?.wake(),
    });
    if (first === null) {
      await seed(engine, { demo: true });
      first = await takeSnapshot(engine.pool);
    } else await restore(engine.pool, first);
    fault = null;
    isHoldingBack = true;
    // A task that the document refuses or leaves open does nothing, which is right: later reads show that (4).
    worker = startWorker(engine, {
      allowPrivateTargets: true,
      // A call to an origin that the document states would leave this machine.
      // Tables are handed to it; one that it fetched would leave this machine.
      takesFeeds: false,
      isHeldBack: ({ request }) => isHoldingBack || request?.origin.kind === 'literal',
      publicOrigin: () => running().served.url,
      // The words of a paper are proven, and not their form.
      makePaper: async (paper) => Buffer.from(JSON.stringify(wordsOfPaper(paper))),
      deliverMail: (mail) => receiver.deliver(renderMail(plan, mail, running().served.url), mail.call),
      onFault: (error) => {
        if (!(error instanceof RefusedTask)) fault ??= error;
      },
    });
    receiver.take();
    aged = time;
    product = new Product({ engine });
    // A new server, which has not counted any requests yet (9).
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
  /**
   * Sessions end by the time of the database, which does not move: what the clock has gone on by is taken from them.
   */
  const age = async () => {
    const passed = Date.parse(time) - Date.parse(aged);
    aged = time;
    if (passed <= 0 || engine === null) return;
    const text = `update nonet.session set expires_at = expires_at - make_interval(secs => $1),
      seen_at = seen_at - make_interval(secs => $2)`;
    // The tests know no session of an exact call that ends because nobody uses it.
    const unused = plan.answered.calls.length === 0 ? passed : 0;
    await engine.pool.query(text, [passed / 1000, unused / 1000]);
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
      const token = await running().product.current()?.sessions.open(id, undefined, null, true);
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
    receiver: {
      take: receiver.take,
      holdBack: async () => {
        // A call that is under way ends first: what its answer does belongs to the case that it was queued in.
        if (!isHoldingBack) await worker?.settle();
        isHoldingBack = true;
      },
      answer: async (by) => {
        if (isHoldingBack) await running().engine.pool.query(`delete from nonet.outbound_call where state = 'waiting'`);
        receiver.answer(by);
        isHoldingBack = false;
      },
    },
    browser: options.browser ?? null,
    close,
  };
}

function withoutRecords(plan: Plan): Plan {
  return { ...plan, entities: plan.entities.map((entity) => ({ ...entity, records: [], demoRecords: [] })) };
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

/** The answer to a call that no case has stated an answer to. */
const NOT_EXPECTED = { status: 404, body: {} } as const;

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
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Buffer.from(String(value), 'latin1').toString('utf8'),
          ]),
        ),
        body: text === '' ? null : (JSON.parse(text) as unknown),
        text,
      });
      const isFor = (other: ReceiverAnswer): boolean =>
        other.origin === origin && other.method === request.method && new RegExp(other.path).test(path);
      const answer: Pick<ReceiverAnswer, 'status' | 'body' | 'breaksOff'> = answers.find(isFor) ?? NOT_EXPECTED;
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
    /** A mail comes to the receiver as a call does, so that it is answered and compared like one. */
    deliver: async ({ to, subject, text, replyTo, files = [], key = '' }: Mail, name: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/${MAIL_ORIGIN}/${name}/${encodeURIComponent(to)}`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify({ to, subject, replyTo: replyTo ?? null, text: text.trim(), files: files.map(fileSaid) }),
      });
      await answer.text();
      if (!answer.ok) throw new RefusedMail(`The mail server says ${answer.status}.`, answer.status);
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

/** A paper as the reference knows it: its words, whose form is Typst's affair. */
function wordsOfPaper(paper: ReadPaper) {
  return { title: titleOfPaper(paper), language: paper.language, text: textOfPaper(paper) };
}

/** A file of a mail as the reference knows it. */
function fileSaid({ name, type, content }: MailFile) {
  const text = Buffer.from(content).toString();
  return type === 'application/pdf' && text.startsWith('{') ? { paper: JSON.parse(text) as unknown } : { name };
}
