import os from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The interval of the checks whether npm still runs. */
const LOOK_MILLISECONDS = 500;

/** npm also passes on the signal of the terminal: a second one within this time is the same. */
const REPEATED_SIGNAL_MILLISECONDS = 1000;

/** The signal that ends a process which keeps running. */
export interface Stopping {
  /**
   * Aborted at the first interrupt or request to stop; a second one ends the process immediately. Its reason is the
   * name of the signal.
   */
  readonly signal: AbortSignal;
  /** Aborts it for another reason: the reader of its output is gone. */
  stop(signal: (typeof SIGNALS)[number]): void;
  /** The exit code of the process then, as a shell has it: 130 after an interrupt. */
  exitCode(): number;
}

/** Listens for what is to end this process in order. */
export function listenForStop(): Stopping {
  const controller = new AbortController();
  const stop = (signal: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) return;
    clearInterval(looking);
    controller.abort(signal);
    const began = performance.now();
    const endAtOnce = () => {
      if (performance.now() - began > REPEATED_SIGNAL_MILLISECONDS) process.exit(130);
    };
    for (const each of SIGNALS) process.on(each, endAtOnce);
  };
  const parent = process.ppid;
  // npm passes a signal on to a shell, which does not, and both are gone.
  const isLeft = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
  const looking = setInterval(() => {
    if (isLeft()) stop('SIGTERM');
  }, LOOK_MILLISECONDS).unref();
  for (const each of SIGNALS) process.once(each, () => stop(each));
  return {
    signal: controller.signal,
    stop,
    exitCode: () => 128 + os.constants.signals[controller.signal.reason as (typeof SIGNALS)[number]],
  };
}

/** Waits until this process is to end. */
export async function untilStopped({ signal }: Stopping): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}
