/**
 * Reports on standard error what a long command is doing, with a line for each stage once it takes longer than a
 * person waits.
 */
export interface Stages {
  readonly begin: (words: string) => void;
  readonly end: () => void;
}

const QUIET_MILLISECONDS = 1000;

/** @param what What the command does: `Rehearsing: copying the records … 2.3 s`. */
export function showStages(what: string): Stages {
  let current: { readonly words: string; readonly begun: number; shown: boolean } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const end = () => {
    if (timer !== null) clearTimeout(timer);
    if (current?.shown) process.stderr.write(` ${((performance.now() - current.begun) / 1000).toFixed(1)} s\n`);
    current = null;
  };
  return {
    begin: (words) => {
      end();
      const stage = { words, begun: performance.now(), shown: false };
      current = stage;
      timer = setTimeout(() => {
        stage.shown = true;
        process.stderr.write(`${what}: ${words} …`);
      }, QUIET_MILLISECONDS);
    },
    end,
  };
}
