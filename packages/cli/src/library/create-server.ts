import { loggedFault, Product, start } from '@nonet/server';
import { boot } from '../boot.ts';
import { Ends } from '../ends.ts';
import { ensureUi } from '../ui-folder.ts';
import { smtpMail } from '../mail.ts';
import { receivedMailOf } from '../received-mail.ts';
import { planOfSpecification } from './document-errors.ts';
import type { Specification } from './specification.ts';

export interface NonetServerOptions {
  readonly document: Specification;
  /** A PostgreSQL 14 or later: postgres://user:password@host:5432/database. */
  readonly databaseUrl: string;
  /** `production` unless stated; `dev` adds the demo people and their records. */
  readonly mode?: 'dev' | 'production';
  /** A free one unless stated. */
  readonly port?: number;
  /** `127.0.0.1` unless stated. */
  readonly host?: string;
  /** The origin under which browsers reach it, where a proxy changes it: `https://claims.example.com`. */
  readonly publicOrigin?: string;
  /** The proxies whose `X-Forwarded-*` headers are trusted: their number, or their addresses and networks. */
  readonly trustProxy?: number | readonly string[];
  /** Roles whose holders may read the document and its gaps. */
  readonly documentReaders?: readonly string[];
  /** The environment that `env` and `secret` of point 9 read, and the keys of encryption; `process.env` by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether outbound calls may reach loopback and private addresses. */
  readonly allowPrivateTargets?: boolean;
  /** Opens `/metrics` to `Authorization: Bearer <token>`. */
  readonly metricsToken?: string;
  /** Delivers mail: `smtp://user:password@host:port`; needs `publicOrigin`. Without it the mails of the document wait. */
  readonly smtpUrl?: string;
  /** The sender of mail; `no-reply@` the public origin's host unless stated. */
  readonly mailFrom?: string;
  /**
   * Receives mail (7) at `/api/-/received`: the secret that the mail provider shows, and the name under which its mail
   * server states what it has verified.
   */
  readonly receivedMail?: { readonly secret: string; readonly verifiedBy?: string };
  /** The API alone, without the user interface. */
  readonly withoutInterface?: boolean;
  /** JSON lines on standard output; `off` unless stated. */
  readonly log?: 'off' | 'faults' | 'requests';
  /** Receives the faults of outbound calls and timers; written to standard error, as JSON lines, unless stated. */
  readonly onFault?: (fault: unknown) => void;
}

export interface NonetServer {
  /** As a browser on this machine reaches it: `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Answers what is under way, and ends. */
  close(): Promise<void>;
}

/**
 * Brings the database to the document, as `nonet serve` does, and serves its product.
 * @throws {DocumentErrors} if the document has errors; and if the database refuses the change, or the port is taken.
 */
export async function createServer(options: NonetServerOptions): Promise<NonetServer> {
  const plan = planOfSpecification(options.document);
  const mode = options.mode ?? 'production';
  const sendMail = smtpMail({ smtpUrl: options.smtpUrl, from: options.mailFrom, publicOrigin: options.publicOrigin });
  const receivedMail = receivedMailOf({
    receivedMailSecret: options.receivedMail?.secret,
    receivedMailVerifiedBy: options.receivedMail?.verifiedBy,
  });
  const uiFolder = options.withoutInterface === true ? null : await ensureUi();
  const ends = new Ends();
  try {
    const booted = await boot({
      plan,
      databaseUrl: options.databaseUrl,
      environment: options.environment ?? process.env,
      place: 'the database of createServer',
      mode,
      allowPrivateTargets: options.allowPrivateTargets ?? mode === 'dev',
      onFault: options.onFault ?? writeFault,
      mail: sendMail && { send: sendMail, origin: () => options.publicOrigin ?? '' },
    });
    ends.defer(() => booted.close());
    const started = await start({
      product: new Product(booted),
      mode,
      uiFolder,
      port: options.port ?? 0,
      ...(options.host === undefined ? {} : { host: options.host }),
      documentReaders: options.documentReaders ?? [],
      publicOrigin: options.publicOrigin ?? null,
      trustProxy: options.trustProxy ?? false,
      sendMail,
      receivedMail,
      metricsToken: options.metricsToken ?? null,
      log: options.log ?? 'off',
    });
    ends.defer(() => started.stop());
    return { url: started.url, close: () => ends.close() };
  } catch (error) {
    await ends.close();
    throw error;
  }
}

function writeFault(fault: unknown): void {
  const time = new Date().toISOString();
  process.stderr.write(`${JSON.stringify({ level: 50, time, err: loggedFault(fault), msg: 'fault of the worker' })}\n`);
}
