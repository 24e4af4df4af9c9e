/** Waits for the first interrupt or the wish to end; stops in order then. A second interrupt ends at once. */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  for (const signal of signals) process.once(signal, () => process.exit(130));
  await stop();
}
