import type { FastifyServerOptions } from 'fastify';
import type { OpenIdProvider } from './open-id/provider.ts';
import { loggedFault } from './operations/fault.ts';
import { logLines } from './operations/log-lines.ts';
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
  /**
   * The proxies whose `X-Forwarded-*` headers are trusted: a number of proxies that each request comes through (the
   * last entries, which they append themselves), or those at these addresses and networks; none by default.
   */
  readonly trustProxy?: number | readonly string[] | false;
  /** Whether browsers must also use https for the subdomains of the product's host. */
  readonly subdomainsUseHttps?: boolean;
  /** Delivers mail; without it nobody gets a link for a password. */
  readonly sendMail?: SendMail | null;
  /**
   * The mail that a provider delivers (7, `### Received`): the secret that both know, and the name under which the
   * provider's mail server states what it has verified; without that name nobody's mail is known to be theirs.
   */
  readonly receivedMail?: { readonly secret: string; readonly verifiedBy: string | null } | null;
  /** The providers with which people may sign in, in addition to a password. */
  readonly openId?: readonly OpenIdProvider[];
  /**
   * The period in which requests are counted for REQUESTS_PER_MINUTE (9), as a number: in another period, counting
   * starts again. For derived tests, which would otherwise wait for the next minute.
   */
  readonly countingPeriod?: () => number;
  /** Whether the agents of people are answered at `/api/-/mcp`; they are unless stated. */
  readonly mcp?: boolean;
  /** The token that opens `/metrics`; in `dev` no token is needed. */
  readonly metricsToken?: string | null;
  /** JSON lines on standard output: `off` (the default), only faults, or every request too. */
  readonly log?: 'off' | 'faults' | 'requests';
  /** The destination of the log, instead of standard output. */
  readonly logStream?: { write(line: string): void };
}

/** The options of pino: it never gets bodies, cookies or credentials. */
export function loggerOptions(options: ServerOptions): NonNullable<FastifyServerOptions['logger']> {
  if (!options.log || options.log === 'off') return false;
  return {
    level: options.log === 'requests' ? 'info' : 'error',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    stream: options.logStream ?? logLines,
    serializers: { err: loggedFault },
  };
}
