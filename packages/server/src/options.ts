import type { FastifyServerOptions } from 'fastify';
import type { OpenIdProvider } from './open-id/provider.ts';
import { loggedFault } from './operations/fault.ts';
import type { SendMail } from './operations/mail.ts';
import type { Product } from './product.ts';

export type Mode = 'dev' | 'production';

export interface ServerOptions {
  readonly product: Product;
  /** `dev` adds the demo accounts, the switch between them and the events of a changed document. */
  readonly mode: Mode;
  /** The folder of the built user interface; null: the API alone. */
  readonly uiFolder: string | null;
  /** Roles whose holders may read the document and its gaps in production; in `dev` everyone may. */
  readonly documentReaders?: readonly string[];
  /** The origin under which browsers reach the product, where a proxy changes it: `https://claims.example.com`. */
  readonly publicOrigin?: string | null;
  /** Whose `X-Forwarded-*` headers count; nobody's by default. */
  readonly trustProxy?: boolean | string | string[];
  /** Delivers mail; without it nobody is sent a link for a password. */
  readonly sendMail?: SendMail | null;
  /** Whom people may sign in with, beside a password. */
  readonly openId?: readonly OpenIdProvider[];
  /**
   * The period in which requests are counted for REQUESTS_PER_MINUTE (9), as a number: with another one all are counted
   * anew. For derived tests, which would wait for the next minute otherwise.
   */
  readonly countingPeriod?: () => number;
  /** Opens `/metrics` to whoever shows it; in `dev` everyone may look. */
  readonly metricsToken?: string | null;
  /** JSON lines on standard output: `off` (the default), only faults, or every request too. */
  readonly log?: 'off' | 'faults' | 'requests';
  /** Where the log goes instead of standard output. */
  readonly logStream?: { write(line: string): void };
}

/** What pino gets: never bodies, cookies or credentials. */
export function loggerOptions(options: ServerOptions): NonNullable<FastifyServerOptions['logger']> {
  if (!options.log || options.log === 'off') return false;
  return {
    level: options.log === 'requests' ? 'info' : 'error',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    ...(options.logStream ? { stream: options.logStream } : {}),
    serializers: { err: loggedFault },
  };
}
