import { createEngine, type RunningEngine, seed, startWorker, type Worker } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { createPaperMaker, renderMail, type SendMail } from '@nonet/server';
import { currentUser } from './current-user.ts';
import { databaseFailure } from './database-failure.ts';
import { hasRowSecurity } from './row-security.ts';

export interface Booted {
  readonly engine: RunningEngine;
  /** Ends the worker after what is under way, then closes the engine. */
  close(): Promise<void>;
}

export interface BootOptions {
  readonly plan: Plan;
  readonly databaseUrl: string;
  /** The address with which it serves, where it is another one. */
  readonly servingUrl?: string | null;
  /** Whether that leads to a pooler that gives a connection for a transaction at a time. */
  readonly servesPerTransaction?: boolean;
  /** Servers that follow the database, and may answer readings in its place. */
  readonly replicaUrls?: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The place of the database, for people. */
  readonly place: string;
  readonly mode: 'dev' | 'production';
  readonly allowPrivateTargets: boolean;
  readonly onFault: (fault: unknown) => void;
  /** Is called with a sentence when one of these servers stops or begins to answer. */
  readonly onReplicaNote?: (note: string) => void;
  readonly onFailedCall?: (call: string, problem: string) => void;
  /** The address at which browsers reach the product; null where nobody has stated it. */
  readonly publicOrigin?: () => string | null;
  /** Delivers the mails of the document; null: they wait. */
  readonly mail: MailDelivery | null;
}

export interface MailDelivery {
  readonly send: SendMail;
  /** Where the links of mails lead. */
  readonly origin: () => string;
}

/**
 * Migrates the database to the plan, inserts the stated records, and starts the worker for outbound calls and timers.
 */
export async function boot(options: BootOptions): Promise<Booted> {
  let worker: Worker | null = null;
  const engine = await createEngine({
    plan: options.plan,
    databaseUrl: options.databaseUrl,
    environment: options.environment,
    ...(options.servingUrl === undefined || options.servingUrl === null ? {} : { servingUrl: options.servingUrl }),
    servesPerTransaction: options.servesPerTransaction === true,
    replicaUrls: options.replicaUrls ?? [],
    rowSecurity: hasRowSecurity(options.environment),
    ...(options.onReplicaNote && { onReplicaNote: options.onReplicaNote }),
    // A change that somebody tries while writing may be undone; a served document only goes from version to version.
    change: options.mode === 'dev' ? 'any' : 'newer',
    // A person who has planned it changes values that users see, not the first process that happens to start.
    mayConvert: options.mode === 'dev',
    besideFormer: options.mode === 'production',
    by: currentUser(),
    onCommit: () => worker?.wake(),
  }).catch((error: unknown) => {
    throw databaseFailure(error, options.place, options.mode);
  });
  try {
    await seed(engine, { demo: options.mode === 'dev' });
  } catch (error) {
    await engine.close();
    throw databaseFailure(error, options.place, options.mode);
  }
  const { allowPrivateTargets, onFault, onFailedCall, mail } = options;
  const papers = createPaperMaker(options.plan);
  worker = startWorker(engine, {
    allowPrivateTargets,
    onFault,
    ...(onFailedCall && { onFailedCall }),
    makePaper: papers.make,
    publicOrigin: options.publicOrigin ?? (() => null),
    deliverMail: mail && ((outgoing) => mail.send(renderMail(options.plan, outgoing, mail.origin()))),
  });
  const started = worker;
  return {
    engine,
    close: async () => {
      await started.stop();
      await papers.close();
      await engine.close();
    },
  };
}
