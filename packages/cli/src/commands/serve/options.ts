import type { OpenIdOptions } from '../../open-id.ts';
import type { RunOptions } from '../../run-options.ts';

/** The options of `nonet serve`. */
export interface ServeOptions extends RunOptions, OpenIdOptions {
  tenants?: true;
  documentReaders?: string;
  publicOrigin?: string;
  trustProxy?: number | readonly string[];
  httpsSubdomains?: true;
  allowPrivateTargets?: true;
  mcp: boolean;
  metricsToken?: string;
  smtpUrl?: string;
  mailFrom?: string;
  receivedMailSecret?: string;
  receivedMailVerifiedBy?: string;
  imapUrl?: string;
}
