import { createEngine, type RunningEngine, seed, startWorker, type Worker } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { currentUser } from './current-user.ts';
import { databaseFailure } from './database-failure.ts';

export interface Booted {
  readonly engine: RunningEngine;
  /** Ends the worker after what is under way, then closes the engine. */
  close(): Promise<void>;
}

export interface BootOptions {
  readonly plan: Plan;
  readonly databaseUrl: string;
  /** Where the database is, for people. */
  readonly place: string;
  readonly mode: 'dev' | 'production';
  readonly allowPrivateTargets: boolean;
  readonly onFault: (fault: unknown) => void;
}

/** Migrates the database to the plan, inserts the stated records, and starts the worker for outbound calls and timers. */
export async function boot(options: BootOptions): Promise<Booted> {
  let worker: Worker | null = null;
  const engine = await createEngine({
    plan: options.plan,
    databaseUrl: options.databaseUrl,
    // A change that somebody tries while writing may be undone; a served document only goes from version to version.
    change: options.mode === 'dev' ? 'any' : 'newer',
    // Values that people see are changed by who has planned that, not by a process that happens to start first.
    mayConvert: options.mode === 'dev',
    by: currentUser(),
    onCommit: () => worker?.wake(),
  }).catch((error: unknown) => {
    throw databaseFailure(error, options.place);
  });
  try {
    await seed(engine, { demo: options.mode === 'dev' });
  } catch (error) {
    await engine.close();
    throw databaseFailure(error, options.place);
  }
  worker = startWorker(engine, { allowPrivateTargets: options.allowPrivateTargets, onFault: options.onFault });
  const started = worker;
  return {
    engine,
    close: async () => {
      await started.stop();
      await engine.close();
    },
  };
}
