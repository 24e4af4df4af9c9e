import type { Page } from '@nonet/browser';

/** The parts of an event of Chrome's tracing that are read here. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Watched {
  /** The longest time between two frames, in milliseconds. */
  gap: number;
  /** The longest task, in milliseconds; 0 if none took 50. */
  task: number;
  shift: number;
}

/** Watches frames, long tasks and shifts. Runs in the page. */
export function watch(): void {
  const seen = { gap: 0, task: 0, shift: 0 };
  Object.assign(window, { seen });
  let before = performance.now();
  const frame = (now: number) => {
    seen.gap = Math.max(seen.gap, now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    before = now;
    requestAnimationFrame(frame);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The observations since the last call. */
export async function taken(page: Page): Promise<Watched> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Watched };
    const result = { ...seen };
    Object.assign(seen, { gap: 0, task: 0, shift: 0 });
    return result;
  });
}

/** The work of the page's main thread, in milliseconds of processor time. */
export interface Work {
  readonly longest: number;
  readonly whole: number;
}

/** Watches the tasks of the page; the returned function ends it, and gives their work. */
export async function watchTasks(page: Page): Promise<() => Promise<Work>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
    const mains = new Set(events.filter(isMain).map(thread));
    const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(thread(event)));
    const worked = tasks.map(({ tdur = 0 }) => tdur / 1000);
    return { longest: Math.max(0, ...worked), whole: worked.reduce((sum, work) => sum + work, 0) };
  };
}

/** Prints what an action took. */
export function report(what: string, { gap, task, shift }: Watched, worked: Work | null, lasted?: number): void {
  const own = worked === null ? '' : ` (${worked.longest.toFixed(0)} ms of work)`;
  const whole = lasted === undefined ? '' : `, ${(lasted / 1000).toFixed(1)} s in all`;
  process.stdout.write(
    `${what}: longest time between frames ${gap.toFixed(0)} ms, longest task ${task.toFixed(0)} ms${own}, layout shift ${shift.toFixed(4)}${whole}\n`,
  );
}
