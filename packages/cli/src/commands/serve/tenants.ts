import {
  createEngine,
  forwardSecurityEvents,
  indexPlan,
  openPool,
  readTenants,
  serverNotes,
  startWorker,
  type Tenant,
  TenantPools,
  type Worker,
} from '@nonet/engine';
import {
  createPaperMaker,
  createServer,
  type OpenTenant,
  Product,
  renderMail,
  startTenants,
  TenantServers,
} from '@nonet/server';
import { planFor } from '../../check-document.ts';
import { type Database, openDatabase } from '../../database.ts';
import { databaseFailure } from '../../database-failure.ts';
import { readDocument } from '../../document.ts';
import { Ends } from '../../ends.ts';
import { Failure } from '../../failure.ts';
import { planOnce, planStore } from '../../kept-plan.ts';
import { smtpMail } from '../../mail.ts';
import { openIdProviders } from '../../open-id.ts';
import { requirePort } from '../../port.ts';
import { receivedMailOf } from '../../received-mail.ts';
import { securityEventTarget } from '../../security-events.ts';
import { bold, withProgress, yellow } from '../../terminal.ts';
import { ensureUi } from '../../ui-folder.ts';
import { listenForStop, untilStopped } from '../../until-stopped.ts';
import { logFault } from './log.ts';
import type { ServeOptions } from './options.ts';

/** Serves the products of all tenants of a database by one document, until it is stopped. */
export async function serveTenants(file: string, options: ServeOptions): Promise<void> {
  const began = performance.now();
  refuseOthers(options);
  const document = readDocument(file);
  const plan = planOnce(planStore(import.meta.filename, process.env), document, planFor);
  await requirePort(options.host, options.port);
  const uiFolder = await ensureUi();
  const ends = new Ends();
  const stopping = listenForStop();
  try {
    const database = await withProgress('Starting PostgreSQL', () =>
      openDatabase({ data: options.data, file: document.file, mode: 'production', beside: false, tenant: null }),
    );
    ends.defer(() => database.close());
    if (database.servesPerTransaction || database.replicaUrls.length > 0)
      throw new Failure('Tenants share connections of their own: unset DATABASE_POOLER and DATABASE_READ_URL.', 2);
    const list = openPool(database.url, { connections: 1 });
    ends.defer(() => list.end());
    for (const line of await serverNotes(list).catch((error: unknown) => {
      throw databaseFailure(error, database.place);
    }))
      process.stderr.write(`${yellow(line)}\n`);
    const pools = new TenantPools(database.servingUrl ?? database.url);
    ends.defer(() => pools.end());
    const papers = createPaperMaker(plan);
    ends.defer(() => papers.close());
    const servers = new TenantServers({
      open: tenantOpener({ plan, pools, papers, database, uiFolder, options }),
      read: () => readTenants(list),
      onFault: logFault,
      trustProxy: options.trustProxy !== undefined,
    });
    const started = await startTenants(servers, { port: options.port, host: options.host });
    ends.defer(() => started.stop());
    const { all } = servers.counts;
    process.stderr.write(
      `${bold(plan.title || 'The product')} is served at ${started.url} for ${all === 1 ? 'one tenant' : `${all} tenants`} (database: ${database.place}). ` +
        `Ready in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
    );
    await untilStopped(stopping);
  } finally {
    await ends.close();
  }
}

/** Refuses options that are about one product. */
function refuseOthers({ imapUrl, publicOrigin, oidcIssuer }: ServeOptions): void {
  if (imapUrl !== undefined)
    throw new Failure('A mailbox is of one product: with --tenants, mail is received by RECEIVED_MAIL_SECRET.', 2);
  const isSignedIn = oidcIssuer !== undefined || Object.keys(process.env).some((name) => OWN_ISSUER.test(name));
  if (isSignedIn && publicOrigin === undefined)
    throw new Failure(
      'With OIDC_ISSUER, --public-origin has to state how browsers reach the tenants: https://example.com',
      2,
    );
}

const OWN_ISSUER = /^TENANT_[A-Z0-9_]+_OIDC_ISSUER/;

/** The environment as a tenant has it: `TENANT_ACME_OIDC_ISSUER` is the `OIDC_ISSUER` of `acme`. */
export function environmentOfTenant(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const start = `TENANT_${name.toUpperCase()}_`;
  const own = Object.entries(environment).flatMap(([key, value]) =>
    key.startsWith(start) ? [[key.slice(start.length), value] as const] : [],
  );
  return { ...environment, ...Object.fromEntries(own) };
}

interface Shared {
  readonly plan: ReturnType<typeof planFor>;
  readonly pools: TenantPools;
  readonly papers: ReturnType<typeof createPaperMaker>;
  readonly database: Database;
  readonly uiFolder: string;
  readonly options: ServeOptions;
}

/** Opens the product of a tenant: its engine on the shared plan and connections, its worker, and at its first request its server. */
function tenantOpener({
  plan,
  pools,
  papers,
  database,
  uiFolder,
  options,
}: Shared): (tenant: Tenant) => Promise<OpenTenant> {
  const { environment } = database;
  const index = indexPlan(plan, environment);
  const allowsPrivate = options.allowPrivateTargets === true;
  const eventTarget = securityEventTarget(process.env, allowsPrivate);
  const receivedMail = receivedMailOf(options);
  return async ({ name, host }) => {
    const publicOrigin = originOf(host, options.publicOrigin);
    const own = environmentOfTenant(name, process.env);
    const openId = openIdProviders(
      {
        ...options,
        ...(own['OIDC_ISSUER'] === undefined ? {} : { oidcIssuer: own['OIDC_ISSUER'] }),
        ...(own['OIDC_CLIENT_ID'] === undefined ? {} : { oidcClientId: own['OIDC_CLIENT_ID'] }),
        ...(own['OIDC_LABEL'] === undefined ? {} : { oidcLabel: own['OIDC_LABEL'] }),
      },
      own,
      allowsPrivate,
    );
    const sendMail = smtpMail({ smtpUrl: options.smtpUrl, from: own['MAIL_FROM'] ?? options.mailFrom, publicOrigin });
    const pool = pools.poolOf(name);
    let worker: Worker | null = null;
    const engine = await createEngine({
      plan,
      index,
      pool: pool.asPool(),
      environment,
      change: 'beside',
      onCommit: () => worker?.wake(),
    });
    pool.version = engine.migration.version;
    const ends = new Ends();
    ends.defer(() => pool.end());
    ends.defer(() => engine.close());
    const working = startWorker(engine, {
      allowPrivateTargets: allowsPrivate,
      onFault: logFault,
      makePaper: papers.make,
      deliverMail: sendMail && ((outgoing) => sendMail(renderMail(plan, outgoing, publicOrigin))),
    });
    worker = working;
    ends.defer(() => working.stop());
    const forwarding = forwardSecurityEvents(engine.pool, eventTarget, logFault);
    ends.defer(() => forwarding.stop());
    let server: ReturnType<typeof createServer> | null = null;
    const makeServer = async () => {
      const made = await createServer({
        product: new Product({ engine }),
        mode: 'production',
        uiFolder,
        documentReaders: options.documentReaders?.split(',').map((role) => role.trim()) ?? [],
        publicOrigin: options.publicOrigin === undefined ? null : publicOrigin,
        trustProxy: options.trustProxy ?? false,
        subdomainsUseHttps: options.httpsSubdomains === true,
        sendMail,
        receivedMail,
        openId,
        mcp: options.mcp,
        metricsToken: options.metricsToken ?? null,
        log: 'requests',
      });
      ends.defer(() => made.close());
      await made.ready();
      return made;
    };
    return {
      server: () => (server ??= makeServer()),
      settle: async () => {
        await working.settle();
        return working.nextDue();
      },
      close: () => ends.close(),
    };
  };
}

/** The origin of a tenant: its host name, with the scheme and port of `--public-origin`. */
function originOf(host: string, publicOrigin: string | undefined): string {
  if (publicOrigin === undefined) return `https://${host}`;
  const { protocol, port } = new URL(publicOrigin);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}
